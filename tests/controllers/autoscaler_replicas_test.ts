/** How many replicas autoscalers ask for: turn by turn, in bounds, and while others write. */
import { Deployment, HorizontalPodAutoscaler } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ACTIVE, cpu, IN_RANGE, RESCALED } from "./autoscaler_metrics.ts";
import { AutoscalerStage, CPU } from "./autoscaler_stage.ts";

Deno.test("a turn comes once a period, and what is steady is not written again", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "500m" });
  await stage.scale({ metrics: [cpu(50)] });
  assertEquals(stage.metrics.asked.length, 1);
  assertEquals(stage.metrics.replaced, 1);
  await stage.env.settle("150s");
  assertEquals(stage.metrics.asked.length, 11);
  assertEquals(stage.metrics.replaced, 1);
  assertEquals((await stage.status()).conditions, [
    "AbleToScale=True ReadyForNewScale",
    ACTIVE,
    IN_RANGE,
  ]);
});

Deno.test("replicas go down to the most that was asked for in five minutes", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "900m" });
  await stage.scale({ metrics: [cpu(50)] });
  assertEquals(await stage.replicas(), 6);
  stage.use({ cpu: "100m" });
  // New pods are no longer new after five minutes, and until then only the old ones count.
  await stage.env.settle("4m");
  assertEquals(await stage.replicas(), 6);
  assertEquals((await stage.status()).conditions[0], "AbleToScale=True ScaleDownStabilized");
  await stage.env.settle("2m");
  assertEquals(await stage.replicas(), 2);
  await stage.env.settle("10m");
  assertEquals(await stage.replicas(), 1);
});

Deno.test("what one autoscaler was told is not held against the next of its name", async () => {
  await using stage = await AutoscalerStage.open(6);
  stage.use({ cpu: "500m" });
  await stage.scale({ metrics: [cpu(50)] });
  stage.use({ cpu: "100m" });
  await stage.client.delete(HorizontalPodAutoscaler, "web");
  await stage.client.scale(Deployment, "web", 4);
  await stage.env.settle("1m");
  await stage.scale({ metrics: [cpu(50)] });
  assertEquals(await stage.replicas(), 4);
  await stage.env.settle("6m");
  assertEquals(await stage.replicas(), 1);
});

const BOUNDS: [
  replicas: number,
  spec: object,
  wanted: number,
  conditions: string[],
  reason: string,
][] = [
  [
    6,
    { maxReplicas: 4 },
    4,
    [RESCALED],
    "Current number of replicas above Spec.MaxReplicas",
  ],
  [
    2,
    { minReplicas: 5 },
    5,
    [RESCALED],
    "Current number of replicas below Spec.MinReplicas",
  ],
  [0, {}, 0, ["AbleToScale=True SucceededGetScale", "ScalingActive=False ScalingDisabled"], ""],
  [
    3,
    { maxReplicas: 4 },
    4,
    [RESCALED, ACTIVE, "ScalingLimited=True TooManyReplicas"],
    `${CPU} above target`,
  ],
  [
    1,
    { maxReplicas: 90, metrics: [cpu(1)] },
    4,
    [RESCALED, ACTIVE, "ScalingLimited=True ScaleUpLimit"],
    `${CPU} above target`,
  ],
];

for (const [replicas, spec, wanted, conditions, reason] of BOUNDS) {
  Deno.test(`${replicas} replicas of ${JSON.stringify(spec)} become ${wanted}`, async () => {
    await using stage = await AutoscalerStage.open(replicas);
    stage.use({ cpu: "900m" });
    await stage.scale({ metrics: [cpu(50)], ...spec });
    assertEquals(await stage.replicas(), wanted);
    assertEquals((await stage.status()).conditions, conditions);
    const told = reason === ""
      ? []
      : [`Normal SuccessfulRescale: New size: ${wanted}; reason: ${reason}`];
    assertEquals(await stage.events(), told);
  });
}

Deno.test("a controller that starts anew goes on", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "900m" });
  await stage.scale({ metrics: [cpu(50)] });
  await stage.stop();
  await stage.client.scale(Deployment, "web", 3);
  await stage.env.settle("10m");
  stage.start();
  await stage.env.settle("16s");
  assertEquals(await stage.replicas(), 6);
});

for (const [times, replicas] of [[4, 6], [5, 3]] as const) {
  Deno.test(`a scale that somebody else writes ${times} times first becomes ${replicas}`, async () => {
    await using stage = await AutoscalerStage.open(3);
    stage.use({ cpu: "900m" });
    let left: number = times;
    stage.metrics.beforePut = async () => {
      if (left-- <= 0) return;
      // Of a label its own controller writes nothing; of an annotation it would, and be one more.
      const labels = { left: `${left}` };
      await stage.client.patch(Deployment, "web", { metadata: { labels } });
    };
    await stage.scale({ metrics: [cpu(50)] });
    assertEquals(await stage.replicas(), replicas);
    if (replicas === 6) return;
    const { conditions, desiredReplicas } = await stage.status();
    assertEquals([conditions[0], desiredReplicas], ["AbleToScale=False FailedUpdateScale", 0]);
    const [event] = await stage.events();
    assert(event!.startsWith(`Warning FailedRescale: New size: 6; reason: ${CPU} above target; `));
    await stage.env.settle("15s");
    assertEquals(await stage.replicas(), 6);
  });
}

Deno.test("a write without an answer is found done at the next turn", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "900m" });
  stage.metrics.beforePut = async () => {
    await stage.client.scale(Deployment, "web", 6);
    stage.metrics.beforePut = () => Promise.resolve();
    throw new TypeError("the connection was lost");
  };
  await stage.scale({ metrics: [cpu(50)] });
  assertEquals((await stage.status()).conditions[0], "AbleToScale=False FailedUpdateScale");
  stage.use({ cpu: "500m" });
  await stage.env.settle("10m");
  assertEquals(await stage.replicas(), 6);
  assertEquals((await stage.status()).conditions[0], "AbleToScale=True ReadyForNewScale");
});
