package orch.clients.official;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.Watch;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import orch.clients.Steps;

/** Watches, as lines of a long answer. */
final class Watching {
  private static final Type EVENT = new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType();

  private final Official official;
  private final CoreV1Api core;

  private Watching(Official official) throws java.io.IOException {
    this.official = official;
    this.core = new CoreV1Api(OfficialSubjects.client(official.kubeconfig()));
  }

  static void run(Official official, Steps steps) throws Exception {
    Watching watching = new Watching(official);
    steps.attempt("from now", watching::fromNow);
    steps.attempt("bookmarks, until the server ends it", watching::bookmarks);
    steps.attempt("initial events", watching::initial);
    steps.see("of a version that is gone", watching::gone);
    steps.see("of a version that is none", () -> {
      try (Watch<V1ConfigMap> watch = watching.watch(watching.request("none"))) {
        return watch.next().status;
      } catch (ApiException e) {
        return Official.seen(e);
      }
    });
  }

  private CoreV1Api.APIlistNamespacedConfigMapRequest request(String version) {
    return core.listNamespacedConfigMap(official.namespace()).watch(true).resourceVersion(version)
        .labelSelector("watched");
  }

  private Watch<V1ConfigMap> watch(CoreV1Api.APIlistNamespacedConfigMapRequest request) throws ApiException {
    return Watch.createWatch(core.getApiClient(), request.buildCall(null), EVENT);
  }

  private void fromNow() throws Exception {
    try (Watch<V1ConfigMap> watch = watch(request(null))) {
      core.createNamespacedConfigMap(official.namespace(), map("one")).execute();
      expect(watch.hasNext(), "ended");
      Watch.Response<V1ConfigMap> added = watch.next();
      same("ADDED one", added.type + " " + added.object.getMetadata().getName());
      core.replaceNamespacedConfigMap("one", official.namespace(), map("one").data(Map.of("a", "ä€𝄞\u0001"))).execute();
      same("ä€𝄞\u0001", watch.next().object.getData().get("a"));
      core.deleteNamespacedConfigMap("one", official.namespace()).execute();
      same("DELETED", watch.next().type);
    }
  }

  private void bookmarks() throws Exception {
    String version = core.listNamespacedConfigMap(official.namespace()).execute().getMetadata().getResourceVersion();
    try (Watch<V1ConfigMap> watch = watch(request(version).allowWatchBookmarks(true).timeoutSeconds(4))) {
      // A bookmark says how far others of the kind have come, and comes once that is past the beginning.
      core.createNamespacedConfigMap(official.namespace(), map("aside").metadata(new V1ObjectMeta().name("aside"))).execute();
      core.deleteNamespacedConfigMap("aside", official.namespace()).execute();
      Watch.Response<V1ConfigMap> bookmark = watch.next();
      same("BOOKMARK", bookmark.type);
      expect(Long.parseLong(bookmark.object.getMetadata().getResourceVersion()) >= Long.parseLong(version), "older");
      while (watch.hasNext()) {
        same("BOOKMARK", watch.next().type);
      }
    }
  }

  private void initial() throws Exception {
    core.createNamespacedConfigMap(official.namespace(), map("first")).execute();
    try (Watch<V1ConfigMap> watch = watch(request(null).sendInitialEvents(true)
        .resourceVersionMatch("NotOlderThan").allowWatchBookmarks(true))) {
      same("ADDED", watch.next().type);
      Watch.Response<V1ConfigMap> end = watch.next();
      same("BOOKMARK", end.type);
      same("true", end.object.getMetadata().getAnnotations().get("k8s.io/initial-events-end"));
    }
    core.deleteNamespacedConfigMap("first", official.namespace()).execute();
  }

  private Object gone() throws Exception {
    core.createNamespacedConfigMap(official.namespace(), map("probe")).execute();
    try {
      return eventually(() -> {
        core.replaceNamespacedConfigMap("probe", official.namespace(),
            map("probe").data(Map.of("at", Long.toString(System.nanoTime())))).execute();
        try (Watch<V1ConfigMap> watch = watch(request("1"))) {
          Watch.Response<V1ConfigMap> event = watch.next();
          return event.type.equals("ERROR") ? List.of(event.status.getCode(), event.status.getReason()) : List.of();
        } catch (ApiException e) {
          return List.of(e.getCode(), Official.seen(e));
        }
      }, seen -> !seen.isEmpty());
    } finally {
      core.deleteNamespacedConfigMap("probe", official.namespace()).execute();
    }
  }

  private static V1ConfigMap map(String name) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().name(name).labels(Map.of("watched", "yes")));
  }
}
