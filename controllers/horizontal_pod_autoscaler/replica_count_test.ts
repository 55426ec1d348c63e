/** Replicas by metrics: numbers counted by hand. */
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { groupPods, type Sample, type ScaledPod } from "./pod_groups.ts";
import {
  averageTarget,
  countByPods,
  countByRatio,
  countByShare,
  utilizationTarget,
} from "./replica_count.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const PERIODS = { cpuInitializationMs: 120_000, initialReadinessDelayMs: 10_000 };
const TENTH = { down: 0.1, up: 0.1 };

/** A pod by how it is: started so many seconds ago, ready or not since so many seconds. */
interface Given {
  readonly phase?: string;
  readonly deleting?: boolean;
  readonly started?: number | null;
  readonly ready?: readonly [status: string, secondsAgo: number] | null;
  readonly used?: number;
  readonly sampled?: number;
}

function podOf(index: number, given: Given): ScaledPod {
  const { phase = "Running", deleting = false, started = 3600, ready = ["True", 3500] } = given;
  return {
    key: `ns/p${index}`,
    name: `p${index}`,
    labels: {},
    isDeleting: deleting,
    phase,
    startedMs: started === null ? undefined : NOW - started * 1000,
    ready: ready === null ? undefined : { status: ready[0], sinceMs: NOW - ready[1] * 1000 },
  };
}

function count(
  pods: readonly Given[],
  current: number,
  target: { readonly percent: number; readonly request?: number } | { readonly average: number },
  { tolerances = TENTH, resource = "cpu" } = {},
) {
  const views = pods.map((pod, index) => podOf(index, pod));
  const samples = new Map<string, Sample>();
  for (const [index, { used, sampled = 0 }] of pods.entries()) {
    if (used === undefined) continue;
    const sample = { value: BigInt(used), atMs: NOW - sampled * 1000, windowMs: 60_000 };
    samples.set(`p${index}`, sample);
  }
  const groups = groupPods(views, samples, resource, PERIODS, NOW);
  return countByPods(samples, groups, current, tolerances, () => {
    if ("average" in target) return averageTarget(BigInt(target.average));
    const { percent, request = 1000 } = target;
    return utilizationTarget(new Map(views.map(({ name }) => [name, BigInt(request)])), percent);
  });
}

const used = (...amounts: number[]): Given[] => amounts.map((used) => ({ used }));
const UNREADY: Given = { started: 60, ready: ["False", 60], used: 900 };
const STARTED: Given = { started: 60, ready: ["True", 30], used: 900 };
const NONE: Given = {};

const BY_PERCENT: [
  what: string,
  pods: Given[],
  current: number,
  percent: number,
  replicas: number,
  utilization: number,
][] = [
  ["goes up", used(300, 500, 700), 3, 30, 5, 50],
  ["goes down", used(100, 300, 500, 250, 250), 5, 50, 3, 28],
  ["stays within a tenth above", used(1010, 1030, 1020), 3, 100, 3, 102],
  ["stays at a tenth above", used(1100), 1, 100, 1, 110],
  ["goes up just past a tenth", used(1110), 1, 100, 2, 111],
  ["stays at a tenth below", used(900), 1, 100, 1, 90],
  ["drops what is below a percent", used(509), 1, 50, 1, 50],
  ["counts ready pods, not wanted ones", used(900, 900), 5, 30, 6, 90],
  ["goes to none where nothing is used", used(0, 0), 2, 50, 0, 0],
  ["holds back an increase for unready pods", [...used(500, 700), UNREADY], 3, 30, 4, 60],
  ["doesn't go up where unready pods may do", [...used(400), UNREADY, UNREADY], 3, 30, 3, 40],
  ["ignores unready pods where it goes down", [...used(100, 100), UNREADY], 3, 50, 1, 10],
  ["holds back an increase for pods of new samples", [...used(500, 700), STARTED], 3, 30, 4, 60],
  ["holds back an increase for missing samples", [...used(900, 900), NONE], 3, 30, 6, 90],
  ["holds back a decrease for missing samples", [...used(100, 100), NONE], 3, 50, 3, 10],
  ["goes down a little for few missing", [...used(100, 100, 100, 100), NONE], 5, 50, 3, 10],
  [
    "takes missing ones for the target where that is more",
    [...used(200, 200), NONE],
    3,
    200,
    2,
    20,
  ],
  ["takes missing ones for idle where it would go up", [...used(600, 600), NONE], 2, 50, 2, 60],
  ["never goes up where less is used", [...used(100, 100, 100, 100), NONE], 2, 50, 2, 10],
  ["goes neither way for missing where nothing is to do", [...used(500, 500), NONE], 3, 50, 3, 50],
  [
    "leaves those on their way out alone",
    [
      ...used(500, 700),
      { used: 900, deleting: true },
      { used: 900, phase: "Failed" },
    ],
    4,
    30,
    4,
    60,
  ],
  ["takes pending pods for unready", [...used(500, 700), { phase: "Pending" }], 3, 30, 4, 60],
];

for (const [what, pods, current, percent, replicas, utilization] of BY_PERCENT) {
  Deno.test(`countByPods() ${what}`, () => {
    const counted = count(pods, current, { percent });
    assertEquals([counted.replicas, counted.utilization], [replicas, utilization]);
  });
}

const READINESS: [what: string, pod: Given, counts: boolean][] = [
  ["ready for long", {}, true],
  ["without a condition", { ready: null }, false],
  ["without a start", { started: null }, false],
  ["unready in its first minutes", { started: 60, ready: ["False", 50] }, false],
  ["ready in its first minutes, with an older sample", {
    started: 90,
    ready: ["True", 80],
    sampled: 30,
  }, false],
  ["ready in its first minutes, with a newer sample", {
    started: 90,
    ready: ["True", 80],
    sampled: 20,
  }, true],
  ["unready later, that was never ready", { started: 200, ready: ["False", 195] }, false],
  ["unready later, that was ready before", { started: 200, ready: ["False", 100] }, true],
  ["of unknown readiness later", { started: 200, ready: ["Unknown", 195] }, true],
];

for (const [what, pod, counts] of READINESS) {
  Deno.test(`groupPods() ${counts ? "counts" : "leaves out"} processors of a pod ${what}`, () => {
    const samples = new Map([["p0", {
      value: 1n,
      atMs: NOW - (pod.sampled ?? 0) * 1000,
      windowMs: 60_000,
    }]]);
    const ready = (resource: string) =>
      groupPods([podOf(0, pod)], samples, resource, PERIODS, NOW).ready;
    assertEquals([ready("cpu"), ready("memory")], [counts ? 1 : 0, 1]);
  });
}

const BY_AVERAGE: [
  what: string,
  pods: Given[],
  current: number,
  average: number,
  replicas: number,
  found: bigint,
][] = [
  ["goes up", used(20_000, 10_000, 30_000), 3, 15_000, 4, 20_000n],
  ["goes down", used(10_000, 10_000, 10_000), 3, 20_000, 2, 10_000n],
  ["stays", used(20_000, 21_000), 2, 20_000, 2, 20_500n],
  [
    "takes missing ones for the target where it goes down",
    [...used(10_000), NONE],
    2,
    20_000,
    2,
    10_000n,
  ],
  [
    "takes missing ones for none where it goes up",
    [...used(60_000, 60_000), NONE],
    3,
    20_000,
    6,
    60_000n,
  ],
  ["heeds no readiness", [...used(50_000), { ...UNREADY, used: 50_000 }], 2, 20_000, 5, 50_000n],
];

for (const [what, pods, current, average, replicas, found] of BY_AVERAGE) {
  Deno.test(`countByPods() of an average ${what}`, () => {
    const counted = count(pods, current, { average }, { resource: "" });
    assertEquals([counted.replicas, counted.average, counted.utilization], [
      replicas,
      found,
      undefined,
    ]);
  });
}

Deno.test("countByPods() has a tolerance for each direction", () => {
  const tolerances = { down: 0.5, up: 0.01 };
  assertEquals(count(used(510), 1, { percent: 1000 / 20 }, { tolerances }).replicas, 2);
  assertEquals(count(used(300, 300), 2, { percent: 50 }, { tolerances }).replicas, 2);
  assertEquals(count(used(240, 240), 2, { percent: 50 }, { tolerances }).replicas, 1);
});

Deno.test("countByPods() refuses what nothing can be made of", () => {
  const pending = [{ phase: "Pending", used: 5 }];
  assertThrows(() => count(pending, 1, { percent: 5 }), /did not receive metrics/);
  const nothing = { percent: 5, request: 0 };
  assertThrows(() => count(used(5), 1, nothing), /no metrics returned matched known pods/);
});

Deno.test("countByPods() stays within what can be said when samples are as large as can be", () => {
  const most = 2n ** 63n - 1n;
  const samples = new Map(["a", "b"].map((name) => [name, { value: most, atMs: 0, windowMs: 0 }]));
  const groups = { ready: 2, unready: new Set(""), missing: new Set(""), ignored: new Set("") };
  const { replicas, average } = countByPods(samples, groups, 2, TENTH, () => averageTarget(1n));
  assertEquals([replicas, average], [2 ** 31 - 1, most]);
});

Deno.test("countByRatio() counts ready pods, and from none the ratio itself", () => {
  const cases: [ratio: number, current: number, ready: number, expected: number][] = [
    [2, 3, 3, 6],
    [2, 3, 2, 4],
    [1.05, 3, 0, 3],
    [0.4, 3, 3, 2],
    [0, 3, 3, 0],
    [2.5, 0, 0, 3],
    [Infinity, 3, 3, 2 ** 31 - 1],
    [1e30, 3, 3, 2 ** 31 - 1],
  ];
  for (const [ratio, current, ready, expected] of cases) {
    assertEquals(countByRatio(ratio, current, TENTH, () => ready), expected, `${ratio}`);
  }
});

Deno.test("countByShare() shares among the replicas that there are", () => {
  const cases: [usage: bigint, share: bigint, replicas: number, expected: [number, bigint]][] = [
    [8600n, 2867n, 3, [3, 2867n]],
    [8600n, 2150n, 3, [4, 2867n]],
    [400n, 200n, 8, [2, 50n]],
    [400n, 200n, 0, [2, 2n ** 63n - 1n]],
    [0n, 200n, 0, [0, 0n]],
    [2n ** 63n - 1n, 1n, 1, [2 ** 31 - 1, 2n ** 63n - 1n]],
  ];
  for (const [usage, share, replicas, expected] of cases) {
    const found = countByShare(usage, share, replicas, TENTH);
    assertEquals([found.replicas, found.average], expected, `${usage}/${share} of ${replicas}`);
  }
});
