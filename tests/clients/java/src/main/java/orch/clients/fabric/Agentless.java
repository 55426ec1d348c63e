package orch.clients.fabric;

import static orch.clients.Checks.refused;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.dsl.ExecListener;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import orch.clients.Checks;
import orch.clients.Steps;

/** What leads to a node, where a pod has none yet, and where nothing runs on its node. */
final class Agentless {
  private Agentless() {}

  /** How it ends with an exec. */
  private static final class Outcome implements ExecListener {
    final CompletableFuture<Object> code = new CompletableFuture<>();

    @Override
    public void onFailure(Throwable cause, Response response) {
      try {
        code.complete(response == null ? cause.getClass().getSimpleName() : List.of(response.code(), text(response)));
      } catch (IOException e) {
        code.completeExceptionally(e);
      }
    }

    @Override
    public void onClose(int code, String reason) {
      this.code.complete(List.of(code, reason));
    }

    private static Object text(Response response) throws IOException {
      return String.valueOf(response.body()).replaceAll("[0-9a-f-]{36}", "?");
    }
  }

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    String node = "agentless-" + fabric.namespace();
    steps.must("a node, and pods", () -> {
      // Nobody listens at this port.
      client.resource(new NodeBuilder().withNewMetadata().withName(node).endMetadata()
          .withNewStatus().addNewAddress().withType("InternalIP").withAddress("127.0.0.1").endAddress()
          .withNewDaemonEndpoints().withNewKubeletEndpoint().withPort(9).endKubeletEndpoint().endDaemonEndpoints()
          .endStatus().build()).create();
      client.resource(pod("waiting", null)).create();
      client.resource(pod("placed", node)).create();
    });
    for (String name : List.of("waiting", "placed", "none")) {
      PodResource pod = client.pods().withName(name);
      steps.see(name + ": log", () -> {
        try {
          return pod.getLog();
        } catch (KubernetesClientException e) {
          return seen(e);
        }
      });
      steps.see(name + ": log of a container that is none", () -> seen(refused(
          KubernetesClientException.class, () -> pod.inContainer("none").tailingLines(3).getLog())));
      steps.see(name + ": exec", () -> exec(pod.withReadyWaitTimeout(0)));
      steps.see(name + ": attach", () -> {
        Outcome outcome = new Outcome();
        return ended(outcome, () -> pod.redirectingInput().writingOutput(new ByteArrayOutputStream())
            .usingListener(outcome).withReadyWaitTimeout(0).attach());
      });
      steps.see(name + ": port", () -> {
        try (LocalPortForward forward = pod.portForward(80);
            Socket socket = new Socket(forward.getLocalAddress(), forward.getLocalPort())) {
          return socket.getInputStream().read();
        }
      });
      steps.see(name + ": proxy", () -> seen(refused(KubernetesClientException.class, () -> client.raw(
          "/api/v1/namespaces/" + fabric.namespace() + "/pods/" + name + "/proxy/", "GET", null))));
    }
    steps.see("a node's proxy", () -> refused(KubernetesClientException.class,
        () -> client.raw("/api/v1/nodes/" + node + "/proxy/metrics", "GET", null)).getCode());
    steps.attempt("eviction", () -> Checks.expect(client.pods().withName("waiting").evict(), "refused"));
    steps.attempt("without grace", () -> {
      client.pods().withName("placed").withGracePeriod(0).delete();
      Checks.same(null, client.pods().withName("placed").get());
    });
    steps.see("eviction of none", () -> seen(refused(KubernetesClientException.class,
        () -> client.pods().withName("none").evict())));
  }

  private static Object exec(io.fabric8.kubernetes.client.dsl.ContainerResource pod) throws Exception {
    Outcome outcome = new Outcome();
    return ended(outcome, () -> pod.writingOutput(new ByteArrayOutputStream())
        .writingError(new ByteArrayOutputStream()).usingListener(outcome).exec("echo", "a b", "ä"));
  }

  private interface Opening {
    ExecWatch open();
  }

  private static Object ended(Outcome outcome, Opening opening) throws Exception {
    try (ExecWatch watch = opening.open()) {
      return outcome.code.get(60, TimeUnit.SECONDS);
    } catch (KubernetesClientException e) {
      return seen(e);
    }
  }

  private static Object seen(KubernetesClientException e) {
    return Fabric.seen(e);
  }

  private static Pod pod(String name, String node) {
    return new PodBuilder().withNewMetadata().withName(name).endMetadata()
        .withNewSpec().withNodeName(node)
        .addNewContainer().withName("web").withImage("nginx:1").endContainer().endSpec().build();
  }
}
