package orch.clients.fabric;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.expect;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher.Action;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** A custom kind: its definition is made from the class. */
final class Custom {
  private Custom() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    var gadgets = client.resources(Gadget.class);
    steps.must("the definition is served", () -> {
      CustomResourceDefinition definition = definition();
      client.resource(definition).serverSideApply();
      client.apiextensions().v1().customResourceDefinitions().withName("gadgets.fabric.example.com")
          .waitUntilCondition(Custom::isEstablished, 60, TimeUnit.SECONDS);
      // Discovery, and the first answers, may come a moment later.
      eventually(() -> client.supports(Gadget.class), Boolean::booleanValue);
    });
    steps.see("the definition", () -> {
      CustomResourceDefinition definition =
          client.apiextensions().v1().customResourceDefinitions().withName("gadgets.fabric.example.com").get();
      definition.getMetadata().setManagedFields(null);
      return List.of(Fabric.seen(definition.getSpec()), Fabric.seen(definition.getStatus().getAcceptedNames()));
    });
    steps.see("create: defaults", () -> Fabric.seen(client.resource(gadget("one")).create()));
    steps.see("create: what the schema refuses", () -> {
      Gadget bad = gadget("bad");
      bad.getSpec().colour = "RED";
      bad.getSpec().lowest = 101;
      return Fabric.seen(refused(KubernetesClientException.class, () -> client.resource(bad).create()));
    });
    steps.see("create: what a rule refuses", () -> {
      Gadget bad = gadget("bad");
      bad.getSpec().lowest = 20;
      return Fabric.seen(refused(KubernetesClientException.class, () -> client.resource(bad).create()));
    });
    steps.see("create: what is missing", () -> {
      Gadget bad = gadget("bad");
      bad.getSpec().colour = null;
      return Fabric.seen(refused(KubernetesClientException.class, () -> client.resource(bad).create()));
    });
    steps.see("status", () -> Fabric.seen(gadgets.withName("one").editStatus(gadget -> {
      gadget.setStatus(new Gadget.Status());
      gadget.getStatus().phase = "Ready";
      gadget.getStatus().selector = "app=gadget";
      gadget.getStatus().replicas = 2;
      gadget.getSpec().colour = "ignored";
      return gadget;
    })));
    steps.see("scale", () -> {
      gadgets.withName("one").scale(4);
      return Fabric.seen(gadgets.withName("one").scale());
    });
    steps.see("patch: merge", () -> Fabric.seen(gadgets.withName("one").patch(
        PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"port\": \"http\", \"highest\": null}}")));
    steps.see("patch: strategic is for built-in kinds", () -> Fabric.seen(refused(KubernetesClientException.class,
        () -> gadgets.withName("one").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"spec\": {}}"))));
    steps.see("apply", () -> Fabric.seen(client.resource(gadget("one")).fieldManager("other").forceConflicts()
        .serverSideApply()));
    steps.see("unknown fields", () -> {
      GenericKubernetesResource odd = client.resource(Serialization.unmarshal("""
          apiVersion: fabric.example.com/v1
          kind: Gadget
          metadata: {name: odd}
          spec: {colour: red, replicas: 0, weight: 3}
          """, GenericKubernetesResource.class)).create();
      expect(odd.get("spec", "weight") == null, "kept");
      return Fabric.seen(odd);
    });
    steps.attempt("follows", () -> {
      Events<Gadget> events = new Events<>();
      try (Watch watch = gadgets.watch(events)) {
        same("red", events.next(Action.ADDED, "one").getSpec().colour);
        client.resource(gadget("two")).create();
        events.next(Action.ADDED, "two");
        gadgets.withName("two").delete();
        events.next(Action.DELETED, "two");
      }
    });
    steps.see("table", () -> {
      var table = gadgets.listAsTable();
      table.getRows().forEach(row -> row.setObject(null));
      return Fabric.seen(table);
    });
    steps.see("delete: all", () -> Fabric.seen(gadgets.withoutLabel("none").delete()));
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return definition != null && definition.getStatus() != null && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(one -> one.getType().equals("Established") && one.getStatus().equals("True"));
  }

  private static CustomResourceDefinition definition() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new CRDGenerator().customResourceClasses(Gadget.class).withOutput(new CRDGenerator.CRDOutput<ByteArrayOutputStream>() {
      @Override
      public ByteArrayOutputStream outputFor(String name) {
        return bytes;
      }

      @Override
      public URI crdURI(String name) {
        return URI.create("file:///" + name);
      }

      @Override
      public void close() {}
    }).forCRDVersions("v1").generate();
    return Serialization.unmarshal(bytes.toString(StandardCharsets.UTF_8), CustomResourceDefinition.class);
  }

  private static Gadget gadget(String name) {
    Gadget gadget = new Gadget();
    gadget.setMetadata(new ObjectMetaBuilder().withName(name).build());
    gadget.setSpec(new Gadget.Spec());
    gadget.getSpec().colour = "red";
    gadget.getSpec().shape = Gadget.Shape.ROUND;
    gadget.getSpec().port = new IntOrString(80);
    gadget.getSpec().size = new Quantity("1.5", "Gi");
    gadget.getSpec().tags = Map.of("a", List.of(), "b", List.of("x"));
    return gadget;
  }
}
