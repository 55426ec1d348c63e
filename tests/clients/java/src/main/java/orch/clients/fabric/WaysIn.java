package orch.clients.fabric;

import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import orch.clients.Steps;

/** How programs come to be known: by certificates, tokens, programs that make them, and for others. */
final class WaysIn {
  private WaysIn() {}

  static void run(Fabric fabric, Steps steps) {
    String robot = "system:serviceaccount:" + fabric.namespace() + ":entering";
    String[] token = new String[1];
    steps.must("a token", () -> {
      fabric.client().resource(new ServiceAccountBuilder().withNewMetadata().withName("entering").endMetadata().build())
          .create();
      token[0] = fabric.client().serviceAccounts().withName("entering").tokenRequest().getStatus().getToken();
    });
    steps.attempt("by a certificate", () -> same("admin", nameOf(fabric, Config.fromKubeconfig(fabric.kubeconfig()))));
    steps.attempt("by a token", () -> same(robot, nameOf(fabric, withToken(fabric, token[0]))));
    steps.attempt("by a provider of tokens", () -> {
      Config config = withToken(fabric, null);
      config.setOauthTokenProvider(() -> token[0]);
      same(robot, nameOf(fabric, config));
    });
    steps.attempt("by a program that makes tokens", () -> {
      Path script = Files.createTempFile("token", ".sh");
      Files.writeString(script, "#!/bin/sh\necho '{\"apiVersion\": \"client.authentication.k8s.io/v1\","
          + " \"kind\": \"ExecCredential\", \"status\": {\"token\": \"" + token[0] + "\"}}'\n");
      script.toFile().setExecutable(true);
      ObjectNode config = (ObjectNode) Serialization.jsonMapper().readTree(fabric.kubeconfig());
      ObjectNode user = ((ObjectNode) config.at("/users/0/user"));
      user.removeAll();
      user.putObject("exec").put("apiVersion", "client.authentication.k8s.io/v1").put("command", script.toString())
          .put("interactiveMode", "Never");
      same(robot, nameOf(fabric, Config.fromKubeconfig(config.toString())));
      Files.delete(script);
    });
    steps.see("by a token that is none", () -> {
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> nameOf(fabric, withToken(fabric, "none")));
      return List.of(e.getCode(), Fabric.seen(e));
    });
    steps.see("by nothing", () -> {
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> nameOf(fabric, withToken(fabric, null)));
      return List.of(e.getCode(), Fabric.seen(e));
    });
    steps.attempt("for another", () -> {
      Config config = new ConfigBuilder(Config.fromKubeconfig(fabric.kubeconfig()))
          .withImpersonateUsername("somebody").withImpersonateGroups("some", "others")
          .addToImpersonateExtras("reason", List.of("to see")).build();
      same("somebody", nameOf(fabric, config));
    });
    steps.attempt("a request for another", () -> same("somebody", fabric.client().adapt(
        io.fabric8.kubernetes.client.NamespacedKubernetesClient.class).withRequestConfig(new RequestConfigBuilder()
            .withImpersonateUsername("somebody").build()).call(WaysIn::nameOf)));
  }

  private static String nameOf(Fabric fabric, Config config) {
    try (KubernetesClient client = FabricSubjects.client(config, fabric.transport())) {
      return nameOf(client);
    }
  }

  private static String nameOf(KubernetesClient client) {
    return client.authentication().v1().selfSubjectReviews().create(new SelfSubjectReviewBuilder().build())
        .getStatus().getUserInfo().getUsername();
  }

  private static Config withToken(Fabric fabric, String token) {
    Config known = Config.fromKubeconfig(fabric.kubeconfig());
    return new ConfigBuilder(Config.empty()).withMasterUrl(known.getMasterUrl()).withCaCertData(known.getCaCertData())
        .withOauthToken(token).withRequestRetryBackoffLimit(0).build();
  }
}
