package orch.clients.official;

import io.kubernetes.client.Attach;
import io.kubernetes.client.Exec;
import io.kubernetes.client.PodLogs;
import io.kubernetes.client.PortForward;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Eviction;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.List;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** What leads to a node, where a pod has none. */
final class Agentless {
  private Agentless() {}

  private interface Opening {
    Object open() throws Exception;
  }

  static void run(Official official, Steps steps) {
    CoreV1Api core = new CoreV1Api(official.client());
    String namespace = official.namespace();
    steps.must("a pod", () -> core.createNamespacedPod(namespace,
        new V1Pod().metadata(new V1ObjectMeta().name("waiting")).spec(Deleting.pod())).execute());
    for (String name : List.of("waiting", "none")) {
      steps.see(name + ": log", () -> outcome(() -> core.readNamespacedPodLog(name, namespace).execute()));
      steps.see(name + ": following the log", () -> outcome(() -> new String(
          new PodLogs(official.client()).streamNamespacedPodLog(namespace, name, "web").readAllBytes())));
      steps.see(name + ": exec", () -> outcome(() -> {
        Process process = new Exec(official.client()).exec(namespace, name, new String[] {"true"}, false);
        return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : "does not end";
      }));
      steps.see(name + ": attach", () -> outcome(() -> {
        try (Attach.AttachResult result = new Attach(official.client()).attach(namespace, name, false)) {
          return result.getStandardOutputStream().read();
        }
      }));
      steps.see(name + ": port", () -> outcome(() -> new PortForward(official.client())
          .forward(namespace, name, List.of(80)).getInputStream(80).read()));
    }
    for (String name : List.of("waiting", "none")) {
      // The client takes the answer for an eviction, and can't read it.
      steps.see(name + ": eviction", () -> outcome(() -> core.createNamespacedPodEviction(name, namespace,
          new V1Eviction().metadata(new V1ObjectMeta().name(name))).execute()));
    }
  }

  /** What comes of it, as far as the client tells. */
  private static Object outcome(Opening opening) {
    try {
      return String.valueOf(opening.open());
    } catch (ApiException e) {
      return List.of(e.getCode(), Official.seen(e));
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }
}
