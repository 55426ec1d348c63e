package orch.clients.fabric;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.expect;
import static orch.clients.Checks.first;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.SharedInformerFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** Informers: what they keep, and what they tell. */
final class Informing {
  /** Notes what an informer tells. */
  private static final class Notes implements ResourceEventHandler<Secret> {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public void onAdd(Secret added) {
      lines.add("add " + added.getMetadata().getName());
    }

    @Override
    public void onUpdate(Secret before, Secret after) {
      boolean same = before.getMetadata().getResourceVersion().equals(after.getMetadata().getResourceVersion());
      lines.add((same ? "resync " : "update ") + after.getMetadata().getName());
    }

    @Override
    public void onDelete(Secret deleted, boolean unknown) {
      lines.add("delete " + deleted.getMetadata().getName());
    }

    void next(String line) throws InterruptedException {
      first(lines, line::equals);
    }
  }

  private Informing() {}

  static void run(Fabric fabric, Steps steps) {
    MixedOperation<Secret, SecretList, Resource<Secret>> secrets = fabric.client().secrets();
    steps.attempt("follows, by pages", () -> {
      for (int i = 0; i < 5; i++) {
        secrets.resource(secret("old-" + i)).create();
      }
      Notes notes = new Notes();
      try (SharedIndexInformer<Secret> informer = secrets.withLimit(2L).inform(notes)) {
        for (int i = 0; i < 5; i++) {
          notes.next("add old-" + i);
        }
        expect(informer.hasSynced() && informer.isWatching(), "not following");
        secrets.resource(secret("new")).create();
        notes.next("add new");
        secrets.withName("new").edit(old -> new SecretBuilder(old).addToStringData("more", "text").build());
        notes.next("update new");
        secrets.withName("new").delete();
        notes.next("delete new");
        same(5, informer.getStore().list().size());
        expect(!informer.lastSyncResourceVersion().isEmpty(), "no version");
      }
    });
    steps.attempt("resync", () -> {
      Notes notes = new Notes();
      try (SharedIndexInformer<Secret> informer = secrets.withName("old-1").inform(notes, 50)) {
        notes.next("add old-1");
        notes.next("resync old-1");
        notes.next("resync old-1");
      }
    });
    steps.attempt("indexes", () -> {
      try (SharedIndexInformer<Secret> informer = secrets.runnableInformer(0)) {
        informer.removeNamespaceIndex();
        informer.addIndexers(Map.of("type", (Secret secret) -> List.of(secret.getType())));
        informer.run();
        eventually(() -> informer.getIndexer().byIndex("type", "Opaque").size(), size -> size == 5);
      }
    });
    steps.attempt("a factory of several", () -> {
      SharedInformerFactory factory = fabric.client().informers();
      var one = factory.inNamespace(fabric.namespace()).sharedIndexInformerFor(Secret.class, 0);
      var two = factory.inNamespace(fabric.namespace())
          .sharedIndexInformerFor(ServiceAccount.class, 0);
      factory.startAllRegisteredInformers().get(60, TimeUnit.SECONDS);
      eventually(() -> one.hasSynced() && two.hasSynced(), Boolean::booleanValue);
      factory.stopAllRegisteredInformers();
    });
    steps.attempt("waits until they are as wanted", () -> {
      var done = secrets.withLabel("wanted").informOnCondition(list -> list.size() == 2);
      for (String name : List.of("wanted-1", "wanted-2")) {
        secrets.resource(new SecretBuilder(secret(name)).editMetadata().addToLabels("wanted", "yes").endMetadata().build())
            .create();
      }
      same(2, done.get(60, TimeUnit.SECONDS).size());
    });
    steps.attempt("waits until one is as wanted, and until it is gone", () -> {
      secrets.resource(secret("waited")).create();
      fabric.client().resource(secret("waited")).inNamespace(fabric.namespace()).patch(
          "{\"metadata\": {\"labels\": {\"ready\": \"yes\"}}}");
      secrets.withName("waited").waitUntilCondition(
          secret -> secret != null && secret.getMetadata().getLabels() != null, 60, TimeUnit.SECONDS);
      secrets.withName("waited").withTimeout(60, TimeUnit.SECONDS).delete();
      same(null, secrets.withName("waited").get());
    });
    steps.attempt("all at once", () -> {
      same(true, secrets.withoutLabel("none").delete().size() >= 7);
      eventually(() -> secrets.list().getItems().size(), size -> size == 0);
    });
  }

  private static Secret secret(String name) {
    return new SecretBuilder().withNewMetadata().withName(name).endMetadata().addToStringData("a", "b").build();
  }
}
