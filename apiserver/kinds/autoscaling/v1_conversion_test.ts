import { canonicalObject, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { autoscalerRules, setAutoscalerDefaults } from "./autoscaler.ts";
import { autoscalerConverter } from "./v1_conversion.ts";

const schema = schemaOf("kubernetes");
const { fromStored, toStored } = autoscalerConverter(schema);
const TYPE = schema.struct("autoscaling/v2", "HorizontalPodAutoscaler");
const PREFIX = "autoscaling.alpha.kubernetes.io/";

const CPU = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const SELECTOR = { matchLabels: { a: "b" } };
const METRIC = { name: "queue", selector: SELECTOR };
const AVERAGE = { type: "AverageValue", averageValue: "10" };
const OTHERS = [
  { type: "Resource", resource: { name: "memory", target: AVERAGE } },
  {
    type: "Object",
    object: {
      describedObject: { kind: "A", name: "a", apiVersion: "b/v1" },
      target: { type: "Value", value: "3" },
      metric: METRIC,
    },
  },
  {
    type: "Object",
    object: { describedObject: { kind: "A", name: "a" }, target: AVERAGE, metric: METRIC },
  },
  { type: "Pods", pods: { metric: METRIC, target: AVERAGE } },
  { type: "External", external: { metric: METRIC, target: { type: "Value", value: "3" } } },
  { type: "External", external: { metric: METRIC, target: AVERAGE } },
  {
    type: "ContainerResource",
    containerResource: {
      name: "cpu",
      target: { type: "Utilization", averageUtilization: 5 },
      container: "main",
    },
  },
];
const VALUE = { value: "3", averageValue: "1" };
const STATUSES = [
  {
    type: "Resource",
    resource: { name: "cpu", current: { averageValue: "1", averageUtilization: 7 } },
  },
  { type: "Pods", pods: { metric: METRIC, current: { averageValue: "1" } } },
  {
    type: "Object",
    object: { metric: METRIC, current: VALUE, describedObject: { kind: "A", name: "a" } },
  },
  { type: "External", external: { metric: METRIC, current: VALUE } },
  {
    type: "ContainerResource",
    containerResource: { name: "cpu", current: { averageValue: "2" }, container: "main" },
  },
];
const CONDITIONS = [
  { type: "AbleToScale", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z", reason: "a" },
];
const RULES = { selectPolicy: "Min", policies: [{ type: "Pods", value: 1, periodSeconds: 2 }] };

function autoscaler(spec: object, status: object = {}, annotations?: object): JsonObject {
  const object = canonicalObject(TYPE, {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "a", ...(annotations && { annotations }) },
    spec: { scaleTargetRef: { kind: "D", name: "d", apiVersion: "a/v1" }, maxReplicas: 3, ...spec },
    status: { desiredReplicas: 0, ...status },
  });
  setAutoscalerDefaults(object);
  return object;
}

const ROUND_TRIPS: readonly (readonly [string, JsonObject])[] = [
  ["what is by default", autoscaler({})],
  ["the processor's use", autoscaler({ metrics: [CPU] })],
  ["metrics of all types", autoscaler({ metrics: [...OTHERS, CPU] })],
  ["no processor's use", autoscaler({ metrics: OTHERS })],
  ["two uses of the processor", autoscaler({ metrics: [CPU, CPU] })],
  ["a behavior", autoscaler({ behavior: { scaleUp: RULES, scaleDown: { tolerance: "100m" } } })],
  ["a status", autoscaler({}, { currentMetrics: STATUSES, conditions: CONDITIONS })],
  ["annotations", autoscaler({ metrics: OTHERS }, {}, { a: "b" })],
];

for (const [name, object] of ROUND_TRIPS) {
  Deno.test(`the old version of an autoscaler loses nothing: ${name}`, () => {
    assertEquals(toStored(fromStored(object)), object);
  });
}

Deno.test("the old version of an autoscaler is what the reference shows", () => {
  const { metadata, spec, status } = fromStored(
    autoscaler(
      { metrics: [...OTHERS.slice(1, 2), CPU], behavior: { scaleUp: RULES, scaleDown: RULES } },
      { currentMetrics: STATUSES.slice(0, 1), conditions: CONDITIONS },
    ),
  ) as { metadata: { annotations: Record<string, string> }; spec: JsonObject; status: JsonObject };
  assertEquals(spec.targetCPUUtilizationPercentage, 50);
  assertEquals(status.currentCPUUtilizationPercentage, 7);
  const shown = Object.fromEntries(
    Object.entries(metadata.annotations).map(([key, text]) => [key, JSON.parse(text)]),
  );
  const policies = [{ Type: "Pods", Value: 1, PeriodSeconds: 2 }];
  assertEquals(shown, {
    [`${PREFIX}metrics`]: [{
      type: "Object",
      object: {
        target: { kind: "A", name: "a", apiVersion: "b/v1" },
        metricName: "queue",
        targetValue: "3",
        selector: SELECTOR,
      },
    }],
    [`${PREFIX}current-metrics`]: [{
      type: "Resource",
      resource: { name: "cpu", currentAverageUtilization: 7, currentAverageValue: "1" },
    }],
    [`${PREFIX}conditions`]: CONDITIONS,
    [`${PREFIX}behavior`]: {
      ScaleUp: {
        StabilizationWindowSeconds: 0,
        SelectPolicy: "Min",
        Policies: policies,
        Tolerance: null,
      },
      ScaleDown: {
        StabilizationWindowSeconds: null,
        SelectPolicy: "Min",
        Policies: policies,
        Tolerance: null,
      },
    },
  });
});

Deno.test("annotations of an autoscaler are escaped as Go escapes", () => {
  const conditions = [{ ...CONDITIONS[0], message: "a<b & c" }];
  const { metadata } = fromStored(autoscaler({}, { conditions }));
  const { annotations } = metadata as { annotations: Record<string, string> };
  assertEquals(
    annotations[`${PREFIX}conditions`],
    '[{"type":"AbleToScale","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z",' +
      '"reason":"a","message":"a\\u003cb \\u0026 c"}]',
  );
});

Deno.test("the old version says how many pods there are, none too", () => {
  const { status } = fromStored(autoscaler({}));
  assertEquals(status, { currentReplicas: 0, desiredReplicas: 0 });
  const some = fromStored(autoscaler({}, { currentReplicas: 3 }));
  assertEquals(some.status, { currentReplicas: 3, desiredReplicas: 0 });
});

Deno.test("a behavior that says nothing is none", () => {
  for (const text of ["{}", '{"ScaleUp":null,"ScaleDown":null}']) {
    const old = fromStored(autoscaler({}));
    const annotations = { [`${PREFIX}behavior`]: text };
    const stored = toStored({ ...old, metadata: { name: "a", annotations } });
    assertEquals(stored, autoscaler({}), text);
  }
});

Deno.test("annotations of an autoscaler that say nothing break nothing", () => {
  const junk = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom(
      "[null]",
      "[1]",
      '[{"type":1}]',
      "[".repeat(100_000),
      '{"ScaleUp":[[1]]}',
      "{}",
    ),
  );
  const names = fc.constantFrom("metrics", "current-metrics", "conditions", "behavior");
  fc.assert(fc.property(fc.dictionary(names, junk), (texts) => {
    const annotations = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [PREFIX + name, text]),
    );
    const old = fromStored(autoscaler({}));
    const stored = toStored({ ...old, metadata: { name: "a", annotations } });
    // It is an object of its kind, and shown without fault.
    assertEquals(canonicalObject(TYPE, stored), stored);
    autoscalerRules(NAMES.kubernetes).validate(stored);
    toStored(fromStored(stored));
  }));
});
