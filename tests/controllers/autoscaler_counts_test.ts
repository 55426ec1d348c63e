/** What the autoscaler counts. */
import { HorizontalPodAutoscaler } from "../../mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { cpu, QPS_OF_PODS, serveAll } from "./autoscaler_metrics.ts";
import { AutoscalerStage } from "./autoscaler_stage.ts";
import { counted, samples } from "./counted.ts";

const CONTROLLER = "horizontal_pod_autoscaler_controller_";

const shown = ({ registry }: AutoscalerStage) =>
  counted(registry, CONTROLLER).filter((line) => !line.includes("_duration_"));

/** Each turn and each metric that is counted is measured, too. */
function assertMeasured({ registry }: AutoscalerStage): void {
  for (
    const [total, time] of [
      ["reconciliations_total", "reconciliation_duration_seconds_count"],
      ["metric_computation_total", "metric_computation_duration_seconds_count"],
    ]
  ) {
    assertEquals(counted(registry, CONTROLLER + time), counted(registry, CONTROLLER + total));
  }
}

Deno.test("autoscalers that scale up, scale down and do neither are counted, with their metrics", async () => {
  await using stage = await AutoscalerStage.open(3);
  serveAll(stage);
  const num = () => samples(stage.registry, `${CONTROLLER}num_horizontal_pod_autoscalers`);
  assertEquals(num(), [" 0"]);
  // Of a new autoscaler nothing is known of the replicas before.
  await stage.scale({ metrics: [cpu(50), QPS_OF_PODS] });
  const first = [
    'desired_replicas{namespace="default",hpa_name="web"} 6',
    'metric_computation_total{action="scale_up",error="none",metric_type="Pods"} 1',
    'metric_computation_total{action="scale_up",error="none",metric_type="Resource"} 1',
    "num_horizontal_pod_autoscalers 1",
    'reconciliations_total{action="scale_up",error="none"} 1',
  ];
  assertEquals(shown(stage), first);
  assertMeasured(stage);
  await stage.client.patch(HorizontalPodAutoscaler, "web", { spec: { maxReplicas: 4 } });
  await stage.env.settle("15s");
  assertEquals(
    shown(stage).filter((line) => /^(desired|reconciliations)/.test(line)),
    [
      'desired_replicas{namespace="default",hpa_name="web"} 4',
      'reconciliations_total{action="scale_down",error="none"} 1',
      'reconciliations_total{action="scale_up",error="none"} 1',
    ],
    "no metric is asked where there are too many",
  );
  stage.use({ cpu: "500m" });
  await stage.env.settle("15s");
  assertEquals(
    counted(stage.registry, `${CONTROLLER}reconciliations_total{action="none",error="none"}`),
    [" 1"],
  );
  await stage.remove();
  await stage.env.settle("1s");
  assertEquals([num(), counted(stage.registry, `${CONTROLLER}desired_replicas`)], [[" 0"], []]);
});

const FAILURES: Readonly<Record<string, readonly [spec: object, counts: readonly string[]]>> = {
  "a metric that can't be had": [{ metrics: [cpu(50)] }, [
    'metric_computation_total{action="none",error="internal",metric_type="Resource"} 1',
    "num_horizontal_pod_autoscalers 1",
    'reconciliations_total{action="none",error="internal"} 1',
  ]],
  "a target that is not there": [
    { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "other" } },
    [
      "num_horizontal_pod_autoscalers 1",
      'reconciliations_total{action="none",error="internal"} 1',
    ],
  ],
};

for (const [what, [spec, counts]] of Object.entries(FAILURES)) {
  Deno.test(`an autoscaler that fails is counted by what failed: ${what}`, async () => {
    await using stage = await AutoscalerStage.open(3);
    await stage.scale(spec);
    assertEquals(shown(stage), counts);
    assertMeasured(stage);
  });
}
