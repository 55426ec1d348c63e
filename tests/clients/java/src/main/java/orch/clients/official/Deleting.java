package orch.clients.official;

import static orch.clients.Checks.refused;

import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.BatchV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1JobSpec;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Preconditions;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.util.List;
import orch.clients.Steps;

/** Deletes answer with a status or with the object: the client has one class for either. */
final class Deleting {
  private Deleting() {}

  static void run(Official official, Steps steps) throws Exception {
    CoreV1Api core = new CoreV1Api(official.client());
    String namespace = official.namespace();
    steps.see("settings", () -> {
      core.createNamespacedConfigMap(namespace, settings("gone", null)).execute();
      return Official.seen(core.deleteNamespacedConfigMap("gone", namespace).execute());
    });
    steps.see("settings that somebody holds", () -> {
      core.createNamespacedConfigMap(namespace, settings("held", "example.com/hold")).execute();
      return outcome(() -> core.deleteNamespacedConfigMap("held", namespace).execute());
    });
    steps.see("a pod", () -> {
      core.createNamespacedPod(namespace, new V1Pod().metadata(new V1ObjectMeta().name("gone")).spec(pod())).execute();
      return outcome(() -> core.deleteNamespacedPod("gone", namespace).gracePeriodSeconds(0).execute());
    });
    steps.see("a pod that runs", () -> {
      core.createNamespacedPod(namespace, new V1Pod().metadata(new V1ObjectMeta().name("runs"))
          .spec(pod().nodeName("none"))).execute();
      return outcome(() -> core.deleteNamespacedPod("runs", namespace).execute());
    });
    steps.see("an account", () -> {
      core.createNamespacedServiceAccount(namespace,
          new V1ServiceAccount().metadata(new V1ObjectMeta().name("gone"))).execute();
      return outcome(() -> core.deleteNamespacedServiceAccount("gone", namespace).execute());
    });
    steps.see("a namespace", () -> {
      core.createNamespace(new V1Namespace().metadata(new V1ObjectMeta().name("official-gone"))).execute();
      return outcome(() -> core.deleteNamespace("official-gone").execute());
    });
    steps.see("a job, as the client asks", () -> {
      BatchV1Api batch = new BatchV1Api(official.client());
      batch.createNamespacedJob(namespace, new V1Job().metadata(new V1ObjectMeta().name("gone"))
          .spec(new V1JobSpec().suspend(true).template(new V1PodTemplateSpec().spec(pod().restartPolicy("Never")))))
          .execute();
      return outcome(() -> batch.deleteNamespacedJob("gone", namespace).execute());
    });
    steps.see("of another uid", () -> {
      core.createNamespacedConfigMap(namespace, settings("other", null)).execute();
      return outcome(() -> core.deleteNamespacedConfigMap("other", namespace).body(new V1DeleteOptions()
          .preconditions(new V1Preconditions().uid("none"))).execute()).toString().contains("409");
    });
    steps.see("dry run", () -> Official.seen(core.deleteNamespacedConfigMap("other", namespace).dryRun("All").execute()));
    steps.see("a collection", () -> Official.seen(core.deleteCollectionNamespacedConfigMap(namespace)
        .fieldSelector("metadata.name=other").execute()));
    steps.see("a collection of none", () -> Official.seen(new AppsV1Api(official.client())
        .deleteCollectionNamespacedDeployment(namespace).labelSelector("none").execute()));
    steps.see("none", () -> Official.seen(refused(ApiException.class,
        () -> core.deleteNamespacedConfigMap("none", namespace).execute())));
  }

  private interface Delete {
    Object execute() throws Exception;
  }

  /** The answer, or what the client can't read of it. */
  private static Object outcome(Delete delete) {
    try {
      return Official.seen(delete.execute());
    } catch (ApiException e) {
      return Official.seen(e);
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }

  private static V1ConfigMap settings(String name, String finalizer) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().name(name)
        .finalizers(finalizer == null ? null : List.of(finalizer)));
  }

  static V1PodSpec pod() {
    // The client would send an empty overhead, which is refused.
    return new V1PodSpec().overhead(null).containers(List.of(new V1Container().name("web").image("nginx:1")));
  }
}
