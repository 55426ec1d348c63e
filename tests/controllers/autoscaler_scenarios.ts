/**
 * What autoscalers are told, and what metrics say: whoever works on them, the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  type autoscalingV2,
  ConfigMap,
  coreV1,
  Deployment,
  HorizontalPodAutoscaler,
  Pod,
} from "../../mod.ts";
import { WorkloadStage } from "./workload_stage.ts";

const LABELS = { app: "web" };

/** What is compared are autoscalers, what was told of them, and what they scale. */
export class AutoscalerPairStage extends WorkloadStage {
  override async left(): Promise<unknown> {
    const { client } = this;
    const autoscalers = (await client.list(HorizontalPodAutoscaler)).items;
    const deployments = (await client.list(Deployment)).items;
    const events = (await client.list(coreV1.Event)).items;
    return {
      autoscalers: autoscalers.map(({ metadata: { name }, status }) => {
        const { conditions = [], lastScaleTime, ...rest } = status as AnyObject;
        return {
          name,
          ...rest,
          hasScaled: lastScaleTime !== undefined,
          conditions: conditions.map(({ lastTransitionTime: _, ...one }: AnyObject) => ({
            ...one,
            message: inOrder(one.message),
          })),
        };
      }),
      replicas: deployments.map(({ metadata: { name }, spec }) => [name, spec?.replicas]),
      events: [
        ...new Set(
          events.map(({ type, reason, message = "", source, involvedObject: { kind, name } }) =>
            JSON.stringify([type, reason, inOrder(message), source?.component, kind, name])
          ),
        ),
      ].sort(),
    };
  }
}

/** The reference names autoscalers that are in each other's way in an order of chance. */
function inOrder(message: string): string {
  return message.replace(
    /(?<=multiple HPAs: \[)[^\]]*/,
    (names) => names.split(" ").sort().join(" "),
  );
}

/** A pod: what it uses, and how it is. */
interface Given {
  readonly uses?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly ready?: boolean;
  /** Seconds since it started. */
  readonly age?: number;
  readonly requests?: Readonly<Record<string, string>>;
}

/** What plays. */
interface Play {
  readonly pods?: readonly Given[];
  readonly replicas?: number;
  readonly metrics?: Readonly<Record<string, string>>;
  readonly spec?: Partial<autoscalingV2.HorizontalPodAutoscalerSpec>;
  /** Besides the autoscaler `web`. */
  readonly others?: Readonly<Record<string, object>>;
  /** Until this was told of `web`. Default: until it was scaled. */
  readonly until?: string;
  /** What is done then. */
  then?(stage: WorkloadStage): Promise<void>;
}

async function setUp(stage: WorkloadStage, play: Play): Promise<void> {
  const { pods = [], replicas = 3, metrics, others = {}, spec } = play;
  const { client } = stage;
  const containers = [{ name: "c", image: "i" }];
  await client.create(Deployment, {
    metadata: { name: "web" },
    spec: {
      replicas,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers } },
    },
  });
  await client.patch(Deployment, "web", { status: { replicas: pods.length } } as never, {
    subresource: "status",
  });
  for (const [index, pod] of pods.entries()) await makePod(stage, `web-${index}`, pod);
  if (metrics !== undefined) {
    await client.create(ConfigMap, { metadata: { name: "metrics" }, data: { ...metrics } });
  }
  for (const [name, more] of Object.entries({ web: {}, ...others })) {
    await client.create(HorizontalPodAutoscaler, {
      metadata: { name },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        maxReplicas: 10,
        metrics: [cpu(50)],
        ...spec,
        ...more,
      },
    });
  }
}

async function makePod(stage: WorkloadStage, name: string, given: Given): Promise<void> {
  const { uses, phase = "Running", ready = true, age = 3600, requests = { cpu: "1" } } = given;
  const { client } = stage;
  await client.create(Pod, {
    metadata: { name, labels: LABELS, ...(uses && { annotations: { ...uses } }) },
    spec: { containers: [{ name: "c", image: "i", resources: { requests: { ...requests } } }] },
  });
  const startTime = new Date(Date.now() - age * 1000).toISOString().replace(/\.\d+/, "");
  const conditions = [{
    type: "Ready",
    status: ready ? "True" : "False",
    lastTransitionTime: startTime,
  }];
  await client.patch(Pod, name, { status: { phase, startTime, conditions } } as never, {
    subresource: "status",
  });
}

const cpu = (averageUtilization: number): autoscalingV2.MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
const average = (name: string, averageValue: string): autoscalingV2.MetricSpec => ({
  type: "Resource",
  resource: { name, target: { type: "AverageValue", averageValue } },
});
const QPS = { name: "qps" };
const FRONT = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "front" };
const PLACE = "ingresses.networking.k8s.io.front.qps";
const object = (target: autoscalingV2.MetricTarget): autoscalingV2.MetricSpec => ({
  type: "Object",
  object: { metric: QPS, describedObject: FRONT, target },
});
const external = (
  target: autoscalingV2.MetricTarget,
  metric: autoscalingV2.MetricIdentifier = QPS,
): autoscalingV2.MetricSpec => ({ type: "External", external: { metric, target } });
const uses = (...amounts: string[]): Given[] => amounts.map((cpu) => ({ uses: { cpu } }));
const rules = (selectPolicy: string, seconds: number, ...policies: [string, number][]) => ({
  selectPolicy,
  stabilizationWindowSeconds: seconds,
  policies: policies.map(([type, value]) => ({ type, value, periodSeconds: 1800 })),
});
const AT_ONCE = { scaleDown: { stabilizationWindowSeconds: 0 } };
const FAILED = "FailedComputeMetricsReplicas";

const PLAYS: Readonly<Record<string, Play>> = {
  "up by processors": { pods: uses("900m", "900m", "900m") },
  "within the tolerance": { pods: uses("520m", "520m", "520m"), until: "" },
  "a tolerance of its own": {
    pods: uses("520m", "520m", "520m"),
    spec: { behavior: { scaleUp: { tolerance: "10m" as never } } },
  },
  "down is held back": { pods: uses("100m", "100m", "100m"), until: "" },
  "down at once": { pods: uses("100m", "100m", "100m"), spec: { behavior: AT_ONCE } },
  "twice as many at most": {
    pods: uses("3", "3", "3"),
    replicas: 3,
    spec: { maxReplicas: 6 },
  },
  "more than there may be": {
    pods: uses("900m", "900m", "900m"),
    spec: { maxReplicas: 4 },
  },
  "fewer than there may be": {
    pods: uses("100m", "100m", "100m"),
    spec: { behavior: AT_ONCE, minReplicas: 2 },
  },
  "above the maximum": { pods: uses("500m"), replicas: 12 },
  "below the minimum": { pods: uses("500m"), replicas: 1, spec: { minReplicas: 4 } },
  "switched off": { replicas: 0, until: "" },
  "memory": {
    pods: [{ uses: { memory: "300Mi" } }, { uses: { memory: "500Mi" } }, {
      uses: { memory: "700Mi" },
    }],
    spec: { metrics: [average("memory", "250Mi")] },
  },
  "an average of processors": {
    pods: uses("250m", "333m", "1"),
    spec: { metrics: [average("cpu", "300m")] },
  },
  "a container": {
    pods: uses("900m", "700m"),
    spec: {
      metrics: [{
        type: "ContainerResource",
        containerResource: {
          name: "cpu",
          container: "c",
          target: { type: "Utilization", averageUtilization: 40 },
        },
      }],
    },
  },
  "a container that is not there": {
    pods: uses("900m", "700m"),
    spec: {
      metrics: [{
        type: "ContainerResource",
        containerResource: {
          name: "cpu",
          container: "x",
          target: { type: "Utilization", averageUtilization: 40 },
        },
      }],
    },
    until: FAILED,
  },
  "pods without samples on the way up": { pods: [...uses("900m", "900m"), {}] },
  "pods without samples on the way down": {
    pods: [...uses("100m", "100m", "100m"), {}],
    replicas: 4,
    spec: { behavior: AT_ONCE, metrics: [cpu(80)] },
    until: "",
  },
  "pods that are not ready": {
    pods: [...uses("900m", "700m"), { uses: { cpu: "1" }, ready: false, age: 60 }],
    spec: { metrics: [cpu(30)] },
  },
  "pods that are pending or have failed": {
    pods: [
      ...uses("900m", "700m"),
      { uses: { cpu: "1" }, phase: "Pending" },
      { uses: { cpu: "1" }, phase: "Failed" },
    ],
    spec: { metrics: [cpu(30)] },
  },
  "a pod without requests": {
    pods: [{ uses: { cpu: "1" }, requests: {} }],
    replicas: 1,
    until: FAILED,
  },
  "no samples": { pods: [{}, {}], until: FAILED },
  "no pods": { pods: [], until: FAILED },
  "a metric of pods": {
    pods: [{ uses: { qps: "20" } }, { uses: { qps: "35500m" } }],
    replicas: 2,
    spec: {
      metrics: [{
        type: "Pods",
        pods: { metric: QPS, target: { type: "AverageValue", averageValue: "10" } },
      }],
    },
  },
  "a metric of an object": {
    pods: uses("1", "1", "1"),
    metrics: { [PLACE]: "40" },
    spec: { metrics: [object({ type: "Value", value: "30" })] },
  },
  "a share of an object": {
    pods: uses("1", "1", "1"),
    metrics: { [PLACE]: "40" },
    spec: { metrics: [object({ type: "AverageValue", averageValue: "7" })] },
  },
  "a metric of an object that nobody has": {
    pods: uses("1"),
    spec: { metrics: [object({ type: "Value", value: "30" })] },
    until: FAILED,
  },
  "an object of no kind": {
    pods: uses("1"),
    spec: {
      metrics: [{
        type: "Object",
        object: {
          metric: QPS,
          describedObject: { apiVersion: "example.com/v1", kind: "Nothing", name: "x" },
          target: { type: "Value", value: "1" },
        },
      }],
    },
    until: FAILED,
  },
  "a metric from outside": {
    pods: uses("1", "1", "1"),
    metrics: { qps: "4 6500m" },
    spec: { metrics: [external({ type: "Value", value: "5" })] },
  },
  "a share from outside": {
    pods: uses("1", "1", "1"),
    metrics: { qps: "4 6500m" },
    spec: {
      metrics: [
        external({ type: "AverageValue", averageValue: "1500m" }, {
          name: "qps",
          selector: {
            matchLabels: { b: "2", a: "1" },
            matchExpressions: [{ key: "c", operator: "In", values: ["x", "y"] }],
          },
        }),
      ],
    },
  },
  "nothing from outside": {
    pods: uses("1", "1", "1"),
    metrics: { qps: "" },
    spec: { metrics: [external({ type: "Value", value: "5" })] },
    until: FAILED,
  },
  "the largest of several": {
    pods: uses("600m", "600m", "600m"),
    metrics: { qps: "10" },
    spec: { metrics: [cpu(50), external({ type: "Value", value: "5" })] },
  },
  "one of several fails on the way up": {
    pods: uses("900m", "900m", "900m"),
    spec: { metrics: [cpu(50), external({ type: "Value", value: "5" })] },
  },
  "one of several fails on the way down": {
    pods: uses("100m", "100m", "100m"),
    spec: { behavior: AT_ONCE, metrics: [cpu(50), external({ type: "Value", value: "5" })] },
    until: FAILED,
  },
  "up by policies, as far as any lets it": {
    pods: uses("3", "3", "3", "3"),
    replicas: 4,
    spec: { maxReplicas: 50, behavior: { scaleUp: rules("Max", 0, ["Pods", 3], ["Percent", 50]) } },
  },
  "up by policies, as far as all let it": {
    pods: uses("3", "3", "3", "3"),
    replicas: 4,
    spec: { maxReplicas: 50, behavior: { scaleUp: rules("Min", 0, ["Pods", 3], ["Percent", 10]) } },
  },
  "down by policies": {
    pods: uses("50m", "50m", "50m"),
    replicas: 9,
    spec: { behavior: { scaleDown: rules("Max", 0, ["Pods", 2], ["Percent", 40]) } },
  },
  "never up": {
    pods: uses("900m", "900m", "900m"),
    spec: { behavior: { scaleUp: rules("Disabled", 0, ["Pods", 2]) } },
    until: "",
  },
  "up held back by a window": {
    pods: uses("900m", "900m", "900m"),
    spec: { behavior: { scaleUp: rules("Max", 3600, ["Pods", 20]) } },
    until: "",
  },
  "an object that is not there": {
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
    until: "FailedGetScale",
  },
  "a kind that is not there": {
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Nothing", name: "x" } },
    until: "FailedGetScale",
  },
  "a kind in small letters": {
    pods: uses("900m", "900m", "900m"),
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "deployment", name: "web" } },
  },
  "an object of a kind in small letters": {
    pods: uses("1", "1", "1"),
    metrics: { [PLACE]: "40" },
    spec: {
      metrics: [{
        type: "Object",
        object: {
          metric: QPS,
          describedObject: { ...FRONT, kind: "ingress" },
          target: { type: "Value", value: "30" },
        },
      }],
    },
  },
  "a kind without a scale": {
    spec: { scaleTargetRef: { apiVersion: "batch/v1", kind: "Job", name: "x" } },
    until: "FailedGetScale",
  },
  "two of the same pods": {
    pods: uses("500m", "500m", "500m"),
    others: { other: { metrics: [cpu(48)] } },
    until: "AmbiguousSelector",
  },
  "up, and down again": {
    pods: uses("900m", "900m", "900m"),
    spec: { behavior: AT_ONCE },
    async then(stage) {
      await stage.same("scaled up");
      for (const index of [0, 1, 2]) {
        const annotations = { cpu: "100m" };
        await stage.client.patch(Pod, `web-${index}`, { metadata: { annotations } });
      }
      await stage.until(Deployment, "web", (one) => one?.spec.replicas === 1);
    },
  },
};

/** By what they are about. */
export const AUTOSCALERS: Readonly<Record<string, (stage: WorkloadStage) => Promise<void>>> = Object
  .fromEntries(
    Object.entries(PLAYS).map(([name, play]) => [name, async (stage) => {
      await setUp(stage, play);
      const { until = "SuccessfulRescale" } = play;
      if (until === "") {
        await stage.until(
          HorizontalPodAutoscaler,
          "web",
          (one) => one?.status?.conditions?.some(({ type }: AnyObject) => type === "ScalingActive"),
        );
      } else {
        await stage.told("HorizontalPodAutoscaler", "web", until);
      }
      await play.then?.(stage);
    }]),
  );
