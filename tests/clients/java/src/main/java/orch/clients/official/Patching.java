package orch.clients.official;

import static orch.clients.Checks.refused;

import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.AuthenticationV1Api;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1DeploymentStrategy;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1RollingUpdateDeployment;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.openapi.models.V1SelfSubjectAccessReview;
import io.kubernetes.client.openapi.models.V1SelfSubjectAccessReviewSpec;
import io.kubernetes.client.openapi.models.V1TokenReview;
import io.kubernetes.client.openapi.models.V1TokenReviewSpec;
import io.kubernetes.client.util.PatchUtils;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import orch.clients.Steps;

/** Typed calls: patches of each kind, values of special types, what is refused. */
final class Patching {
  private Patching() {}

  static void run(Official official, Steps steps) {
    AppsV1Api apps = new AppsV1Api(official.client());
    CoreV1Api core = new CoreV1Api(official.client());
    String namespace = official.namespace();
    steps.must("create", () -> apps.createNamespacedDeployment(namespace, deployment()).fieldManager("java").execute());
    patch(official, steps, "JSON", V1Patch.PATCH_FORMAT_JSON_PATCH,
        "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"nginx:2\"}]");
    patch(official, steps, "merge", V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        "{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":2}},\"paused\":null}}");
    patch(official, steps, "strategic", V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"image\":\"side:1\"}]}}}}");
    patch(official, steps, "apply", V1Patch.PATCH_FORMAT_APPLY_YAML,
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"patched\","
            + "\"labels\":{\"applied\":\"yes\"}}}");
    steps.see("scale", () -> {
      V1Scale scale = apps.readNamespacedDeploymentScale("patched", namespace).execute();
      scale.getSpec().setReplicas(5);
      return Official.seen(apps.replaceNamespacedDeploymentScale("patched", namespace, scale).execute());
    });
    steps.see("status", () -> {
      V1Deployment deployment = apps.readNamespacedDeploymentStatus("patched", namespace).execute();
      deployment.getStatus().setObservedGeneration(1L);
      return Official.seen(apps.replaceNamespacedDeploymentStatus("patched", namespace, deployment).execute());
    });
    steps.see("strict fields", () -> Official.seen(refused(ApiException.class, () -> PatchUtils.patch(
        V1Deployment.class, () -> apps.patchNamespacedDeployment("patched", namespace,
            new V1Patch("{\"spec\":{\"none\":1}}")).fieldValidation("Strict").buildCall(null),
        V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH, official.client()))));
    steps.see("times of a lease", () -> Official.seen(new CoordinationV1Api(official.client()).createNamespacedLease(
        namespace, new V1Lease().metadata(new V1ObjectMeta().name("timed")).spec(new V1LeaseSpec()
            .holderIdentity("me").renewTime(OffsetDateTime.parse("2001-02-03T03:04:05.1Z"))
            .acquireTime(OffsetDateTime.parse("2001-02-03T03:04:05+01:00")))).execute()));
    steps.see("none, in pretty", () -> Official.seen(refused(ApiException.class, () ->
        core.readNamespacedConfigMap("none", namespace).pretty("true").execute())));
    steps.see("may I", () -> Official.seen(new AuthorizationV1Api(official.client()).createSelfSubjectAccessReview(
        new V1SelfSubjectAccessReview().spec(new V1SelfSubjectAccessReviewSpec().resourceAttributes(
            new V1ResourceAttributes().verb("list").resource("secrets").namespace("default")))).execute()));
    steps.see("a token that is none", () -> Official.seen(new AuthenticationV1Api(official.client()).createTokenReview(
        new V1TokenReview().spec(new V1TokenReviewSpec().token("none"))).execute()));
    steps.see("no body's name", () -> Official.seen(refused(ApiException.class, () ->
        core.createNamespacedConfigMap(namespace, new V1ConfigMap()).execute())));
    steps.see("component statuses", () -> core.listComponentStatus().execute().getItems() != null);
  }

  private static void patch(Official official, Steps steps, String how, String format, String patch) {
    AppsV1Api apps = new AppsV1Api(official.client());
    steps.see(how, () -> Official.seen(PatchUtils.patch(V1Deployment.class, () -> apps
        .patchNamespacedDeployment("patched", official.namespace(), new V1Patch(patch)).fieldManager("patcher")
        .buildCall(null), format, official.client())));
  }

  private static V1Deployment deployment() {
    return new V1Deployment().metadata(new V1ObjectMeta().name("patched")).spec(new V1DeploymentSpec()
        .replicas(0).selector(new V1LabelSelector().matchLabels(Map.of("app", "web")))
        .strategy(new V1DeploymentStrategy().rollingUpdate(new V1RollingUpdateDeployment()
            .maxSurge(new IntOrString(1)).maxUnavailable(new IntOrString("25%"))))
        .template(new V1PodTemplateSpec().metadata(new V1ObjectMeta().labels(Map.of("app", "web")))
            .spec(new V1PodSpec().containers(List.of(new V1Container().name("web").image("nginx:1")
                .resources(new V1ResourceRequirements().requests(Map.of(
                    "cpu", new Quantity("0.5"), "memory", new Quantity("1.5Gi")))))))));
  }
}
