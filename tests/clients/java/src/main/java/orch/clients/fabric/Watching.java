package orch.clients.fabric;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.expect;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher.Action;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import orch.clients.Checks;
import orch.clients.Steps;

/** Watches, over WebSockets and over plain requests. */
final class Watching {
  private static final int MANY = 60;

  private final Steps steps;
  private final String how;
  private final KubernetesClient client;
  private final HttpClient.Factory transport;
  private final MixedOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps;

  private Watching(Steps steps, String how, KubernetesClient client, HttpClient.Factory transport) {
    this.steps = steps;
    this.how = how;
    this.client = client;
    this.transport = transport;
    this.maps = client.configMaps();
  }

  static void run(Fabric fabric, Steps steps) {
    for (boolean plain : new boolean[] {false, true}) {
      Config config = new ConfigBuilder(fabric.client().getConfiguration()).withOnlyHttpWatches(plain)
          .withWatchReconnectInterval(10).build();
      try (KubernetesClient client = FabricSubjects.client(config, fabric.transport())) {
        new Watching(steps, plain ? "plain: " : "WebSocket: ", client, fabric.transport()).all();
      }
    }
  }

  private void all() {
    steps.attempt(how + "everything from now", this::fromNow);
    steps.attempt(how + "one object", this::oneObject);
    steps.attempt(how + "leaves the selection", this::leaves);
    steps.attempt(how + "bookmarks", this::bookmarks);
    steps.attempt(how + "goes on after the server ends it", this::ends);
    steps.attempt(how + "goes on from where it was", this::resumes);
    steps.see(how + "of a version that is gone", this::gone);
    steps.attempt(how + "many at a time", this::many);
    steps.attempt(how + "a streaming list", this::streamed);
    if (client.getConfiguration().isOnlyHttpWatches()) {
      // The client tries those that follow again and again, and breaks off lines that are long.
      return;
    }
    steps.attempt(how + "large objects", this::large);
    steps.see(how + "of a version that is none", () -> refusal("none"));
    steps.see(how + "of what is not served", () -> {
      Events<GenericKubernetesResource> events = new Events<>();
      KubernetesClientException e = refused(KubernetesClientException.class, () -> client
          .genericKubernetesResources(new ResourceDefinitionContext.Builder()
              .withGroup("none.example.com").withVersion("v1").withPlural("nones").withKind("None")
              .withNamespaced(true).build()).watch(events).close());
      return e.getCode();
    });
  }

  private void fromNow() throws Exception {
    Events<ConfigMap> events = new Events<>();
    maps.resource(map("before")).create();
    try (Watch watch = maps.watch(events)) {
      events.next(Action.ADDED, "before");
      maps.resource(map("after")).create();
      events.next(Action.ADDED, "after");
      maps.withName("after").delete();
      same("after", events.next(Action.DELETED, "after").getData().get("name"));
    }
    same(null, events.closed.get(60, TimeUnit.SECONDS));
    maps.withName("before").delete();
  }

  private void oneObject() throws Exception {
    Events<ConfigMap> events = new Events<>();
    try (Watch watch = maps.withName("one").watch(events)) {
      maps.resource(map("other")).create();
      maps.resource(map("one")).create();
      events.next(Action.ADDED, "one");
      maps.withName("other").delete();
      maps.withName("one").delete();
      events.next(Action.DELETED, "one");
      same(List.of("ADDED one", "DELETED one"), events.told());
    }
  }

  private void leaves() throws Exception {
    Events<ConfigMap> events = new Events<>();
    try (Watch watch = maps.withLabelIn("colour", "red", "blue").withoutLabel("hidden").watch(events)) {
      maps.resource(map("leaving")).create();
      relabel("leaving", Map.of("colour", "red"));
      events.next(Action.ADDED, "leaving");
      relabel("leaving", Map.of("colour", "blue"));
      events.next(Action.MODIFIED, "leaving");
      relabel("leaving", Map.of("colour", "blue", "hidden", "yes"));
      events.next(Action.DELETED, "leaving");
    }
    maps.withName("leaving").delete();
  }

  private void relabel(String name, Map<String, String> labels) {
    maps.withName(name).edit(old -> new ConfigMapBuilder(old).editMetadata().withLabels(labels).endMetadata().build());
  }

  private void bookmarks() throws Exception {
    Events<ConfigMap> events = new Events<>();
    // A server sends one before it ends a watch.
    try (Watch watch = maps.watch(new ListOptionsBuilder()
        .withAllowWatchBookmarks(true).withTimeoutSeconds(5L).build(), events)) {
      ConfigMap bookmark = events.next(Action.BOOKMARK, null);
      expect(!bookmark.getMetadata().getResourceVersion().isEmpty(), "no version in %s", bookmark);
    }
  }

  private void ends() throws Exception {
    Events<ConfigMap> events = new Events<>();
    try (Watch watch = maps.withLabel("ends").watch(
        new ListOptionsBuilder().withTimeoutSeconds(4L).withAllowWatchBookmarks(true).build(), events)) {
      for (int i = 0; i < 2; i++) {
        events.next(Action.BOOKMARK, null);
        ConfigMap map = map("ends-" + i);
        map.getMetadata().setLabels(Map.of("ends", "yes"));
        maps.resource(map).create();
        events.next(Action.ADDED, "ends-" + i);
      }
      expect(!events.closed.isDone(), "closed");
    }
    maps.withLabel("ends").delete();
  }

  private void resumes() throws Exception {
    String from = maps.list().getMetadata().getResourceVersion();
    maps.resource(map("resumed")).create();
    maps.withName("resumed").delete();
    Events<ConfigMap> events = new Events<>();
    try (Watch watch = maps.watch(new ListOptionsBuilder().withResourceVersion(from).build(), events)) {
      events.next(Action.ADDED, "resumed");
      events.next(Action.DELETED, "resumed");
    }
  }

  private Object gone() throws Exception {
    return eventually(() -> refusal("1"), seen -> seen.toString().contains("410"));
  }

  /**
   * How a watch from a version is refused. It is of a client of its own: a connection whose upgrade was refused may be
   * used by that client once more, and whoever does then waits for ever.
   */
  private Object refusal(String version) throws Exception {
    Events<ConfigMap> events = new Events<>();
    ListOptions from = new ListOptionsBuilder().withResourceVersion(version).build();
    try (KubernetesClient own = FabricSubjects.client(client.getConfiguration(), transport);
        Watch watch = own.configMaps().watch(from, events)) {
      // From a version that is there it would go on.
      maps.resource(map("probe")).create();
      maps.withName("probe").delete();
      Object first = CompletableFuture.anyOf(
          events.closed, CompletableFuture.supplyAsync(() -> {
            try {
              return events.next(Action.ADDED, "probe");
            } catch (InterruptedException | AssertionError e) {
              return e;
            }
          })).get(Checks.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (first instanceof WatcherException e) {
        return List.of(e.isHttpGone(), Fabric.seen(e.asClientException()));
      }
      return "goes on";
    } catch (KubernetesClientException e) {
      return List.of(e.getCode(), Fabric.seen(e));
    }
  }

  private void many() throws Exception {
    List<Events<ConfigMap>> all = new ArrayList<>();
    List<Watch> open = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Events<ConfigMap> events = new Events<>();
      all.add(events);
      open.add(maps.watch(events));
    }
    maps.resource(map("many")).create();
    for (Events<ConfigMap> events : all) {
      events.next(Action.ADDED, "many");
    }
    open.forEach(Watch::close);
    maps.withName("many").delete();
  }

  private void large() throws Exception {
    Events<ConfigMap> events = new Events<>();
    String text = "ä€𝄞\u0001\"".repeat(60_000);
    try (Watch watch = maps.watch(events)) {
      maps.resource(new ConfigMapBuilder(map("large")).addToData("text", text).build()).create();
      same(text, events.next(Action.ADDED, "large").getData().get("text"));
    }
    maps.withName("large").delete();
  }

  private void streamed() throws Exception {
    maps.resource(map("streamed")).create();
    List<String> names = new ArrayList<>();
    String version = maps.streamingList(map -> names.add(map.getMetadata().getName())).get(60, TimeUnit.SECONDS);
    expect(names.contains("streamed") && version != null, "%s at %s", names, version);
    maps.withName("streamed").delete();
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().addToData("name", name).build();
  }
}
