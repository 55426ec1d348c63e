package orch.clients.fabric;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import orch.clients.Kind;
import orch.clients.Kind.Maker;
import orch.clients.Steps;
import orch.clients.Subject;

/** What is done with the client of fabric8, over each of two transports. */
public final class FabricSubjects {
  /** A part of the client that is used. */
  private interface Part {
    void run(Fabric fabric, Steps steps) throws Exception;
  }

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("applying", Applying::run);
    PARTS.put("custom resources", Custom::run);
    PARTS.put("discovery", Discovering::run);
    PARTS.put("elections", Electing::run);
    PARTS.put("informers", Informing::run);
    PARTS.put("lists", Listing::run);
    PARTS.put("pods without agents", Agentless::run);
    PARTS.put("refusals", Refusing::run);
    PARTS.put("reviews", Reviewing::run);
    PARTS.put("subresources", Subresources::run);
    PARTS.put("ways in", WaysIn::run);
    PARTS.put("watches", Watching::run);
  }

  private FabricSubjects() {}

  /** A client over the transport that comes with it. */
  public static KubernetesClient vertx(String kubeconfig) {
    return client(Config.fromKubeconfig(kubeconfig), new VertxHttpClientFactory());
  }

  static KubernetesClient client(Config config, HttpClient.Factory transport) {
    return new KubernetesClientBuilder().withConfig(config).withHttpClientFactory(transport).build();
  }

  /** The kinds, typed over the one transport and untyped over the other, and each part over both. */
  public static List<Subject> all(String kubeconfig, List<Kind> kinds) {
    Fabric vertx = open(kubeconfig, "vertx", 1, new VertxHttpClientFactory());
    Fabric jdk = open(kubeconfig, "jdk", 2, new JdkHttpClientFactory());
    List<Subject> subjects = new ArrayList<>();
    for (Kind kind : kinds) {
      subjects.add(new Subject("fabric8 " + kind.title(), steps -> KindLife.typed(vertx, kind, steps)));
      subjects.add(new Subject("fabric8 untyped " + kind.title(), steps -> KindLife.untyped(jdk, kind, steps)));
    }
    for (Fabric fabric : List.of(vertx, jdk)) {
      PARTS.forEach((name, part) -> subjects.add(new Subject(
          "fabric8 " + fabric.maker().namespace() + " " + name, steps -> part.run(fabric, steps))));
    }
    return subjects;
  }

  private static Fabric open(String kubeconfig, String name, int number, HttpClient.Factory transport) {
    // HTTP/2 over the one that has it by itself.
    Config config = new ConfigBuilder(Config.fromKubeconfig(kubeconfig))
        .withNamespace(name)
        .withHttp2Disable(name.equals("vertx"))
        .withConnectionTimeout(60_000)
        .withRequestTimeout(60_000)
        .withRequestRetryBackoffLimit(3)
        .build();
    KubernetesClient client = client(config, transport);
    client.resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build()).create();
    return new Fabric(client, new Maker(name, number), transport, kubeconfig);
  }
}
