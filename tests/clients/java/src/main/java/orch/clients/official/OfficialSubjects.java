package orch.clients.official;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import orch.clients.Kind;
import orch.clients.Kind.Maker;
import orch.clients.Steps;
import orch.clients.Subject;

/** What is done with the official client. */
public final class OfficialSubjects {
  /** A part of the client that is used. */
  private interface Part {
    void run(Official official, Steps steps) throws Exception;
  }

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("answers to deletes", Deleting::run);
    PARTS.put("commands", Commanding::run);
    PARTS.put("controllers", Controlling::run);
    PARTS.put("discovery", Discovering::run);
    PARTS.put("elections", Electing::run);
    PARTS.put("informers", Informing::run);
    PARTS.put("patches", Patching::run);
    PARTS.put("pods without agents", Agentless::run);
    PARTS.put("Protobuf", InProtobuf::run);
    PARTS.put("watches", Watching::run);
    PARTS.put("ways in", WaysIn::run);
  }

  private OfficialSubjects() {}

  /** The kinds, typed and untyped, and each part. */
  public static List<Subject> all(String kubeconfig, List<Kind> kinds) throws Exception {
    Official typed = open(kubeconfig, "official", 3);
    Official untyped = open(kubeconfig, "dynamic", 4);
    List<Subject> subjects = new ArrayList<>();
    for (Kind kind : kinds) {
      subjects.add(new Subject("official " + kind.title(), steps -> KindLife.typed(typed, kind, steps)));
      subjects.add(new Subject("official untyped " + kind.title(), steps -> KindLife.untyped(untyped, kind, steps)));
    }
    PARTS.forEach((name, part) -> subjects.add(
        new Subject("official " + name, steps -> part.run(typed, steps))));
    return subjects;
  }

  /** A new client, which has connections of its own. */
  static ApiClient client(String kubeconfig) throws java.io.IOException {
    return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
        .setReadTimeout(Duration.ofSeconds(90)).setPingInterval(Duration.ofSeconds(20)).build();
  }

  private static Official open(String kubeconfig, String name, int number) throws Exception {
    ApiClient client = client(kubeconfig);
    new CoreV1Api(client).createNamespace(new V1Namespace().metadata(new V1ObjectMeta().name(name))).execute();
    return new Official(client, new Maker(name, number), kubeconfig);
  }
}
