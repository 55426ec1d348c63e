import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import { type LivePod, pendingPodOf } from "../pod/pod_info.ts";
import { ProfileMetrics } from "./framework_metrics.ts";
import { type Plugin, type Point, POINTS, Profile, unschedulable } from "./mod.ts";

const signal = new AbortController().signal;
const pod = pendingPodOf({
  metadata: { namespace: "n", name: "p", uid: "p", resourceVersion: "1" },
  spec: { containers: [] },
} as unknown as LivePod);

/** A profile of plugins that are asked wherever they have an answer. */
function profileOf(...plugins: readonly Plugin[]): Profile {
  const asked = POINTS.map((point) =>
    [point, plugins.filter((one) => one[point] !== undefined)] as const
  );
  return new Profile({
    schedulerName: "s",
    plugins: Object.fromEntries(asked) as Record<Point, Plugin[]>,
    weights: new Map(),
    metrics: new ProfileMetrics("s", {
      metrics: new Registry(),
      clock: new FakeClock(),
      random: () => 1,
    }),
  });
}

Deno.test("what goes wrong is told with the plugin and where it was asked", async () => {
  const breaks = () => Promise.reject(new Error("no line"));
  const profile = profileOf({
    name: "P",
    reserve: breaks,
    permit: breaks,
    preBind: breaks,
    bind: breaks,
  });
  const cycle = profile.newCycle();
  const said = [
    await profile.reserve(cycle, pod, "a"),
    (await profile.permit(cycle, pod, "a")).rejection,
    await profile.preBind(cycle, pod, "a", signal),
    await profile.bind(cycle, pod, "a", signal),
  ];
  assertEquals(said.map((one) => one?.status.reasons.join()), [
    'running Reserve plugin "P": no line',
    'running Permit plugin "P": no line',
    'running PreBind plugin "P": no line',
    'running Bind plugin "P": no line',
  ]);
});

Deno.test("preEnqueue() keeps a pod back where it can't be said whether it may be tried", () => {
  const preEnqueue = () => {
    throw new Error("no line");
  };
  const gate = profileOf({ name: "Open", preEnqueue: () => undefined }, { name: "P", preEnqueue })
    .preEnqueue(pod);
  assertEquals([gate?.plugin, gate?.verdict?.code, gate?.verdict?.reasons], [
    "P",
    "Error",
    ["no line"],
  ]);
});

Deno.test("postFilter() heeds what the last plugin that said so says of room that was made before", async () => {
  const profile = profileOf(
    { name: "A", postFilter: () => ({ nominatedNodeName: "", verdict: unschedulable("a") }) },
    { name: "B", postFilter: () => ({ verdict: unschedulable("b") }) },
  );
  const verdicts = { rejections: new Map(), absent: undefined };
  const { nominatedNodeName, verdict } = await profile.postFilter(
    profile.newCycle(),
    pod,
    verdicts,
  );
  assertEquals([nominatedNodeName, verdict?.reasons], ["", ["a", "b"]]);
});

const scoring: Readonly<Record<string, readonly [plugin: Omit<Plugin, "name">, said: string]>> = {
  "the look at the nodes that are left": [
    { preScore: () => Promise.reject(new Error("no line")), score: () => 1 },
    'running PreScore plugin "P": no line',
  ],
  "a no where none is of use": [
    { preScore: () => unschedulable("full"), score: () => 1 },
    'running PreScore plugin "P": full',
  ],
  "the score of a node": [
    {
      score: () => {
        throw new Error("no line");
      },
    },
    'running Score plugins: plugin "P" failed with: no line',
  ],
  "bringing scores to their range": [
    {
      score: () => 1,
      normalize: () => {
        throw new Error("no line");
      },
    },
    'running Normalize on Score plugins: plugin "P" failed with: no line',
  ],
  "a score that is none": [
    { score: () => 101 },
    'applying score defaultWeights on Score plugins: plugin "P" returns an invalid score 101, ' +
    "it should in the range of [0, 100] after normalizing",
  ],
};

for (const [name, [plugin, said]] of Object.entries(scoring)) {
  Deno.test(`score() says what went wrong: ${name}`, async () => {
    const profile = profileOf({ name: "P", ...plugin });
    const nodes = [{ name: "a" } as NodeInfo];
    const scores = await profile.score(profile.newCycle(), pod, nodes);
    assertEquals(Array.isArray(scores) ? scores : scores.status, {
      code: "Error",
      reasons: [said],
      error: Array.isArray(scores) ? undefined : scores.status.error,
    });
  });
}
