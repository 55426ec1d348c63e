package orch.clients.official;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.ModelMapper;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Watchable;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.CreateOptions;
import io.kubernetes.client.util.generic.options.DeleteOptions;
import io.kubernetes.client.util.generic.options.ListOptions;
import io.kubernetes.client.util.generic.options.PatchOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import orch.clients.Kind;
import orch.clients.Steps;

/** The life of some objects of a kind, from the first watch until the last is gone. */
final class KindLife<T extends KubernetesObject, L extends KubernetesListObject> {
  private final Official official;
  private final Kind kind;
  private final Steps steps;
  private final GenericKubernetesApi<T, L> api;
  /** Reads an object from JSON. */
  private final Function<String, T> reader;
  /** How many there are to be deleted in the end. */
  private int made = 2;

  private KindLife(
      Official official, Kind kind, Steps steps, GenericKubernetesApi<T, L> api, Function<String, T> reader) {
    this.official = official;
    this.kind = kind;
    this.steps = steps;
    this.api = api;
    this.reader = reader;
  }

  /** By the class that the client has for the kind. */
  @SuppressWarnings("unchecked")
  static void typed(Official official, Kind kind, Steps steps) throws Exception {
    String group = kind.group().isEmpty() ? "" : kind.group();
    Class<?> type = ModelMapper.preBuiltGetApiTypeClass(group, kind.version(), kind.kind());
    if (type == null) {
      // Kinds that are newer than the client.
      return;
    }
    Class<?> list = Class.forName(type.getName().replace(".ResourceV1", ".V1") + "List");
    Class<KubernetesObject> objects = (Class<KubernetesObject>) type;
    Class<KubernetesListObject> lists = (Class<KubernetesListObject>) list;
    new KindLife<>(official, kind, steps,
        new GenericKubernetesApi<>(objects, lists, kind.group(), kind.version(), kind.plural(), official.client()),
        json -> JSON.deserialize(json, type)).live();
  }

  /** By the class that the client has for any kind. */
  static void untyped(Official official, Kind kind, Steps steps) throws Exception {
    new KindLife<>(official, kind, steps,
        new DynamicKubernetesApi(kind.group(), kind.version(), kind.plural(), official.client()),
        json -> new DynamicKubernetesObject(JsonParser.parseString(json).getAsJsonObject())).live();
  }

  private void live() throws Exception {
    Watchable<T>[] watch = newArray();
    steps.must("list: empty, watch from there", () -> {
      L list = list(new ListOptions().labelSelector("java=" + kind.mark(official.maker())));
      same(0, list.getItems().size());
      ListOptions from = new ListOptions().labelSelector("java=" + kind.mark(official.maker()))
          .resourceVersion(list.getMetadata().getResourceVersion());
      watch[0] = kind.namespaced() ? api.watch(official.namespace(), from) : api.watch(from);
    });
    try (Watchable<T> open = watch[0]) {
      if (isRefused()) {
        return;
      }
      makeAndRead();
      change();
      end(open);
    }
  }

  /** Some classes send empty lists and maps where a kind wants none: no object can be made by them. */
  private boolean isRefused() {
    KubernetesApiResponse<T> tried = api.create(sample('a'), new CreateOptions().dryRun("All"));
    if (!tried.isSuccess()) {
      steps.see("create: refused", () -> Official.seen(tried));
    }
    return !tried.isSuccess();
  }

  private void makeAndRead() {
    steps.attempt("create: dry run leaves nothing", () -> {
      T made = api.create(sample('a'), new CreateOptions().dryRun("All")).throwsApiException().getObject();
      expect(made.getMetadata().getUid() != null, "no uid");
      same(404, get('a').getHttpStatusCode());
    });
    steps.must("create", () -> {
      api.create(sample('a'), new CreateOptions().fieldManager("creator")).throwsApiException();
      api.create(sample('b')).throwsApiException();
    });
    steps.see("get", () -> Official.seen(get('a').throwsApiException()));
    steps.see("create: AlreadyExists", () -> {
      KubernetesApiResponse<T> refused = api.create(sample('a'));
      same(409, refused.getHttpStatusCode());
      return Official.seen(refused);
    });
    steps.see("get: not there", () -> Official.seen(get('z')));
    steps.attempt("list: pages", () -> {
      ListOptions options = new ListOptions().labelSelector("java=" + kind.mark(official.maker())).limit(1);
      L first = list(options);
      L second = list(options._continue(first.getMetadata().getContinue()));
      same(name('a'), first.getItems().get(0).getMetadata().getName());
      same(name('b'), second.getItems().get(0).getMetadata().getName());
    });
    if (api instanceof DynamicKubernetesApi) {
      // Classes of kinds want fields that metadata lacks.
      steps.attempt("list: metadata", () -> same(2, list(new ListOptions().labelSelector("java="
          + kind.mark(official.maker())).isPartialObjectMetadataListRequest(true)).getItems().size()));
    }
  }

  private void change() {
    steps.see("update: nothing changed", () -> {
      T before = get('a').getObject();
      KubernetesApiResponse<T> after = api.update(before);
      return after.isSuccess() ? before.getMetadata().getResourceVersion()
          .equals(after.getObject().getMetadata().getResourceVersion()) : Official.seen(after);
    });
    steps.see("update, then Conflict", () -> {
      T object = get('a').getObject();
      change(object, meta -> meta.setAnnotations(new HashMap<>(Map.of("updated", "yes"))));
      KubernetesApiResponse<T> updated = api.update(object);
      change(object, meta -> meta.setAnnotations(new HashMap<>(Map.of("updated", "never"))));
      return List.of(Official.seen(updated), Official.seen(api.update(object)));
    });
    patch("JSON", V1Patch.PATCH_FORMAT_JSON_PATCH,
        "[{\"op\": \"add\", \"path\": \"/metadata/labels/json\", \"value\": \"yes\"}]");
    patch("merge", V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, "{\"metadata\": {\"labels\": {\"merge\": \"yes\"}}}");
    patch("strategic", V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
        "{\"metadata\": {\"labels\": {\"strategic\": \"yes\"}}}");
    steps.see("apply", () -> {
      PatchOptions options = new PatchOptions().fieldManager("applier").force(true);
      T wanted = sample('c');
      V1Patch patch = new V1Patch(wanted instanceof DynamicKubernetesObject untyped
          ? withoutOwners(untyped) : JSON.serialize(wanted));
      KubernetesApiResponse<T> applied = (kind.namespaced()
          ? api.patch(official.namespace(), name('c'), V1Patch.PATCH_FORMAT_APPLY_YAML, patch, options)
          : api.patch(name('c'), V1Patch.PATCH_FORMAT_APPLY_YAML, patch, options)).throwsApiException();
      made++;
      return Official.seen(applied);
    });
  }

  private void patch(String how, String format, String patch) {
    steps.see("patch: " + how, () -> Official.seen(kind.namespaced()
        ? api.patch(official.namespace(), name('a'), format, new V1Patch(patch))
        : api.patch(name('a'), format, new V1Patch(patch))));
  }

  private void end(Watchable<T> watch) {
    DeleteOptions options = new DeleteOptions();
    options.setPropagationPolicy("Background");
    for (char letter : "abc".toCharArray()) {
      steps.see("delete " + letter, () -> Official.seen(delete(letter, options)));
    }
    steps.see("delete: not there", () -> Official.seen(delete('z', options)));
    // A namespace stays until somebody has emptied it.
    if (!kind.title().equals("v1 Namespace")) {
      steps.attempt("gone", () -> {
        for (char letter : "abc".toCharArray()) {
          eventually(() -> get(letter).getHttpStatusCode(), code -> code == 404);
        }
      });
      steps.see("watch: all of it", () -> {
        TreeSet<String> told = new TreeSet<>();
        for (int deleted = 0; deleted < made;) {
          Watch.Response<T> event = watch.next();
          told.add(event.type + " " + event.object.getMetadata().getName());
          deleted += event.type.equals("DELETED") ? 1 : 0;
        }
        return told;
      });
    }
  }

  private KubernetesApiResponse<T> delete(char letter, DeleteOptions options) {
    return kind.namespaced() ? api.delete(official.namespace(), name(letter), options) : api.delete(name(letter), options);
  }

  private KubernetesApiResponse<T> get(char letter) {
    return kind.namespaced() ? api.get(official.namespace(), name(letter)) : api.get(name(letter));
  }

  private L list(ListOptions options) throws Exception {
    return (kind.namespaced() ? api.list(official.namespace(), options) : api.list(options))
        .throwsApiException().getObject();
  }

  private String name(char letter) {
    return sample(letter).getMetadata().getName();
  }

  private T sample(char letter) {
    T object = reader.apply(Samples.json(kind, official.maker(), letter));
    change(object, meta -> meta.setLabels(new HashMap<>(Map.of("java", kind.mark(official.maker())))));
    if (object instanceof V1Pod pod) {
      // The client would send an empty one, which is refused.
      pod.getSpec().setOverhead(null);
    }
    if (kind.namespaced()) {
      change(object, meta -> meta.setNamespace(official.namespace()));
    }
    return object;
  }

  /** As JSON: the client has written an empty list of owners, which is refused. */
  private static String withoutOwners(DynamicKubernetesObject object) {
    JsonObject raw = object.getRaw().deepCopy();
    raw.getAsJsonObject("metadata").remove("managedFields");
    return raw.toString();
  }

  /** An untyped object gives copies of its metadata away. */
  private static void change(KubernetesObject object, Consumer<V1ObjectMeta> change) {
    V1ObjectMeta meta = object.getMetadata();
    change.accept(meta);
    if (object instanceof DynamicKubernetesObject untyped) {
      untyped.setMetadata(meta);
    }
  }

  @SuppressWarnings("unchecked")
  private Watchable<T>[] newArray() {
    return new Watchable[1];
  }
}
