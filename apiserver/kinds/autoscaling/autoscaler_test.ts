import { testKind } from "../../../testing/kind_tables.ts";

const TARGET = { kind: "Deployment", name: "web", apiVersion: "apps/v1" };
const METRIC = "spec.metrics[0]";
const CPU = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};
const AVERAGE = { type: "AverageValue", averageValue: "10" };
const QUEUE = { metric: { name: "queue" }, target: { type: "Value", value: "10" } };
const MORE = { type: "Pods", value: 4, periodSeconds: 15 };
const ALL = { type: "Percent", value: 100, periodSeconds: 15 };

const spec = (change: Record<string, unknown>) => ({ spec: change });
const metrics = (...all: unknown[]) => spec({ metrics: all });
const metric = (type: string, source: string, value: unknown) => metrics({ type, [source]: value });
const object = (change: Record<string, unknown>) =>
  metric("Object", "object", { describedObject: { kind: "A", name: "a" }, ...QUEUE, ...change });
const resource = (target: unknown) => metric("Resource", "resource", { name: "cpu", target });
const up = (rules: Record<string, unknown>) => spec({ behavior: { scaleUp: rules } });
const FROM_NONE =
  "spec.metrics: Forbidden: must specify at least one Object or External metric to " +
  "support scaling to zero replicas";
const NONE_GIVEN = "must populate information for the given metric source";

testKind({
  group: "autoscaling",
  version: "v2",
  resource: "horizontalpodautoscalers",
  valid: { spec: { scaleTargetRef: TARGET, maxReplicas: 5 } },
  good: [
    [
      "a kind of the core group",
      spec({ scaleTargetRef: { kind: "ReplicationController", apiVersion: "v1" } }),
    ],
    ["an object", object({})],
    ["pods", metric("Pods", "pods", { metric: { name: "hits" }, target: AVERAGE })],
    ["what is outside", metric("External", "external", QUEUE)],
    [
      "a container",
      metric("ContainerResource", "containerResource", {
        name: "cpu",
        container: "a",
        target: AVERAGE,
      }),
    ],
    [
      "a behavior",
      up({ stabilizationWindowSeconds: 3600, selectPolicy: "Disabled", tolerance: "0.05" }),
    ],
  ],
  bad: [
    [
      "what containers can't use",
      metric("ContainerResource", "containerResource", {
        ...{ name: "storage", container: "a" },
        target: AVERAGE,
      }),
      `${METRIC}.containerResource.name: Invalid value: "storage": must be a standard resource ` +
      "for containers",
    ],
    [
      "fewer than one",
      spec({ minReplicas: 0 }),
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
      FROM_NONE,
    ],
    [
      "at most none",
      spec({ maxReplicas: 0 }),
      "spec.maxReplicas: Required value: must be set and greater than 0",
      "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
    ],
    [
      "less than none",
      spec({ maxReplicas: -1 }),
      "spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1",
      "spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`",
    ],
    [
      "at most less than at least",
      spec({ minReplicas: 6 }),
      "spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`",
    ],
    ["no kind", spec({ scaleTargetRef: { kind: "" } }), "spec.scaleTargetRef.kind: Required value"],
    ["no name", spec({ scaleTargetRef: { name: "" } }), "spec.scaleTargetRef.name: Required value"],
    [
      "a name with a step",
      spec({ scaleTargetRef: { name: "a/b" } }),
      "spec.scaleTargetRef.name: Invalid value: \"a/b\": may not contain '/'",
    ],
    [
      "a kind of the core group that can't be scaled",
      spec({ scaleTargetRef: { apiVersion: "v1" } }),
      'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
    ],
    [
      "no version",
      spec({ scaleTargetRef: { apiVersion: "a/b/c" } }),
      'spec.scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [
      "another metric",
      metrics({ type: "Mood" }),
      ...[1, 2].map(() =>
        `${METRIC}.type: Unsupported value: "Mood": supported values: "ContainerResource", ` +
        '"External", "Object", "Pods", "Resource"'
      ),
    ],
    [
      "a metric of nothing",
      metrics({ type: "Pods" }),
      `${METRIC}.pods: Required value: ${NONE_GIVEN}`,
    ],
    [
      "two at once",
      metrics({ ...CPU, external: QUEUE }),
      `${METRIC}.external: Forbidden: must populate the given metric source only`,
    ],
    [
      "an object of no kind",
      object({ describedObject: { kind: "", name: "a" } }),
      `${METRIC}.object.describedObject.kind: Required value`,
    ],
    [
      "an object without a target",
      object({ target: { type: "Value" } }),
      `${METRIC}.object.target.averageValue: Required value: must set either a target value or averageValue`,
    ],
    [
      "no name of what is measured",
      object({ metric: { name: "" } }),
      `${METRIC}.object.metric.name: Required value: must specify a metric name`,
    ],
    [
      "pods without an average",
      metric("Pods", "pods", QUEUE),
      `${METRIC}.pods.target.averageValue: Required value: must specify a positive target averageValue`,
    ],
    [
      "two targets of what is outside",
      metric("External", "external", { ...QUEUE, target: { ...AVERAGE, value: "1" } }),
      `${METRIC}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`,
    ],
    [
      "a resource without a target",
      resource({ type: "Utilization" }),
      `${METRIC}.resource.target.averageUtilization: Required value: must set either a target raw ` +
      "value or a target utilization",
    ],
    [
      "a resource with two",
      resource({ ...AVERAGE, averageUtilization: 1 }),
      `${METRIC}.resource.target.averageValue: Forbidden: may not set both a target raw value and a ` +
      "target utilization",
    ],
    [
      "another target",
      resource({ type: "Mean", averageUtilization: 0 }),
      `${METRIC}.resource.target.type: Invalid value: "Mean": must be either Utilization, Value, or AverageValue`,
      `${METRIC}.resource.target.averageUtilization: Invalid value: 0: must be greater than 0`,
    ],
    [
      "a target of nothing",
      resource({ type: "AverageValue", averageValue: "-1" }),
      `${METRIC}.resource.target.averageValue: Invalid value: "-1": must be positive`,
    ],
    [
      "no container",
      metric("ContainerResource", "containerResource", { name: "", target: AVERAGE }),
      `${METRIC}.containerResource.name: Required value: must specify a resource name`,
      `${METRIC}.containerResource.container: Required value: must specify a container`,
    ],
    [
      "a long window",
      up({ stabilizationWindowSeconds: 3601 }),
      "spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600",
    ],
    [
      "a window below zero",
      up({ stabilizationWindowSeconds: -1 }),
      "spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero",
    ],
    [
      "another selection",
      up({ selectPolicy: "All" }),
      'spec.behavior.scaleUp.selectPolicy: Unsupported value: "All": supported values: "Disabled", "Max", "Min"',
    ],
    [
      "bad policies",
      up({
        policies: [{ type: "Nodes", value: 0, periodSeconds: 1801 }, { ...MORE, periodSeconds: 0 }],
      }),
      'spec.behavior.scaleUp.policies[0].type: Unsupported value: "Nodes": supported values: "Percent", "Pods"',
      "spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero",
      "spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
      "spec.behavior.scaleUp.policies[1].periodSeconds: Invalid value: 0: must be greater than zero",
    ],
    [
      "a tolerance below zero",
      spec({ behavior: { scaleDown: { tolerance: "-100m" } } }),
      'spec.behavior.scaleDown.tolerance: Invalid value: "-100m": must be greater than or equal to 0',
    ],
  ],
  defaults: [
    ["at least one, by the processor's use", {}, spec({ minReplicas: 1, metrics: [CPU] })],
    [
      "no annotation of the old version",
      {
        metadata: {
          annotations: {
            a: "b",
            "autoscaling.alpha.kubernetes.io/metrics": "[]",
            "autoscaling.alpha.kubernetes.io/behavior": "",
          },
        },
      },
      {
        metadata: {
          annotations: {
            a: "b",
            "autoscaling.alpha.kubernetes.io/metrics": null,
            "autoscaling.alpha.kubernetes.io/behavior": null,
          },
        },
      },
    ],
    [
      "a behavior",
      spec({ behavior: {} }),
      spec({
        behavior: {
          scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: [MORE, ALL] },
          scaleDown: { selectPolicy: "Max", policies: [ALL] },
        },
      }),
    ],
    [
      "not what is there",
      spec({ behavior: { scaleDown: { policies: [MORE] } } }),
      spec({
        behavior: {
          scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: [MORE, ALL] },
          scaleDown: { selectPolicy: "Max", policies: [MORE] },
        },
      }),
    ],
  ],
  updates: [
    {
      name: "keeping a target of older rules",
      from: spec({ scaleTargetRef: { apiVersion: "v1" } }),
      to: spec({ maxReplicas: 6 }),
    },
    {
      name: "to a bad target",
      to: spec({ scaleTargetRef: { apiVersion: "v1" } }),
      causes: [
        'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
      ],
    },
    {
      name: "staying at none without a way back",
      from: spec({ minReplicas: 0 }),
      to: spec({ maxReplicas: 6 }),
      causes: [FROM_NONE],
    },
    {
      name: "not its status",
      to: { status: { currentReplicas: 3 } },
      becomes: { status: { currentReplicas: null } },
    },
    {
      name: "to a bad status",
      through: "status",
      to: { status: { currentReplicas: -1, desiredReplicas: -1 } },
      causes: [
        "status.currentReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0",
      ],
    },
  ],
  rows: [
    ["new", {}, {
      Reference: "Deployment/web",
      Targets: "cpu: <unknown>/80%",
      MinPods: "1",
      MaxPods: 5,
      Replicas: 0,
    }],
    [
      "measured",
      {
        ...metrics(CPU, { type: "External", external: { ...QUEUE, target: AVERAGE } }, CPU),
        status: {
          currentReplicas: 2,
          currentMetrics: [
            { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 12 } } },
            {
              type: "External",
              external: { metric: QUEUE.metric, current: { averageValue: "3" } },
            },
          ],
        },
      },
      { Targets: "cpu: 12%/80%, 3/10 (avg) + 1 more...", Replicas: 2 },
    ],
    ["of an object", object({}), { Targets: "<unknown>/10" }],
    [
      "of pods",
      metric("Pods", "pods", { metric: { name: "hits" }, target: AVERAGE }),
      { Targets: "<unknown>/10" },
    ],
    ["of an amount", resource({ type: "AverageValue", averageValue: "1Gi" }), {
      Targets: "cpu: <unknown>/1Gi",
    }],
  ],
});

const oldConditions = (value: string | null) => ({
  metadata: { annotations: { a: "b", "autoscaling.alpha.kubernetes.io/conditions": value } },
});
const OLD_CONDITIONS = oldConditions('[{"type":"AbleToScale","status":"True"}]');
const NO_OLD_CONDITIONS = oldConditions(null);

testKind({
  group: "autoscaling",
  version: "v1",
  resource: "horizontalpodautoscalers",
  valid: { spec: { scaleTargetRef: TARGET, maxReplicas: 5 } },
  bad: [
    [
      "fewer than one",
      spec({ minReplicas: 0 }),
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
      FROM_NONE,
    ],
    [
      "at most less than at least",
      spec({ minReplicas: 6 }),
      "spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`",
    ],
    ["no kind", spec({ scaleTargetRef: { kind: "" } }), "spec.scaleTargetRef.kind: Required value"],
    [
      "no use of the processor",
      spec({ targetCPUUtilizationPercentage: 0 }),
      `${METRIC}.resource.target.averageUtilization: Invalid value: 0: must be greater than 0`,
    ],
    [
      "a bad metric in an annotation, before the use of the processor",
      {
        metadata: {
          annotations: { "autoscaling.alpha.kubernetes.io/metrics": '[{"type":"Pods"}]' },
        },
        ...spec({ targetCPUUtilizationPercentage: 0 }),
      },
      `${METRIC}.pods: Required value: ${NONE_GIVEN}`,
      "spec.metrics[1].resource.target.averageUtilization: Invalid value: 0: must be greater than 0",
    ],
    [
      "a bad metric in an annotation",
      {
        metadata: {
          annotations: { "autoscaling.alpha.kubernetes.io/metrics": '[{"type":"Pods"}]' },
        },
      },
      `${METRIC}.pods: Required value: ${NONE_GIVEN}`,
    ],
  ],
  defaults: [
    ["at least one", {}, spec({ minReplicas: 1 })],
    ["no status in an annotation", OLD_CONDITIONS, NO_OLD_CONDITIONS],
  ],
  updates: [
    {
      name: "what an annotation says of a status is no part of what is wanted",
      to: OLD_CONDITIONS,
      becomes: NO_OLD_CONDITIONS,
    },
    {
      name: "what an annotation says of metrics is no part of a status",
      through: "status",
      to: {
        metadata: {
          annotations: {
            a: "b",
            "autoscaling.alpha.kubernetes.io/metrics": '[{"type":"Pods"}]',
            "autoscaling.alpha.kubernetes.io/conditions":
              '[{"type":"AbleToScale","status":"True"}]',
          },
        },
      },
      becomes: {
        metadata: {
          annotations: {
            a: "b",
            "autoscaling.alpha.kubernetes.io/metrics": null,
            "autoscaling.alpha.kubernetes.io/conditions":
              '[{"type":"AbleToScale","status":"True"}]',
          },
        },
      },
    },
  ],
  rows: [
    ["new", {}, { Targets: "cpu: <unknown>/80%", MinPods: "1", MaxPods: 5 }],
    [
      "measured",
      {
        ...spec({ targetCPUUtilizationPercentage: 50 }),
        status: { currentReplicas: 2, currentCPUUtilizationPercentage: 40 },
      },
      { Targets: "cpu: 40%/50%", Replicas: 2 },
    ],
  ],
});
