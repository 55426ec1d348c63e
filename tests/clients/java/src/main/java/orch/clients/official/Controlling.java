package orch.clients.official;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.first;

import io.kubernetes.client.extended.controller.Controller;
import io.kubernetes.client.extended.controller.builder.ControllerBuilder;
import io.kubernetes.client.extended.controller.reconciler.Result;
import io.kubernetes.client.extended.event.EventType;
import io.kubernetes.client.extended.event.legacy.LegacyEventBroadcaster;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1EventList;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1EventSource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ObjectReference;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import orch.clients.Steps;

/** A controller on an informer, and the events that one records. */
final class Controlling {
  private Controlling() {}

  static void run(Official official, Steps steps) throws Exception {
    CoreV1Api core = new CoreV1Api(OfficialSubjects.client(official.kubeconfig()).setReadTimeout(0));
    steps.attempt("reconciles what is made", () -> {
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      SharedInformerFactory factory = new SharedInformerFactory(core.getApiClient());
      SharedIndexInformer<V1ConfigMap> informer = factory.sharedIndexInformerFor(
          new GenericKubernetesApi<>(V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps",
              core.getApiClient()), V1ConfigMap.class, 0, official.namespace());
      Controller controller = ControllerBuilder.defaultBuilder(factory)
          .watch(queue -> ControllerBuilder.controllerWatchBuilder(V1ConfigMap.class, queue).build())
          .withReconciler(request -> {
            seen.add(request.getNamespace() + "/" + request.getName());
            return new Result(false);
          }).withName("settings").withWorkerCount(2).withReadyFunc(informer::hasSynced).build();
      var manager = ControllerBuilder.controllerManagerBuilder(factory).addController(controller).build();
      Thread thread = new Thread(manager);
      thread.setDaemon(true);
      thread.start();
      core.createNamespacedConfigMap(official.namespace(),
          new V1ConfigMap().metadata(new V1ObjectMeta().name("reconciled"))).execute();
      first(seen, (official.namespace() + "/reconciled")::equals);
      manager.shutdown();
    });
    steps.attempt("records events, and counts them", () -> {
      LegacyEventBroadcaster broadcaster = new LegacyEventBroadcaster(core);
      broadcaster.startRecording();
      var recorder = broadcaster.newRecorder(new V1EventSource().component("checker"));
      V1ObjectReference about = new V1ObjectReference().kind("ConfigMap").apiVersion("v1").name("reconciled")
          .namespace(official.namespace());
      recorder.event(about, EventType.Normal, "Checked", "all is well");
      recorder.event(about, EventType.Normal, "Checked", "all is well");
      eventually(() -> {
        CoreV1EventList list = core.listNamespacedEvent(official.namespace())
            .fieldSelector("involvedObject.name=reconciled,reason=Checked").execute();
        return list.getItems();
      }, items -> items.size() == 1 && items.get(0).getCount() == 2);
      broadcaster.shutdown();
    });
  }
}
