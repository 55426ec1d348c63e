package orch.clients.fabric;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.ResourceNotFoundException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher.Action;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.Map;
import orch.clients.Kind;
import orch.clients.Normal;
import orch.clients.Steps;

/** The life of some objects of a kind, from the first watch until the last is gone. */
final class KindLife<T extends HasMetadata, L extends KubernetesResourceList<T>> {
  private final Fabric fabric;
  private final Kind kind;
  private final Steps steps;
  private final Class<T> type;
  private final String mark;
  private final NonNamespaceOperation<T, L, Resource<T>> objects;

  private KindLife(
      Fabric fabric, Kind kind, Steps steps, Class<T> type, MixedOperation<T, L, Resource<T>> all) {
    this.fabric = fabric;
    this.kind = kind;
    this.steps = steps;
    this.type = type;
    this.mark = kind.mark(fabric.maker());
    this.objects = kind.namespaced() ? all.inNamespace(fabric.namespace()) : all;
  }

  /** By the class that the client has for the kind. */
  @SuppressWarnings("unchecked")
  static void typed(Fabric fabric, Kind kind, Steps steps) {
    HasMetadata sample = (HasMetadata) Serialization.unmarshal(kind.sample(fabric.maker(), 'a'));
    steps.must("has a class", () -> expect(!(sample instanceof GenericKubernetesResource), "has none"));
    Class<HasMetadata> type = (Class<HasMetadata>) sample.getClass();
    new KindLife<>(fabric, kind, steps, type, fabric.client().resources(type)).live();
  }

  /** By the class that the client has for any kind. */
  static void untyped(Fabric fabric, Kind kind, Steps steps) {
    new KindLife<>(fabric, kind, steps, GenericKubernetesResource.class,
        fabric.client().genericKubernetesResources(kind.apiVersion(), kind.kind())).live();
  }

  private void live() {
    Events<T> events = new Events<>();
    Watch[] watch = new Watch[1];
    steps.must("list: empty, watch from there", () -> {
      L list = objects.withLabel("java", mark).list();
      same(0, list.getItems().size());
      ListOptions from = new ListOptionsBuilder()
          .withResourceVersion(list.getMetadata().getResourceVersion()).withAllowWatchBookmarks(true).build();
      watch[0] = objects.withLabel("java", mark).watch(from, events);
    });
    try (Watch open = watch[0]) {
      makeAndRead();
      change();
      apply();
      end(events);
    }
  }

  private void makeAndRead() {
    steps.must("create: dry run leaves nothing", () -> {
      expect(objects.resource(sample('a')).dryRun().create().getMetadata().getUid() != null, "no uid");
      same(null, objects.withName(name('a')).get());
    });
    steps.must("create", () -> {
      objects.resource(sample('a')).create();
      objects.resource(sample('b')).create();
    });
    steps.see("get", () -> Fabric.seen(objects.withName(name('a')).get()));
    steps.see("get: raw", () -> Normal.of(fabric.client().raw(kind.path(fabric.namespace()) + "/" + name('a'))));
    steps.see("create: AlreadyExists", () -> {
      KubernetesClientException e =
          refused(KubernetesClientException.class, () -> objects.resource(sample('a')).create());
      same(409, e.getCode());
      return Fabric.seen(e);
    });
    steps.attempt("get: not there", () -> {
      same(null, objects.withName(name('z')).get());
      refused(ResourceNotFoundException.class, () -> objects.withName(name('z')).require());
    });
    steps.attempt("list: pages", () -> {
      L first = objects.withLabel("java", mark).list(1, null);
      String more = first.getMetadata().getContinue();
      L second = objects.withLabel("java", mark).list(1, more);
      same(name('a'), first.getItems().get(0).getMetadata().getName());
      same(name('b'), second.getItems().get(0).getMetadata().getName());
    });
    steps.attempt("list: by field", () -> {
      L found = objects.withField("metadata.name", name('b')).list();
      same(1, found.getItems().size());
    });
    steps.see("table", () -> {
      var table = objects.withLabel("java", mark).listAsTable();
      table.getRows().forEach(row -> row.setObject(null));
      // Ages differ.
      table.getRows().forEach(row -> row.getCells().replaceAll(
          cell -> cell instanceof String text && text.matches("\\d+s|\\d+\\.\\d+\\.\\d+\\.\\d+") ? "?" : cell));
      return Fabric.seen(table);
    });
    steps.see("metadata", () -> Fabric.seen(objects.withName(name('a')).getAsPartialObjectMetadata()));
  }

  private void change() {
    steps.see("update: nothing changed", () -> {
      T before = objects.withName(name('a')).get();
      T after = objects.resource(before).update();
      return before.getMetadata().getResourceVersion().equals(after.getMetadata().getResourceVersion());
    });
    steps.see("update", () -> {
      T object = objects.withName(name('a')).get();
      object.getMetadata().setAnnotations(Map.of("updated", "yes"));
      return Fabric.seen(objects.resource(object).update());
    });
    steps.see("update: Conflict", () -> {
      T object = objects.withName(name('a')).get();
      object.getMetadata().setAnnotations(Map.of("updated", "twice"));
      objects.resource(object).update();
      object.getMetadata().setAnnotations(Map.of("updated", "never"));
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> objects.resource(object).lockResourceVersion().update());
      same(409, e.getCode());
      return Fabric.seen(e);
    });
    steps.see("edit", () -> Fabric.seen(objects.withName(name('a')).edit(object -> {
      object.getMetadata().setAnnotations(Map.of("edited", "yes"));
      return object;
    })));
    patch("JSON", PatchType.JSON, "[{\"op\": \"add\", \"path\": \"/metadata/labels/json\", \"value\": \"yes\"}]");
    patch("merge", PatchType.JSON_MERGE, "{\"metadata\": {\"labels\": {\"merge\": \"yes\", \"none\": null}}}");
    patch("strategic", PatchType.STRATEGIC_MERGE, "{\"metadata\": {\"labels\": {\"strategic\": \"yes\"}}}");
    if (kind.hasStatus()) {
      steps.see("status", () -> {
        T object = objects.withName(name('a')).get();
        object.getMetadata().setAnnotations(Map.of("ignored", "yes"));
        return Fabric.seen(objects.resource(object).updateStatus());
      });
    }
  }

  private void patch(String how, PatchType patchType, String patch) {
    steps.see("patch: " + how, () -> Fabric.seen(
        objects.withName(name('a')).patch(PatchContext.of(patchType), patch)));
  }

  private void apply() {
    steps.see("apply", () -> Fabric.seen(
        objects.resource(sample('c')).fieldManager("applier").serverSideApply()));
    steps.see("apply: Conflict, then by force", () -> {
      T object = sample('c');
      object.getMetadata().getLabels().put("java", "other");
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> objects.resource(object).fieldManager("other").serverSideApply());
      same(409, e.getCode());
      object.getMetadata().getLabels().put("java", mark);
      objects.resource(object).fieldManager("other").forceConflicts().serverSideApply();
      return Fabric.seen(e);
    });
  }

  private void end(Events<T> events) {
    // A namespace stays until somebody has emptied it, and can't be deleted with others.
    boolean stays = kind.title().equals("v1 Namespace");
    steps.see("delete", () -> Fabric.seen(objects.withName(name('b')).delete()));
    steps.attempt("delete: not there", () -> same(0, objects.withName(name('z')).delete().size()));
    if (!stays) {
      steps.see("delete: all", () -> Fabric.seen(objects.withLabel("java", mark).delete()));
      steps.see("watch: all of it", () -> {
        events.next(Action.ADDED, name('a'));
        events.next(Action.MODIFIED, name('a'));
        events.next(Action.ADDED, name('c'));
        for (int i = 0; i < 3; i++) {
          events.next(Action.DELETED, null);
        }
        return events.told().stream().filter(line -> !line.startsWith("BOOKMARK")).sorted().distinct().toList();
      });
    }
  }

  private String name(char letter) {
    return sample(letter).getMetadata().getName();
  }

  private T sample(char letter) {
    T object = Serialization.unmarshal(kind.sample(fabric.maker(), letter), type);
    object.getMetadata().setLabels(new HashMap<>(Map.of("java", mark)));
    return object;
  }
}
