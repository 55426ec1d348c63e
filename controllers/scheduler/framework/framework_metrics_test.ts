import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import { type LivePod, pendingPodOf, type PodInfo } from "../pod/pod_info.ts";
import { permitWaits, ProfileMetrics } from "./framework_metrics.ts";
import {
  failed,
  type Plugin,
  type Point,
  POINTS,
  Profile,
  SKIP,
  unresolvable,
  unschedulable,
} from "./mod.ts";
import { WaitingPods } from "./waiting_pods.ts";

const signal = new AbortController().signal;
const pod = pendingPodOf({
  metadata: { namespace: "n", name: "p", uid: "p", resourceVersion: "1" },
  spec: { containers: [] },
} as unknown as LivePod);
const nodes = ["a", "b", "c"].map((name) => ({ name }) as NodeInfo);
const snapshot = { nodes } as unknown as Snapshot;
const NO_VERDICTS = { rejections: new Map(), absent: undefined };

/** A profile of plugins that are asked wherever they have an answer; `drawn`: what chance brings. */
function setUp(plugins: (takes: (ms: number) => void) => readonly Plugin[], drawn = 0) {
  const registry = new Registry();
  let nowMs = 0;
  const clock = Object.assign(new FakeClock(), { monotonic: () => nowMs });
  const all = plugins((ms) => nowMs += ms);
  const asked = POINTS.map((point) =>
    [point, all.filter((one) => one[point] !== undefined)] as const
  );
  const profile = new Profile({
    schedulerName: "s",
    plugins: Object.fromEntries(asked) as Record<Point, Plugin[]>,
    weights: new Map(),
    metrics: new ProfileMetrics("s", { metrics: registry, clock, random: () => drawn }),
  });
  /** The samples of a family whose names end so, without it. */
  const allShown = (family: string, end: string) =>
    registry.render().split("\n").filter((line) => line.startsWith(`scheduler_${family}${end}{`))
      .map((line) => line.slice(`scheduler_${family}${end}`.length));
  /** The same, but for those of 0. */
  const shown = (family: string, end: string) =>
    allShown(family, end).filter((line) => !line.endsWith(" 0"));
  return { profile, shown, allShown, cycle: profile.newCycle() };
}

type Setting = ReturnType<typeof setUp>;

const at = (point: string, status: string, seconds: number) =>
  `{extension_point="${point}",status="${status}",profile="s"} ${seconds}`;

interface Case {
  readonly plugins: (takes: (ms: number) => void) => readonly Plugin[];
  readonly ask: (on: Setting) => unknown;
  /** How long the points took, by what came of it. */
  readonly points: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "preEnqueue, also of a pod that is not let in": {
    plugins: (takes) => [{ name: "P", preEnqueue: () => (takes(1), unresolvable("no")) }],
    ask: ({ profile }) => profile.preEnqueue(pod),
    points: [at("PreEnqueue", "Success", 0.001)],
  },
  "a first look that all take": {
    plugins: (takes) => [
      { name: "P", preFilter: () => (takes(1), undefined) },
      { name: "Q", preFilter: () => (takes(2), SKIP) },
    ],
    ask: ({ profile, cycle }) => profile.preFilter(cycle, pod, snapshot),
    points: [at("PreFilter", "Success", 0.003)],
  },
  "a first look that says no": {
    plugins: (takes) => [{ name: "P", preFilter: () => (takes(1), unresolvable("no")) }],
    ask: ({ profile, cycle }) => profile.preFilter(cycle, pod, snapshot),
    points: [at("PreFilter", "UnschedulableAndUnresolvable", 0.001)],
  },
  "a first look that leaves no node": {
    plugins: (takes) => [{ name: "P", preFilter: () => (takes(1), { nodes: new Set() }) }],
    ask: ({ profile, cycle }) => profile.preFilter(cycle, pod, snapshot),
    points: [at("PreFilter", "UnschedulableAndUnresolvable", 0.001)],
  },
  "a look at the nodes, as one": {
    plugins: (takes) => [{ name: "P", filter: () => (takes(1), unschedulable("no")) }],
    ask: ({ profile, cycle }) =>
      profile.filtering(() => Promise.resolve(nodes.map((one) => profile.filter(cycle, pod, one)))),
    points: [at("Filter", "Success", 0.003)],
  },
  "a look at the nodes that fails": {
    plugins: () => [],
    ask: ({ profile }) =>
      assertRejects(() => profile.filtering(() => Promise.reject(new Error("broken")))),
    points: ['{extension_point="Filter",status="Error",profile="s"} 0'],
  },
  "room that is made": {
    plugins: (takes) => [{ name: "P", postFilter: () => (takes(1), { verdict: undefined }) }],
    ask: ({ profile, cycle }) => profile.postFilter(cycle, pod, NO_VERDICTS),
    points: [at("PostFilter", "Success", 0.001)],
  },
  "room that is made nowhere": {
    plugins: (takes) => [
      { name: "P", postFilter: () => (takes(1), { verdict: unschedulable("no") }) },
    ],
    ask: ({ profile, cycle }) => profile.postFilter(cycle, pod, NO_VERDICTS),
    points: [at("PostFilter", "Unschedulable", 0.001)],
  },
  "scores": {
    plugins: (takes) => [{
      name: "P",
      preScore: () => (takes(1), undefined),
      score: () => (takes(2), 1),
      normalize: () => takes(4),
    }],
    ask: ({ profile, cycle }) => profile.score(cycle, pod, nodes),
    points: [at("PreScore", "Success", 0.001), at("Score", "Success", 0.01)],
  },
  "scores that can't be": {
    plugins: (takes) => [{ name: "P", score: () => (takes(1), 101) }],
    ask: ({ profile, cycle }) => profile.score(cycle, pod, nodes),
    points: [at("Score", "Error", 0.003)],
  },
  "what is kept, and given back": {
    plugins: (takes) => [{
      name: "P",
      reserve: () => (takes(1), failed(new Error("broken"))),
      unreserve: () => takes(2),
    }],
    async ask({ profile, cycle }) {
      await profile.reserve(cycle, pod, "a");
      profile.unreserve(cycle, pod, "a");
    },
    points: [at("Reserve", "Error", 0.001), at("Unreserve", "Success", 0.002)],
  },
  "a permit that is waited for": {
    plugins: (takes) => [{ name: "P", permit: () => (takes(1), { waitMs: 5 }) }],
    ask: ({ profile, cycle }) => profile.permit(cycle, pod, "a"),
    points: [at("Permit", "Wait", 0.001)],
  },
  "a permit that is refused": {
    plugins: (takes) => [{ name: "P", permit: () => (takes(1), unschedulable("no")) }],
    ask: ({ profile, cycle }) => profile.permit(cycle, pod, "a"),
    points: [at("Permit", "Unschedulable", 0.001)],
  },
  "a binding that needs something before": {
    plugins: (takes) => [{
      name: "P",
      needsPreBind: () => true,
      preBind: () => (takes(1), Promise.resolve(undefined)),
      bind: () => (takes(2), Promise.resolve(undefined)),
      postBind: () => takes(4),
    }],
    async ask({ profile, cycle }) {
      profile.needsPreBind(cycle, pod, "a");
      await profile.preBind(cycle, pod, "a", signal);
      await profile.bind(cycle, pod, "a", signal);
      profile.postBind(cycle, pod, "a");
    },
    points: [
      at("Bind", "Success", 0.002),
      at("PostBind", "Success", 0.004),
      at("PreBind", "Success", 0.001),
    ],
  },
  "a binding that needs nothing before, and nobody does": {
    plugins: (takes) => [{
      name: "P",
      needsPreBind: () => (takes(4), false),
      preBind: () => Promise.resolve(undefined),
      bind: () => (takes(2), Promise.resolve(SKIP)),
    }],
    async ask({ profile, cycle }) {
      profile.needsPreBind(cycle, pod, "a");
      await profile.bind(cycle, pod, "a", signal);
    },
    points: [at("Bind", "Skip", 0.002), at("PreBindPreFlight", "Skip", 0.004)],
  },
};

for (const [name, { plugins, ask, points }] of Object.entries(cases)) {
  Deno.test(`scheduler_framework_extension_point_duration_seconds has ${name}`, async () => {
    const on = setUp(plugins);
    await ask(on);
    const wanted = points.filter((one) => !one.endsWith(" 0"));
    assertEquals(on.shown("framework_extension_point_duration_seconds", "_sum").sort(), wanted);
    const counted = on.shown("framework_extension_point_duration_seconds", "_count");
    for (const one of points) {
      const labels = one.slice(0, one.indexOf("}") + 1);
      assertEquals(counted.filter((line) => line.startsWith(labels)), [`${labels} 1`]);
    }
  });
}

/** A plugin that is asked everywhere, and takes a millisecond each time. */
const everywhere = (takes: (ms: number) => void): readonly Plugin[] => [{
  name: "P",
  preEnqueue: () => (takes(1), undefined),
  preFilter: () => (takes(1), undefined),
  addPod: () => takes(1),
  removePod: () => takes(1),
  filter: (_, __, { name }) => (takes(1), name === "b" ? unschedulable("no") : undefined),
  postFilter: () => (takes(1), { verdict: unschedulable("no") }),
  preScore: () => (takes(1), undefined),
  score: () => (takes(1), 1),
  normalize: () => takes(1),
  reserve: () => (takes(1), undefined),
  unreserve: () => takes(1),
  permit: () => (takes(1), { waitMs: 1 }),
  needsPreBind: () => (takes(1), false),
  preBind: () => Promise.resolve(undefined),
  bind: () => (takes(1), Promise.resolve(undefined)),
  postBind: () => takes(1),
}];

async function askAll({ profile, cycle }: Setting): Promise<void> {
  const other = pod as PodInfo;
  profile.preEnqueue(pod);
  await profile.preFilter(cycle, pod, snapshot);
  profile.addPod(cycle, pod, other, nodes[0]!);
  profile.removePod(cycle, pod, other, nodes[0]!);
  for (const node of nodes) profile.filter(cycle.clone(), pod, node);
  await profile.postFilter(cycle, pod, NO_VERDICTS);
  await profile.score(cycle, pod, nodes);
  await profile.reserve(cycle, pod, "a");
  profile.unreserve(cycle, pod, "a");
  await profile.permit(cycle, pod, "a");
  profile.needsPreBind(cycle, pod, "a");
  await profile.bind(cycle, pod, "a", signal);
  profile.postBind(cycle, pod, "a");
}

Deno.test("scheduler_plugin_execution_duration_seconds has one attempt of ten", async () => {
  const on = setUp(everywhere, 0.09);
  await askAll(on);
  const of = (point: string, status: string, count: number) =>
    `{plugin="P",extension_point="${point}",status="${status}"} ${count}`;
  const counts = [
    of("Bind", "Success", 1),
    of("Filter", "Success", 2),
    of("Filter", "Unschedulable", 1),
    of("Permit", "Wait", 1),
    of("PostBind", "Success", 1),
    of("PostFilter", "Unschedulable", 1),
    of("PreBindPreFlight", "Skip", 1),
    of("PreEnqueue", "Success", 1),
    of("PreFilter", "Success", 1),
    of("PreFilterExtensionAddPod", "Success", 1),
    of("PreFilterExtensionRemovePod", "Success", 1),
    of("PreScore", "Success", 1),
    of("Reserve", "Success", 1),
    of("Score", "Success", 3),
    of("ScoreExtensionNormalize", "Success", 1),
    of("Unreserve", "Success", 1),
  ];
  assertEquals(on.shown("plugin_execution_duration_seconds", "_count").sort(), counts);
  // Each time takes a millisecond.
  assertEquals(
    on.shown("plugin_execution_duration_seconds", "_sum").sort(),
    counts.map((one) => one.replace(/\d$/, (count) => `${Number(count) / 1000}`)),
  );
  const others = setUp(everywhere, 0.1);
  await askAll(others);
  assertEquals(others.shown("plugin_execution_duration_seconds", "_count"), []);
});

Deno.test("scheduler_plugin_evaluation_total counts plugins that had something to say, and shows all", async () => {
  const on = setUp((takes) => [
    ...everywhere(takes),
    { name: "Q", preFilter: () => SKIP, filter: () => undefined },
    { name: "R", preScore: () => SKIP, score: () => 1 },
  ], 1);
  const of = (plugin: string, point: string, count: number) =>
    `{plugin="${plugin}",extension_point="${point}",profile="s"} ${count}`;
  assertEquals(on.allShown("plugin_evaluation_total", "").sort(), [
    of("P", "Filter", 0),
    of("P", "PreFilter", 0),
    of("P", "PreScore", 0),
    of("P", "Score", 0),
    of("Q", "Filter", 0),
    of("Q", "PreFilter", 0),
    of("R", "PreScore", 0),
    of("R", "Score", 0),
  ]);
  await askAll(on);
  assertEquals(on.shown("plugin_evaluation_total", "").sort(), [
    of("P", "Filter", 3),
    of("P", "PreFilter", 1),
    of("P", "PreScore", 1),
    of("P", "Score", 3),
  ]);
});

const waits: Readonly<Record<string, (waiting: WaitingPods) => unknown>> = {
  Success: (waiting) => waiting.allow("p", "P"),
  Unschedulable: (waiting) => waiting.reject("p", "P", "no"),
};

for (const [result, end] of Object.entries(waits)) {
  Deno.test(`scheduler_permit_wait_duration_seconds has a wait that ends with ${result}`, async () => {
    const clock = new FakeClock();
    const registry = new Registry();
    const waiting = new WaitingPods(clock, permitWaits(registry));
    await waiting.wait("q", new Map());
    const answer = waiting.wait("p", new Map([["P", 60_000]]));
    await clock.advance(2500);
    end(waiting);
    await answer;
    const lines = registry.render().split("\n").filter((line) =>
      /^scheduler_permit_wait_duration_seconds_(sum|count)/.test(line)
    );
    assertEquals(lines, [
      `scheduler_permit_wait_duration_seconds_sum{result="${result}"} 2.5`,
      `scheduler_permit_wait_duration_seconds_count{result="${result}"} 1`,
    ]);
  });
}
