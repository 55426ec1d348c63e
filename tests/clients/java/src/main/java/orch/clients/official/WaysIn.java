package orch.clients.official;

import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AuthenticationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.AuthenticationV1TokenRequest;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1SelfSubjectReview;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1TokenRequestSpec;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;
import io.kubernetes.client.util.credentials.TokenFileAuthentication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import okhttp3.Protocol;
import orch.clients.Steps;

/** How programs come to be known: by certificates, tokens, and programs that make them. */
final class WaysIn {
  private WaysIn() {}

  static void run(Official official, Steps steps) throws Exception {
    JsonObject config = JsonParser.parseString(official.kubeconfig()).getAsJsonObject();
    JsonObject cluster = config.getAsJsonArray("clusters").get(0).getAsJsonObject().getAsJsonObject("cluster");
    String server = cluster.get("server").getAsString();
    byte[] authority = Base64.getDecoder().decode(cluster.get("certificate-authority-data").getAsString());
    String robot = "system:serviceaccount:" + official.namespace() + ":entering";
    String[] token = new String[1];
    steps.must("a token", () -> {
      CoreV1Api core = new CoreV1Api(official.client());
      core.createNamespacedServiceAccount(official.namespace(),
          new V1ServiceAccount().metadata(new V1ObjectMeta().name("entering"))).execute();
      token[0] = core.createNamespacedServiceAccountToken("entering", official.namespace(),
          new AuthenticationV1TokenRequest().spec(new V1TokenRequestSpec()
              .audiences(List.of("https://kubernetes.default.svc")))).execute().getStatus().getToken();
    });
    steps.attempt("by a token", () -> same(robot, nameOf(base(server, authority)
        .setAuthentication(new AccessTokenAuthentication(token[0])).build())));
    steps.attempt("by a file with a token", () -> {
      Path file = Files.createTempFile("token", "");
      Files.writeString(file, token[0]);
      same(robot, nameOf(base(server, authority)
          .setAuthentication(new TokenFileAuthentication(file.toString())).build()));
      Files.delete(file);
    });
    steps.attempt("over HTTP/2, and over HTTP/1.1", () -> {
      for (List<Protocol> protocols : List.of(
          List.of(Protocol.HTTP_2, Protocol.HTTP_1_1), List.of(Protocol.HTTP_1_1))) {
        same(robot, nameOf(base(server, authority).setProtocols(protocols)
            .setAuthentication(new AccessTokenAuthentication(token[0])).build()));
      }
    });
    steps.attempt("by a program that makes tokens", () -> {
      Path script = Files.createTempFile("token", ".sh");
      Files.writeString(script, "#!/bin/sh\necho '{\"apiVersion\": \"client.authentication.k8s.io/v1\","
          + " \"kind\": \"ExecCredential\", \"status\": {\"token\": \"" + token[0] + "\"}}'\n");
      script.toFile().setExecutable(true);
      JsonObject user = config.getAsJsonArray("users").get(0).getAsJsonObject();
      user.add("user", JsonParser.parseString("{\"exec\": {\"apiVersion\":"
          + " \"client.authentication.k8s.io/v1\", \"command\": \"" + script + "\", \"interactiveMode\": \"Never\"}}"));
      same(robot, nameOf(OfficialSubjects.client(config.toString())));
      Files.delete(script);
    });
    steps.see("by a token that is none", () -> Official.seen(refused(ApiException.class, () -> nameOf(
        base(server, authority).setAuthentication(new AccessTokenAuthentication("none")).build()))));
    steps.see("by nothing", () -> Official.seen(refused(ApiException.class,
        () -> nameOf(base(server, authority).build()))));
  }

  private static ClientBuilder base(String server, byte[] authority) {
    return new ClientBuilder().setBasePath(server).setVerifyingSsl(true).setCertificateAuthority(authority);
  }

  private static String nameOf(ApiClient client) throws ApiException {
    return new AuthenticationV1Api(client).createSelfSubjectReview(new V1SelfSubjectReview()).execute()
        .getStatus().getUserInfo().getUsername();
  }
}
