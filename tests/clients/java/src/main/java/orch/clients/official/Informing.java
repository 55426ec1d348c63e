package orch.clients.official;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.first;
import static orch.clients.Checks.same;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.informer.cache.Lister;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import orch.clients.Steps;

/** Informers: what they keep, and what they tell. */
final class Informing {
  private Informing() {}

  static void run(Official official, Steps steps) throws Exception {
    CoreV1Api core = new CoreV1Api(OfficialSubjects.client(official.kubeconfig()).setReadTimeout(0));
    for (int i = 0; i < 3; i++) {
      core.createNamespacedSecret(official.namespace(), secret("old-" + i)).execute();
    }
    steps.attempt("by calls", () -> {
      SharedInformerFactory factory = new SharedInformerFactory(core.getApiClient());
      follow(official, core, factory, factory.sharedIndexInformerFor(params -> core
          .listNamespacedSecret(official.namespace()).resourceVersion(params.resourceVersion)
          .timeoutSeconds(params.timeoutSeconds).watch(params.watch).buildCall(null),
          V1Secret.class, V1SecretList.class, 100), "called");
    });
    steps.attempt("by the generic client", () -> {
      SharedInformerFactory factory = new SharedInformerFactory(core.getApiClient());
      follow(official, core, factory, factory.sharedIndexInformerFor(
          new GenericKubernetesApi<>(V1Secret.class, V1SecretList.class, "", "v1", "secrets", core.getApiClient()),
          V1Secret.class, 100, official.namespace()), "generic");
    });
  }

  private static void follow(Official official, CoreV1Api core, SharedInformerFactory factory,
      SharedIndexInformer<V1Secret> informer, String name) throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    informer.addIndexers(Map.of("type", secret -> List.of(secret.getType())));
    informer.addEventHandler(new ResourceEventHandler<>() {
      @Override
      public void onAdd(V1Secret added) {
        told.add("add " + added.getMetadata().getName());
      }

      @Override
      public void onUpdate(V1Secret before, V1Secret after) {
        boolean same = before.getMetadata().getResourceVersion().equals(after.getMetadata().getResourceVersion());
        told.add((same ? "resync " : "update ") + after.getMetadata().getName());
      }

      @Override
      public void onDelete(V1Secret deleted, boolean unknown) {
        told.add("delete " + deleted.getMetadata().getName());
      }
    });
    factory.startAllRegisteredInformers();
    first(told, "add old-0"::equals);
    eventually(informer::hasSynced, Boolean::booleanValue);
    core.createNamespacedSecret(official.namespace(), secret(name)).execute();
    first(told, ("add " + name)::equals);
    core.replaceNamespacedSecret(name, official.namespace(), secret(name).putStringDataItem("c", "d")).execute();
    first(told, ("update " + name)::equals);
    first(told, ("resync " + name)::equals);
    Lister<V1Secret> lister = new Lister<>(informer.getIndexer(), official.namespace());
    same(4, lister.list().size());
    same(4, informer.getIndexer().byIndex("type", "Opaque").size());
    core.deleteNamespacedSecret(name, official.namespace()).execute();
    first(told, ("delete " + name)::equals);
    factory.stopAllRegisteredInformers();
  }

  private static V1Secret secret(String name) {
    return new V1Secret().metadata(new V1ObjectMeta().name(name)).putStringDataItem("a", "b");
  }
}
