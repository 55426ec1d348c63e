package orch.clients.fabric;

import static orch.clients.Checks.refused;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import orch.clients.Checks;
import orch.clients.Steps;

/** Errors, as the client tells of them. */
final class Refusing {
  private Refusing() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    Map<String, Steps.Action> refusals = new TreeMap<>();
    refusals.put("no name", () -> client.configMaps().resource(new ConfigMap()).create());
    refusals.put("a bad name", () -> client.resource(Applying.settings("Bad_Name", "1")).create());
    refusals.put("a bad label", () -> {
      ConfigMap map = Applying.settings("labelled", "1");
      map.getMetadata().setLabels(Map.of("a/b/c", "x y"));
      client.resource(map).create();
    });
    refusals.put("no such namespace", () ->
        client.resource(Applying.settings("a", "1")).inNamespace("none-such").create());
    refusals.put("another namespace", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/configmaps",
        "POST", "{\"metadata\": {\"name\": \"a\", \"namespace\": \"other\"}}"));
    refusals.put("another kind", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/configmaps",
        "POST", "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {\"name\": \"a\"}}"));
    refusals.put("no JSON", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/configmaps", "POST", "{"));
    refusals.put("a list for a map", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/configmaps",
        "POST", "{\"metadata\": {\"name\": \"a\"}, \"data\": [1]}"));
    refusals.put("a number for a string", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/configmaps",
        "POST", "{\"metadata\": {\"name\": \"a\"}, \"data\": {\"a\": 1}}"));
    refusals.put("a pod without containers", () -> client.resource(new PodBuilder().withNewMetadata().withName("a")
        .endMetadata().withNewSpec().endSpec().build()).create());
    refusals.put("a pod's image is empty", () -> client.resource(new PodBuilder().withNewMetadata().withName("a")
        .endMetadata().withNewSpec().addNewContainer().withName("A").endContainer()
        .withRestartPolicy("Sometimes").endSpec().build()).create());
    refusals.put("a port that is none", () -> client.resource(new ServiceBuilder().withNewMetadata().withName("a")
        .endMetadata().withNewSpec().addNewPort().withPort(99999).endPort().endSpec().build()).create());
    refusals.put("a bad quantity", () -> client.raw("/api/v1/namespaces/" + fabric.namespace() + "/resourcequotas",
        "POST", "{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"hard\": {\"cpu\": \"1 x\"}}}"));
    refusals.put("a bad time", () -> client.raw(
        "/apis/coordination.k8s.io/v1/namespaces/" + fabric.namespace() + "/leases",
        "POST", "{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"renewTime\": \"2001-02-03\"}}"));
    refusals.put("a selector that never changes", () -> {
      client.resource(Applying.deployment("fixed")).createOr(operation -> operation.patch());
      client.apps().deployments().withName("fixed").patch(PatchContext.of(PatchType.JSON_MERGE),
          "{\"spec\": {\"selector\": {\"matchLabels\": {\"app\": \"other\"}}}}");
    });
    refusals.put("a patch of none", () -> client.configMaps().withName("none").patch(
        PatchContext.of(PatchType.JSON_MERGE), "{\"data\": {\"a\": \"b\"}}"));
    refusals.put("a patch that tests in vain", () -> {
      client.resource(Applying.settings("tested", "1")).createOr(operation -> operation.patch());
      client.configMaps().withName("tested").patch(PatchContext.of(PatchType.JSON),
          "[{\"op\": \"test\", \"path\": \"/data/value\", \"value\": \"2\"}]");
    });
    refusals.put("a patch of a path that is none", () -> {
      client.resource(Applying.settings("pathless", "1")).createOr(operation -> operation.patch());
      client.configMaps().withName("pathless").patch(PatchContext.of(PatchType.JSON),
          "[{\"op\": \"remove\", \"path\": \"/data/none\"}]");
    });
    refusals.put("a patch that is none", () -> {
      client.resource(Applying.settings("patchless", "1")).createOr(operation -> operation.patch());
      client.configMaps().withName("patchless").patch(PatchContext.of(PatchType.JSON), "{\"a\": 1}");
    });
    refusals.put("a kind that is not served", () -> {
      GenericKubernetesResource odd = new GenericKubernetesResource();
      odd.setApiVersion("none.example.com/v1");
      odd.setKind("None");
      odd.setMetadata(Applying.settings("odd", "1").getMetadata());
      client.resource(odd).create();
    });
    refusals.put("a path that is not served", () -> client.raw("/apis/none.example.com/v1/nones", "GET", null));
    refusals.put("a method that is not served", () -> client.raw("/api/v1/nodes", "PUT", "{}"));
    refusals.put("a namespace that is already there", () -> client.resource(
        new NamespaceBuilder().withNewMetadata().withName("default").endMetadata().build()).create());
    refusals.put("a namespace that may not go", () -> client.namespaces().withName("default").delete());
    refusals.put("an update of none", () -> client.resource(Applying.settings("none", "1")).update());
    refusals.put("an object that is too large", () ->
        client.resource(Applying.settings("big", "x".repeat(3_200_000))).create());
    refusals.put("settings that are too large", () ->
        client.resource(Applying.settings("big", "x".repeat(1_100_000))).create());
    refusals.forEach((name, action) -> steps.see(name, () -> {
      KubernetesClientException e = refused(KubernetesClientException.class, action);
      return List.of(e.getCode(), Fabric.seen(e));
    }));
    steps.attempt("a delete of another's", () -> {
      client.resource(Applying.settings("kept", "1")).create();
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> client.configMaps().withName("kept").lockResourceVersion("1").delete());
      Checks.same(409, e.getCode());
    });
  }
}
