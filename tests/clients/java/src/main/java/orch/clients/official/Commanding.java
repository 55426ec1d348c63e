package orch.clients.official;

import static orch.clients.Checks.expect;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.extended.kubectl.Kubectl;
import io.kubernetes.client.extended.kubectl.exception.KubectlException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import java.util.Map;
import orch.clients.Steps;

/** The commands that the client has. */
final class Commanding {
  private Commanding() {}

  static void run(Official official, Steps steps) {
    ApiClient client = official.client();
    String namespace = official.namespace();
    steps.see("version", () -> Kubectl.version().apiClient(client).execute().getMinor());
    steps.attempt("resources", () -> expect(Kubectl.apiResources().apiClient(client).execute().size() > 50, "too few"));
    steps.see("apply", () -> Official.seen(Kubectl.apply(V1ConfigMap.class).apiClient(client).resource(
        new V1ConfigMap().apiVersion("v1").kind("ConfigMap").metadata(new V1ObjectMeta().name("commanded")
            .namespace(namespace)).data(Map.of("a", "b"))).execute()));
    steps.see("label", () -> Official.seen(Kubectl.label(V1ConfigMap.class).apiClient(client).namespace(namespace)
        .name("commanded").addLabel("labelled", "yes").execute()));
    steps.see("patch", () -> Official.seen(Kubectl.patch(V1ConfigMap.class).apiClient(client).namespace(namespace)
        .name("commanded").patchType(V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH)
        .patchContent(new V1Patch("{\"data\": {\"a\": \"c\"}}")).execute()));
    steps.see("get", () -> Official.seen(Kubectl.get(V1ConfigMap.class).apiListTypeClass(V1ConfigMapList.class)
        .apiClient(client).namespace(namespace).name("commanded").execute()));
    steps.see("scale", () -> {
      Kubectl.create(V1Deployment.class).apiClient(client).resource(new V1Deployment()
          .metadata(new V1ObjectMeta().name("commanded").namespace(namespace)).spec(new V1DeploymentSpec()
          .selector(new V1LabelSelector().matchLabels(Map.of("app", "web"))).template(new V1PodTemplateSpec()
          .metadata(new V1ObjectMeta().labels(Map.of("app", "web"))).spec(Deleting.pod())))).execute();
      return Official.seen(Kubectl.scale(V1Deployment.class).apiClient(client).namespace(namespace)
          .name("commanded").replicas(7).execute());
    });
    steps.see("cordon, taint, drain", () -> {
      CoreV1Api core = new CoreV1Api(client);
      core.createNode(new V1Node().metadata(new V1ObjectMeta().name("drained"))).execute();
      core.createNamespacedPod(namespace, new V1Pod().metadata(new V1ObjectMeta().name("drained"))
          .spec(Deleting.pod().nodeName("drained").terminationGracePeriodSeconds(0L))).execute();
      Kubectl.taint().apiClient(client).name("drained").addTaint("key", "value", "NoSchedule").execute();
      return Official.seen(Kubectl.drain().gracePeriod(0).force().apiClient(client).name("drained").execute());
    });
    steps.see("delete of none", () -> {
      try {
        return Official.seen(Kubectl.delete(V1ConfigMap.class).apiClient(client).namespace(namespace).name("none").execute());
      } catch (KubectlException e) {
        return e.getCause().getClass().getSimpleName();
      }
    });
  }
}
