/** What autoscalers may scale, and who stands in whose way. */
import { CustomResourceDefinition, dynamicKind, HorizontalPodAutoscaler } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ACTIVE, cpu } from "./autoscaler_metrics.ts";
import { AutoscalerStage } from "./autoscaler_stage.ts";

const TARGETS: [what: string, ref: object, said: RegExp][] = [
  [
    "of an unknown kind",
    { apiVersion: "apps/v1", kind: "Nothing", name: "x" },
    /no matches for kind "Nothing" in group "apps"$/,
  ],
  [
    "that is not there",
    { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
    /deployments.apps "x" not found$/,
  ],
  [
    "without a scale",
    { apiVersion: "apps/v1", kind: "ControllerRevision", name: "x" },
    /could not find the requested resource|not found/,
  ],
  [
    "in no namespace",
    { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", name: "x" },
    /storageclasses "x" is in no namespace/,
  ],
];

for (const [what, scaleTargetRef, said] of TARGETS) {
  Deno.test(`a target ${what} can't be scaled`, async () => {
    await using stage = await AutoscalerStage.open(0);
    await stage.scale({ scaleTargetRef } as never);
    assertEquals((await stage.status()).conditions, ["AbleToScale=False FailedGetScale"]);
    const message = (await stage.says("AbleToScale"))!;
    assert(message.startsWith("the HPA controller was unable to get the target's current scale: "));
    assert(said.test(message), message);
    assertEquals((await stage.events()).map((one) => one.split(":")[0]), [
      "Warning FailedGetScale",
    ]);
  });
}

Deno.test("a target's kind may be written in small letters", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "1" });
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "deployment", name: "web" };
  await stage.scale({ metrics: [cpu(50)], scaleTargetRef });
  assertEquals(await stage.replicas(), 6);
});

Deno.test("two autoscalers of the same pods stop each other", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "500m" });
  await stage.scale({ metrics: [cpu(50)] });
  assertEquals(await stage.replicas(), 3);
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  await stage.scale({ metrics: [cpu(10)], scaleTargetRef }, "other");
  await stage.env.settle("30s");
  const why = "pods by selector app=web are controlled by multiple HPAs: " +
    "[default/other default/web]";
  for (const name of ["web", "other"]) {
    assertEquals((await stage.status(name)).conditions[1], "ScalingActive=False AmbiguousSelector");
    assertEquals(await stage.says("ScalingActive", name), why);
  }
  assertEquals(await stage.replicas(), 3);
  await stage.client.delete(HorizontalPodAutoscaler, "other");
  await stage.env.settle("15s");
  assertEquals((await stage.status()).conditions[1], ACTIVE);
});

Deno.test("whatever has a scale is scaled, if it says which pods it has", async () => {
  await using stage = await AutoscalerStage.open(2);
  stage.use({ cpu: "900m" });
  const definition = customDefinition({
    kind: "Set",
    plural: "sets",
    schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      },
    },
  });
  await stage.client.create(CustomResourceDefinition, definition);
  await stage.env.settle("1m");
  const Kind = dynamicKind({ group: "example.com", version: "v1", kind: "Set", plural: "sets" });
  await stage.client.create(Kind, { metadata: { name: "web" }, spec: { replicas: 2 } } as never);
  const say = (selector: string) =>
    stage.client.patch(Kind, "web", { status: { replicas: 2, selector } } as never, {
      subresource: "status",
    });
  const scaleTargetRef = { apiVersion: "example.com/v1", kind: "Set", name: "web" };
  await stage.scale({ metrics: [cpu(50)], scaleTargetRef });
  assertEquals((await stage.status()).conditions[1], "ScalingActive=False InvalidSelector");
  assertEquals(
    await stage.says("ScalingActive"),
    "the HPA target's scale is missing a selector",
  );
  await say("=a,");
  await stage.env.settle("15s");
  assert(
    (await stage.says("ScalingActive"))!.startsWith(
      "couldn't convert selector into a corresponding internal selector object: ",
    ),
  );
  await say("app=web");
  await stage.env.settle("15s");
  const set = await stage.client.get(Kind, "web") as unknown as { spec: { replicas: number } };
  assertEquals(set.spec.replicas, 4);
  assertEquals(
    (await stage.events()).map((one) => one.split(":")[0]).filter((one) =>
      !one!.includes("Failed")
    ),
    ["Warning SelectorRequired", "Warning InvalidSelector", "Normal SuccessfulRescale"],
  );
});

Deno.test("an autoscaler that is deleted during its turn stands in nobody's way", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "500m" });
  stage.metrics.beforeScale = async () => {
    stage.metrics.beforeScale = () => Promise.resolve();
    await stage.remove();
  };
  await stage.scale({ metrics: [cpu(50)] });
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  await stage.scale({ metrics: [cpu(50)], scaleTargetRef }, "other");
  assertEquals((await stage.status("other")).conditions[1], ACTIVE);
});

Deno.test("a test environment runs the autoscaler by its name", async () => {
  await using env = await testEnv({ controllers: ["deployment", "horizontalpodautoscaling"] });
  await env.client.create(HorizontalPodAutoscaler, {
    metadata: { name: "web" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 2,
    },
  });
  await env.settle("16s");
  const { status } = await env.client.get(HorizontalPodAutoscaler, "web");
  assertEquals(status?.conditions?.map(({ reason }) => reason), ["FailedGetScale"]);
});
