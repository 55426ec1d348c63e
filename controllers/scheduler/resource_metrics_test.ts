import { type Clock, FakeClock } from "../../toolkit/clock.ts";
import { NAMES } from "../../toolkit/names.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { SharedInformer } from "../loop/mod.ts";
import type { LivePod } from "./pod/pod_info.ts";
import { resourceMetrics } from "./resource_metrics.ts";

interface Said {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
  readonly on?: string;
  readonly phase?: string;
  readonly priority?: number;
}

function pod(name: string, { requests, limits, on, phase = "Pending", priority }: Said): LivePod {
  return {
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
    spec: {
      schedulerName: "s",
      ...(on !== undefined && { nodeName: on }),
      ...(priority !== undefined && { priority }),
      containers: [{ name: "c", resources: { requests, limits } }],
    },
    status: { phase },
  } as unknown as LivePod;
}

/** An informer that has these. */
function informerOf(pods: readonly LivePod[]): SharedInformer<LivePod> {
  const byKey = new Map(pods.map((one) => [`n/${one.metadata.name}`, one]));
  return {
    lister: { keys: () => byKey.keys() },
    derive: (make: (pod: LivePod) => unknown) => ({
      get: (key: string) => byKey.has(key) ? make(byKey.get(key)!) : undefined,
    }),
  } as unknown as SharedInformer<LivePod>;
}

async function piecesOf(
  pods: readonly LivePod[],
  clock: Clock = new FakeClock(),
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of resourceMetrics(informerOf(pods), NAMES.kubernetes, clock)) {
    pieces.push(new TextDecoder().decode(piece));
  }
  return pieces;
}

/** What is shown of a pod, without what all have in common. */
async function shown(said: Said): Promise<string[]> {
  const lines = (await piecesOf([pod("p", said)])).join("").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace('namespace="n",pod="p",', "").replace("kube_pod_resource_", ""));
}

const of = (part: string, resource: string, unit: string, value: string, node = "") =>
  `${part}{node="${node}",scheduler="s",priority="",resource="${resource}",unit="${unit}"} ${value}`;

const cases: Readonly<Record<string, readonly [said: Said, lines: readonly string[]]>> = {
  "with the unit of each resource": [
    {
      requests: {
        cpu: "250m",
        memory: "1Gi",
        "ephemeral-storage": "5",
        "hugepages-2Mi": "4Mi",
        "attachable-volumes-x": "3",
        "example.com/gpu": "2",
      },
    },
    [
      of("request", "cpu", "cores", "0.25"),
      of("request", "memory", "bytes", "1073741824"),
      of("request", "ephemeral-storage", "bytes", "5"),
      of("request", "hugepages-2Mi", "bytes", "4194304"),
      of("request", "attachable-volumes-x", "integer", "3"),
      of("request", "example.com/gpu", "", "2"),
    ],
  ],
  "with its limits": [{ limits: { cpu: "1500m" } }, [of("limit", "cpu", "cores", "1.5")]],
  "on its node": [{ requests: { cpu: "1" }, on: "a", phase: "Running" }, [
    of("request", "cpu", "cores", "1", "a"),
  ]],
  "but for what it asks nothing of": [{ requests: { cpu: "0", memory: "1" } }, [
    of("request", "memory", "bytes", "1"),
  ]],
  "unless it has succeeded": [{ requests: { cpu: "1" }, on: "a", phase: "Succeeded" }, []],
  "unless it has failed": [{ requests: { cpu: "1" }, on: "a", phase: "Failed" }, []],
};

for (const [name, [said, lines]] of Object.entries(cases)) {
  Deno.test(`resourceMetrics() shows a pod ${name}`, async () => {
    assertEquals(await shown(said), [...lines]);
  });
}

Deno.test("resourceMetrics() shows families that have samples, each once, with the priority of pods", async () => {
  const all = [
    pod("a", { requests: { cpu: "1" }, priority: -5 }),
    pod("b", { requests: { cpu: "2" }, limits: { cpu: "2" }, priority: 0 }),
  ];
  const lines = (await piecesOf(all)).join("").split("\n");
  assertEquals(lines.map((line) => line.replace(/(HELP \S+ \S+) .*/, "$1")), [
    "# HELP kube_pod_resource_request [STABLE]",
    "# TYPE kube_pod_resource_request gauge",
    'kube_pod_resource_request{namespace="n",pod="a",node="",scheduler="s",priority="-5",resource="cpu",unit="cores"} 1',
    'kube_pod_resource_request{namespace="n",pod="b",node="",scheduler="s",priority="0",resource="cpu",unit="cores"} 2',
    "# HELP kube_pod_resource_limit [STABLE]",
    "# TYPE kube_pod_resource_limit gauge",
    'kube_pod_resource_limit{namespace="n",pod="b",node="",scheduler="s",priority="0",resource="cpu",unit="cores"} 2',
    "",
  ]);
  assertEquals(await piecesOf([]), []);
});

Deno.test("no name of a scheduler breaks out of its label", async () => {
  const hostile = pod("p", { requests: { cpu: "1" } });
  const spec = { ...hostile.spec, schedulerName: 's"} 1\nup{job="x\\' };
  const [, , sample, ...more] = (await piecesOf([{ ...hostile, spec }])).join("").split("\n");
  assert(sample!.includes('scheduler="s\\"} 1\\nup{job=\\"x\\\\",'), sample);
  assertEquals(more, [""]);
});

Deno.test("resourceMetrics() sends many pods in pieces, and lets others in between", async () => {
  let [looks, turns] = [0, 0];
  const clock: Clock = {
    now: () => 0,
    // Each look takes a millisecond.
    monotonic: () => ++looks,
    after(_, callback) {
      turns++;
      queueMicrotask(callback);
      return { cancel() {} };
    },
  };
  const many = Array.from({ length: 5000 }, (_, at) => pod(`p${at}`, { requests: { cpu: "1" } }));
  const pieces = await piecesOf(many, clock);
  assert(pieces.length > 2, `${pieces.length} pieces`);
  assert(turns > 100, `${turns} turns of others`);
  assertEquals(pieces.join("").match(/^kube_pod_resource_request\{/gm)?.length, 5000);
});
