/** What autoscalers go by: metrics of every type. */
import type { autoscalingV2 } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  ACTIVE,
  cpu,
  IN_RANGE,
  INGRESS,
  QPS,
  QPS_FROM_OUTSIDE,
  QPS_OF_INGRESS,
  QPS_OF_PODS,
  RESCALED,
  serveAll,
} from "./autoscaler_metrics.ts";
import { AutoscalerStage, CPU } from "./autoscaler_stage.ts";

type Spec = autoscalingV2.MetricSpec;

const PRINTED = "&LabelSelector{MatchLabels:map[string]string{verb: GET,}," +
  "MatchExpressions:[]LabelSelectorRequirement{},}";

const METRICS: [
  what: string,
  spec: Spec,
  replicas: number,
  current: object,
  reason: string,
][] = [
  ["processors in percent", cpu(50), 6, {
    type: "Resource",
    resource: { name: "cpu", current: { averageUtilization: 90, averageValue: "900m" } },
  }, `${CPU} above target`],
  [
    "memory on average",
    {
      type: "Resource",
      resource: { name: "memory", target: { type: "AverageValue", averageValue: "512Mi" } },
    },
    2,
    {
      type: "Resource",
      resource: { name: "memory", current: { averageValue: "256Mi" } },
    },
    "All metrics below target",
  ],
  [
    "a container's processors",
    {
      type: "ContainerResource",
      containerResource: {
        name: "cpu",
        container: "c",
        target: { type: "Utilization", averageUtilization: 60 },
      },
    },
    5,
    {
      type: "ContainerResource",
      containerResource: {
        name: "cpu",
        container: "c",
        current: { averageUtilization: 90, averageValue: "900m" },
      },
    },
    "cpu container resource utilization (percentage of request) above target",
  ],
  [
    "a metric of pods",
    QPS_OF_PODS,
    6,
    {
      type: "Pods",
      pods: { metric: QPS, current: { averageValue: "20" } },
    },
    "pods metric qps above target",
  ],
  [
    "a value of an object",
    QPS_OF_INGRESS,
    4,
    {
      type: "Object",
      object: { metric: QPS, describedObject: INGRESS, current: { value: "40" } },
    },
    "Ingress metric qps above target",
  ],
  [
    "a share of an object",
    {
      type: "Object",
      object: {
        metric: QPS,
        describedObject: INGRESS,
        target: { type: "AverageValue", averageValue: "8" },
      },
    },
    5,
    {
      type: "Object",
      object: { metric: QPS, describedObject: INGRESS, current: { averageValue: "13334m" } },
    },
    `external metric qps(${PRINTED}) above target`,
  ],
  [
    "a value from outside",
    QPS_FROM_OUTSIDE,
    6,
    {
      type: "External",
      external: { metric: QPS, current: { value: "10" } },
    },
    `external metric qps(${PRINTED}) above target`,
  ],
  [
    "a share from outside",
    {
      type: "External",
      external: { metric: QPS, target: { type: "AverageValue", averageValue: "1500m" } },
    },
    7,
    {
      type: "External",
      external: { metric: QPS, current: { averageValue: "3334m" } },
    },
    `external metric qps(${PRINTED}) above target`,
  ],
];

for (const [what, spec, replicas, current, reason] of METRICS) {
  Deno.test(`an autoscaler goes by ${what}`, async () => {
    await using stage = await AutoscalerStage.open(3);
    serveAll(stage);
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    await stage.scale({ metrics: [spec], behavior });
    const found = await stage.status();
    assertEquals(found, {
      currentReplicas: 3,
      desiredReplicas: replicas,
      currentMetrics: [current],
      conditions: [RESCALED, ACTIVE, IN_RANGE],
      hasScaled: true,
    });
    assertEquals(await stage.replicas(), replicas);
    assertEquals(await stage.events(), [
      `Normal SuccessfulRescale: New size: ${replicas}; reason: ${reason}`,
    ]);
  });
}

Deno.test("an autoscaler asks for what its metrics say, and nothing else", async () => {
  await using stage = await AutoscalerStage.open(3);
  serveAll(stage);
  await stage.scale({ metrics: METRICS.map(([, spec]) => spec) });
  const select = "metricLabelSelector=verb=GET";
  assertEquals(
    new Set(stage.metrics.asked),
    new Set([
      "metrics/v1beta1/namespaces/default/pods?labelSelector=app=web",
      "custom.metrics",
      `custom.metrics/v1beta2/namespaces/default/pods/*/qps?labelSelector=app=web&${select}`,
      `custom.metrics/v1beta2/namespaces/default/ingresses.networking.k8s.io/front/qps?${select}`,
      "external.metrics/v1beta1/namespaces/default/qps?labelSelector=verb=GET",
    ]),
  );
  assertEquals(await stage.replicas(), 6);
});

Deno.test("an autoscaler works in the other dialect, too", async () => {
  await using stage = await AutoscalerStage.open(3, "orch");
  serveAll(stage);
  await stage.scale({ metrics: [cpu(50), QPS_OF_INGRESS] });
  assertEquals(await stage.replicas(), 6);
  const asked = "custom.metrics/v1beta2/namespaces/default/ingresses.networking.orch.io/front/qps";
  assert(stage.metrics.asked.some((one) => one.startsWith(asked)), stage.metrics.asked.join());
});
