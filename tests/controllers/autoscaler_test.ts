/** Autoscalers, from metrics to replicas. */
import {
  type autoscalingV2,
  CustomResourceDefinition,
  Deployment,
  dynamicKind,
  HorizontalPodAutoscaler,
} from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { AutoscalerStage, CPU } from "./autoscaler_stage.ts";

type Spec = autoscalingV2.MetricSpec;

const cpu = (averageUtilization: number): Spec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
const GOOD = ["AbleToScale=True SucceededRescale", "ScalingActive=True ValidMetricFound"];
const IN = "ScalingLimited=False DesiredWithinRange";
const QPS = { name: "qps", selector: { matchLabels: { verb: "GET" } } };
const INGRESS = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "front" };
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
    {
      type: "Pods",
      pods: { metric: QPS, target: { type: "AverageValue", averageValue: "10" } },
    },
    6,
    {
      type: "Pods",
      pods: { metric: QPS, current: { averageValue: "20" } },
    },
    "pods metric qps above target",
  ],
  [
    "a value of an object",
    {
      type: "Object",
      object: { metric: QPS, describedObject: INGRESS, target: { type: "Value", value: "30" } },
    },
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
    {
      type: "External",
      external: { metric: QPS, target: { type: "Value", value: "5" } },
    },
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

function serveAll(stage: AutoscalerStage): void {
  stage.use({ cpu: "900m", memory: "256Mi" });
  const { answers } = stage.metrics;
  answers.set("custom.metrics", () => ({ versions: [{ version: "v1beta2" }] }));
  answers.set("custom.metrics/v1beta2/namespaces/default/ingresses", () => ({
    items: [{ value: "40" }],
  }));
  answers.set("custom.metrics/v1beta2/namespaces/default/pods", async () => {
    const { items } = await stage.client.list(
      dynamicKind({ version: "v1", kind: "Pod", plural: "pods" }),
    );
    return {
      items: items.map(({ metadata: { name } }) => ({ describedObject: { name }, value: "20" })),
    };
  });
  answers.set("external.metrics/v1beta1/namespaces/default/qps", () => ({
    items: [{ value: "4" }, { value: "6" }],
  }));
}

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
      conditions: [...GOOD, IN],
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
    GOOD[1],
    IN,
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
    ["AbleToScale=True SucceededRescale"],
    "Current number of replicas above Spec.MaxReplicas",
  ],
  [
    2,
    { minReplicas: 5 },
    5,
    ["AbleToScale=True SucceededRescale"],
    "Current number of replicas below Spec.MinReplicas",
  ],
  [0, {}, 0, ["AbleToScale=True SucceededGetScale", "ScalingActive=False ScalingDisabled"], ""],
  [
    3,
    { maxReplicas: 4 },
    4,
    [...GOOD, "ScalingLimited=True TooManyReplicas"],
    `${CPU} above target`,
  ],
  [
    1,
    { maxReplicas: 90, metrics: [cpu(1)] },
    4,
    [...GOOD, "ScalingLimited=True ScaleUpLimit"],
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

const gone = (): Response => new Response("no", { status: 503 });
const FAILURES: [
  what: string,
  serve: (stage: AutoscalerStage) => void,
  spec: Spec,
  reason: string,
  said: RegExp,
][] = [
  [
    "no API of metrics",
    () => {},
    cpu(50),
    "FailedGetResourceMetric",
    /^failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource/,
  ],
  [
    "an API that is away",
    ({ metrics }) => void metrics.answers.set("metrics", gone),
    cpu(50),
    "FailedGetResourceMetric",
    /unable to fetch metrics from resource metrics API: /,
  ],
  [
    "no metrics",
    ({ metrics }) => void metrics.answers.set("metrics", () => ({ items: [] })),
    cpu(50),
    "FailedGetResourceMetric",
    /no metrics returned from resource metrics API$/,
  ],
  [
    "an answer that is no object",
    ({ metrics }) => void metrics.answers.set("metrics", () => [1]),
    cpu(50),
    "FailedGetResourceMetric",
    /the answer of the metrics API is no object$/,
  ],
  [
    "an answer that is no JSON",
    ({ metrics }) => void metrics.answers.set("metrics", () => new Response("{")),
    cpu(50),
    "FailedGetResourceMetric",
    /JSON/,
  ],
  [
    "items that are no objects",
    ({ metrics }) => void metrics.answers.set("metrics", () => ({ items: [null] })),
    cpu(50),
    "FailedGetResourceMetric",
    /an item of the metrics API is no object$/,
  ],
  [
    "an amount that is none",
    (stage) => stage.use({ cpu: "lots" }),
    cpu(50),
    "FailedGetResourceMetric",
    /quantities must match/,
  ],
  [
    "pods without samples",
    (stage) => stage.use({ memory: "1" }),
    cpu(50),
    "FailedGetResourceMetric",
    /did not receive metrics for targeted pods \(pods might be unready\)$/,
  ],
  [
    "a container that no pod has",
    (stage) => stage.use((index) => index === 9 ? undefined : { cpu: "1" }),
    {
      type: "ContainerResource",
      containerResource: {
        name: "cpu",
        container: "x",
        target: { type: "Utilization", averageUtilization: 5 },
      },
    },
    "FailedGetContainerResourceMetric",
    /did not receive metrics for targeted pods/,
  ],
  [
    "what nobody requests",
    (stage) => stage.use({ "example.com/gpu": "1" }),
    {
      type: "Resource",
      resource: { name: "example.com/gpu", target: { type: "Utilization", averageUtilization: 5 } },
    },
    "FailedGetResourceMetric",
    /missing request for example.com\/gpu in container c of Pod web-/,
  ],
  [
    "no API of custom metrics",
    () => {},
    METRICS[3]![1],
    "FailedGetPodsMetric",
    /^unable to get metric qps: unable to fetch metrics from custom metrics API: no custom metrics API \(custom.metrics.k8s.io\) registered$/,
  ],
  [
    "an object of an unknown kind",
    serveAll,
    {
      type: "Object",
      object: {
        metric: QPS,
        describedObject: { kind: "Nothing", name: "x" },
        target: { type: "Value", value: "1" },
      },
    },
    "FailedGetObjectMetric",
    /^unable to get metric qps: Nothing on default x\/unable to fetch metrics from custom metrics API: unable to map kind Nothing to resource: no matches for kind "Nothing" in group ""$/,
  ],
  [
    "several values of one object",
    (stage) => {
      serveAll(stage);
      stage.metrics.answers.set(
        "custom.metrics/v1beta2/namespaces/default/ingresses",
        () => ({ items: [{}, {}] }),
      );
    },
    METRICS[4]![1],
    "FailedGetObjectMetric",
    /returned 2 results when we asked for exactly one$/,
  ],
  [
    "no values from outside",
    ({ metrics }) => void metrics.answers.set("external.metrics", () => ({})),
    METRICS[6]![1],
    "FailedGetExternalMetric",
    /^unable to get external metric default\/qps\/&LabelSelector\{.*\}: no metrics returned from external metrics API$/,
  ],
];

for (const [what, serve, spec, reason, said] of FAILURES) {
  Deno.test(`with ${what} replicas stay, and it is said why`, async () => {
    await using stage = await AutoscalerStage.open(3);
    serve(stage);
    await stage.scale({ metrics: [spec] });
    assertEquals(await stage.replicas(), 3);
    const { conditions, currentMetrics } = await stage.status();
    assertEquals(conditions, [
      "AbleToScale=True SucceededGetScale",
      `ScalingActive=False ${reason}`,
    ]);
    assertEquals(currentMetrics, [{ type: "" }]);
    const [prefix, rest] = (await stage.says("ScalingActive"))!.split(/(?<=replica count): /);
    assertEquals(prefix, "the HPA was unable to compute the replica count");
    const message = (await stage.says("ScalingActive"))!.slice(prefix!.length + 2);
    assert(rest !== undefined && said.test(message), message);
    const events = await stage.events();
    assertEquals(events.map((one) => one.split(":")[0]), [
      `Warning ${reason}`,
      "Warning FailedComputeMetricsReplicas",
    ]);
    assert(
      events[1]!.includes("invalid metrics (1 invalid out of 1), first error is: failed to get"),
    );
  });
}

Deno.test("a metric that fails holds back what would take replicas away, and nothing else", async () => {
  await using stage = await AutoscalerStage.open(3);
  stage.use({ cpu: "100m" });
  const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
  await stage.scale({ metrics: [cpu(50), METRICS[6]![1]], behavior });
  assertEquals(await stage.replicas(), 3);
  assertEquals((await stage.status()).conditions[1], "ScalingActive=False FailedGetExternalMetric");
  stage.use({ cpu: "900m" });
  await stage.env.settle("15s");
  assertEquals(await stage.replicas(), 6);
  const { conditions, currentMetrics } = await stage.status();
  assertEquals(conditions, [...GOOD, IN]);
  assertEquals(currentMetrics.length, 2);
});

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
  assertEquals((await stage.status()).conditions[1], GOOD[1]);
});

Deno.test("whatever has a scale is scaled, if it says which pods it has", async () => {
  await using stage = await AutoscalerStage.open(2);
  stage.use({ cpu: "900m" });
  await stage.client.create(CustomResourceDefinition, {
    metadata: { name: "sets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Set", plural: "sets" },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            "x-kubernetes-preserve-unknown-fields": true,
          } as never,
        },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
      }],
    },
  });
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

Deno.test("an autoscaler works in the other dialect, too", async () => {
  await using stage = await AutoscalerStage.open(3, "orch");
  serveAll(stage);
  await stage.scale({ metrics: [cpu(50), METRICS[4]![1]] });
  assertEquals(await stage.replicas(), 6);
  const asked = "custom.metrics/v1beta2/namespaces/default/ingresses.networking.orch.io/front/qps";
  assert(stage.metrics.asked.some((one) => one.startsWith(asked)), stage.metrics.asked.join());
});

for (const [times, replicas] of [[4, 6], [5, 3]] as const) {
  Deno.test(`a scale that somebody else writes ${times} times first becomes ${replicas}`, async () => {
    await using stage = await AutoscalerStage.open(3);
    stage.use({ cpu: "900m" });
    let left: number = times;
    stage.metrics.beforePut = async () => {
      if (left-- <= 0) return;
      const annotations = { left: `${left}` };
      await stage.client.patch(Deployment, "web", { metadata: { annotations } });
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
  assertEquals((await stage.status("other")).conditions[1], GOOD[1]);
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
