package orch.clients.fabric;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import orch.clients.Steps;

/** The ways in which programs bring objects to what they want. */
final class Applying {
  private static final String TWO = """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata: {name: listed}
        data: {a: "1"}
      - apiVersion: v1
        kind: Service
        metadata: {name: listed}
        spec:
          ports: [{port: 80, targetPort: web}]
      """;

  private Applying() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    steps.see("create, or update", () -> {
      client.resource(settings("or", "1")).createOr(NonDeletingOperation::update);
      return Fabric.seen(client.resource(settings("or", "2")).createOr(NonDeletingOperation::update));
    });
    steps.see("create, or patch", () -> {
      client.resource(settings("patched", "1")).createOr(NonDeletingOperation::patch);
      return Fabric.seen(client.resource(settings("patched", "2")).createOr(NonDeletingOperation::patch));
    });
    steps.see("unlocked update of an old version", () -> {
      ConfigMap first = client.resource(settings("unlocked", "1")).create();
      first.setData(Map.of("value", "2"));
      client.resource(first).update();
      first.setData(Map.of("value", "3"));
      return Fabric.seen(client.resource(first).unlock().update());
    });
    steps.see("a list of things", () -> {
      var list = client.load(new ByteArrayInputStream(TWO.getBytes(StandardCharsets.UTF_8)));
      list.inNamespace(fabric.namespace()).serverSideApply();
      list.inNamespace(fabric.namespace()).forceConflicts().serverSideApply();
      var got = list.inNamespace(fabric.namespace()).get();
      return List.of(Fabric.seen(got), Fabric.seen(list.inNamespace(fabric.namespace()).delete()));
    });
    steps.see("edit a deployment's containers", () -> {
      Deployment made = client.resource(deployment("edited")).create();
      same(1, made.getSpec().getTemplate().getSpec().getContainers().size());
      return Fabric.seen(client.apps().deployments().withName("edited").edit(old -> new DeploymentBuilder(old)
          .editSpec().editTemplate().editSpec()
          .addNewContainer().withName("side").withImage("side:1").endContainer()
          .editFirstContainer().withImage("nginx:2").endContainer()
          .endSpec().endTemplate().endSpec().build()));
    });
    steps.see("strategic patch by name of container", () -> Fabric.seen(
        client.apps().deployments().withName("edited").patch(PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"$patch\":\"delete\"},"
                + "{\"name\":\"web\",\"env\":[{\"name\":\"A\",\"value\":\"\"}]}]}}}}")));
    steps.see("image, scale, pause, resume", () -> {
      var deployment = client.apps().deployments().withName("edited");
      deployment.rolling().updateImage("nginx:3");
      deployment.scale(2);
      deployment.rolling().pause();
      return Fabric.seen(deployment.rolling().resume());
    });
    steps.see("patch by typed apply", () -> {
      Deployment wanted = deployment("applied");
      client.resource(wanted).patch(new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("one").withForce(true).build());
      wanted.getSpec().getTemplate().getSpec().getContainers().get(0).setImage("nginx:2");
      return Fabric.seen(client.resource(wanted).fieldManager("one").serverSideApply());
    });
    steps.see("apply of status", () -> {
      Deployment wanted = new DeploymentBuilder().withNewMetadata().withName("applied").endMetadata()
          .withNewStatus().withReplicas(3).endStatus().build();
      return Fabric.seen(client.resource(wanted).subresource("status").patch(new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("status").withForce(true).build()));
    });
    steps.see("fields that are not known", () -> {
      ConfigMap odd = settings("odd", "1");
      odd.setAdditionalProperty("shape", Map.of("round", true));
      KubernetesClientException e = refused(KubernetesClientException.class,
          () -> client.resource(odd).fieldValidation(Validation.STRICT).create());
      same(400, e.getCode());
      ConfigMap made = client.resource(odd).fieldValidation(Validation.WARN).create();
      expect(made.getAdditionalProperties().isEmpty(), "kept: %s", made.getAdditionalProperties());
      return Fabric.seen(e);
    });
    steps.see("apply with fields that are not known", () -> {
      ConfigMap odd = settings("odd", "1");
      odd.setAdditionalProperty("shape", "round");
      return Fabric.seen(refused(KubernetesClientException.class, () -> client.resource(odd).serverSideApply()));
    });
  }

  static ConfigMap settings(String name, String value) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().addToData("value", value).build();
  }

  static Deployment deployment(String name) {
    return new DeploymentBuilder().withNewMetadata().withName(name).endMetadata()
        .withNewSpec().withReplicas(0)
        .withNewSelector().addToMatchLabels("app", name).endSelector()
        .withNewTemplate().withNewMetadata().addToLabels("app", name).endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("nginx:1").endContainer().endSpec()
        .endTemplate().endSpec().build();
  }
}
