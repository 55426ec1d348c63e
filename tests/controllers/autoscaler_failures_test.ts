/** Metrics that can't be had: replicas stay, and it is said why. */
import type { autoscalingV2 } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  ACTIVE,
  cpu,
  IN_RANGE,
  QPS,
  QPS_FROM_OUTSIDE,
  QPS_OF_INGRESS,
  QPS_OF_PODS,
  RESCALED,
  serveAll,
} from "./autoscaler_metrics.ts";
import { AutoscalerStage } from "./autoscaler_stage.ts";

type Spec = autoscalingV2.MetricSpec;

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
    QPS_OF_PODS,
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
    QPS_OF_INGRESS,
    "FailedGetObjectMetric",
    /returned 2 results when we asked for exactly one$/,
  ],
  [
    "no values from outside",
    ({ metrics }) => void metrics.answers.set("external.metrics", () => ({})),
    QPS_FROM_OUTSIDE,
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
  await stage.scale({ metrics: [cpu(50), QPS_FROM_OUTSIDE], behavior });
  assertEquals(await stage.replicas(), 3);
  assertEquals((await stage.status()).conditions[1], "ScalingActive=False FailedGetExternalMetric");
  stage.use({ cpu: "900m" });
  await stage.env.settle("15s");
  assertEquals(await stage.replicas(), 6);
  const { conditions, currentMetrics } = await stage.status();
  assertEquals(conditions, [RESCALED, ACTIVE, IN_RANGE]);
  assertEquals(currentMetrics.length, 2);
});
