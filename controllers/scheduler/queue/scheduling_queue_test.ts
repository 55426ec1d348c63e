// Invariants of the queue, over random calls:
// 1. A pod comes out only when a naive list, looked at each moment, would hand it out, and in that order.
// 2. No pod is lost and none is handed out twice at a time.

import { runs } from "../../../testing/requirements.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { ACTION, type ClusterEvent, type EventInterest } from "../framework/mod.ts";
import { type LivePod, pendingPodOf } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import { prioritySort } from "../plugins/priority_sort.ts";
import { schedulingGates } from "../plugins/scheduling_gates.ts";
import { QueueMetrics } from "./queue_metrics.ts";
import { SchedulingQueue } from "./scheduling_queue.ts";

const NODE: ClusterEvent = { resource: "Node", action: ACTION.add, label: "NodeAdd" };
const never = new AbortController().signal;
const gates = schedulingGates();

const INTERESTS: Readonly<Record<string, readonly EventInterest[]>> = {
  Nodes: [{ resource: "Node", action: ACTION.add }],
  Never: [],
  Choosy: [{
    resource: "Node",
    action: ACTION.add,
    hint: (pod, _, after) => pod.name === after ? "Queue" : "Skip",
  }],
  SchedulingGates: gates.events!,
};

function pod(name: string, priority = 0, gate = false) {
  return pendingPodOf({
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
    spec: {
      priority,
      containers: [],
      ...(gate && { schedulingGates: [{ name: "g" }] }),
    },
  } as unknown as LivePod);
}

function queueOn(clock: FakeClock, registry = new Registry(), maxMs = 10_000): SchedulingQueue {
  return new SchedulingQueue({
    clock,
    metrics: new QueueMetrics(registry),
    backoff: { initialMs: 1000, maxMs },
    mostWaitMs: 300_000,
    plugins: {
      compare: (one, other) => prioritySort().compare!(one, other),
      preEnqueue(pod) {
        const verdict = gates.preEnqueue!(pod);
        return verdict && { plugin: gates.name, verdict };
      },
      isHeard: () => true,
      interestsOf: (_, plugin) => INTERESTS[plugin]!,
    },
  });
}

/** What is ready now. */
async function taken(queue: SchedulingQueue): Promise<QueuedPod | undefined> {
  return queue.sizes.active === 0 ? undefined : await queue.take(never);
}

function rejected(queued: QueuedPod, plugin: string): QueuedPod {
  queued.rejectedBy = new Set([plugin]);
  queued.rejections++;
  queued.errors = 0;
  return queued;
}

function broken(queued: QueuedPod): QueuedPod {
  queued.rejectedBy = new Set();
  queued.errors++;
  return queued;
}

Deno.test("take() hands out the more important pod first, then the one that waits longer", async () => {
  using queue = queueOn(new FakeClock());
  for (const [name, priority] of [["a", 0], ["b", 5], ["c", 5], ["d", 9]] as const) {
    queue.add(pod(name, priority));
  }
  const names: string[] = [];
  for (let next = await taken(queue); next; next = await taken(queue)) names.push(next.pod.name);
  assertEquals(names, ["d", "b", "c", "a"]);
});

Deno.test("giveBack() has a pod that was turned down wait for what its plugin hears of", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  queue.add(pod("a"));
  queue.giveBack(rejected((await taken(queue))!, "Choosy"));
  assertEquals(queue.placeOf("n/a"), "unschedulable");
  queue.happened(NODE, undefined, "b");
  assertEquals(queue.placeOf("n/a"), "unschedulable");
  queue.happened(NODE, undefined, "a");
  assertEquals(queue.placeOf("n/a"), "backoff");
  await clock.advance(2000);
  assertEquals(queue.placeOf("n/a"), "active");
});

Deno.test("happened() lets a pod rest to the end of the window in which its rest ends", async () => {
  for (const [ms, place] of [[1500, "backoff"], [2000, "active"]] as const) {
    const clock = new FakeClock();
    using queue = queueOn(clock);
    queue.add(pod("a"));
    queue.giveBack(rejected((await taken(queue))!, "Nodes"));
    await clock.advance(ms);
    queue.happened(NODE, undefined, undefined);
    assertEquals(queue.placeOf("n/a"), place);
  }
});

Deno.test("giveBack() heeds what happened while a node was looked for", async () => {
  using queue = queueOn(new FakeClock());
  queue.add(pod("a"));
  queue.add(pod("b"));
  const first = (await taken(queue))!;
  queue.happened(NODE, undefined, "a");
  const second = (await taken(queue))!;
  queue.giveBack(rejected(second, "Nodes"));
  assertEquals(queue.placeOf("n/b"), "unschedulable");
  queue.giveBack(rejected(first, "Nodes"));
  assertEquals(queue.placeOf("n/a"), "backoff");
});

Deno.test("giveBack() has a pod ready at once where what it waits for came after what may help, too", async () => {
  using queue = queueOn(new FakeClock());
  queue.add(pod("a"));
  const queued = rejected((await taken(queue))!, "Nodes");
  queued.pendingBy = new Set(["Choosy"]);
  queue.happened(NODE, undefined, "b");
  queue.happened(NODE, undefined, "a");
  queue.giveBack(queued);
  assertEquals(queue.placeOf("n/a"), "active");
});

Deno.test("giveBack() has a pod rest longer after each failure, ten seconds at most", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  queue.add(pod("a"));
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    queue.giveBack(broken((await taken(queue))!));
    await clock.advance(seconds * 1000);
    assertEquals(queue.placeOf("n/a"), "backoff", `after ${seconds} s`);
    await clock.advance(1000);
    assertEquals(queue.placeOf("n/a"), "active", `a window after ${seconds} s`);
  }
});

Deno.test("take() has a pod that was turned down early where no other is ready, one that failed not", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  queue.add(pod("a"));
  queue.add(pod("b"));
  queue.giveBack(broken((await taken(queue))!));
  queue.giveBack(rejected((await taken(queue))!, "Nodes"));
  queue.happened(NODE, undefined, "b");
  assertEquals(queue.sizes, { active: 0, backoff: 2, unschedulable: 0, gated: 0 });
  assertEquals((await queue.take(never))?.pod.name, "b");
  assertEquals(queue.placeOf("n/a"), "backoff");
});

Deno.test("add() leaves a pod with gates alone until they are gone", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  const gated = pod("a", 0, true);
  queue.add(gated);
  await clock.advance(600_000);
  assertEquals(queue.placeOf("n/a"), "unschedulable");
  const gone: ClusterEvent = { resource: "Pod", action: ACTION.podGatesGone, label: "" };
  queue.update(pod("a"), gated, [gone]);
  assertEquals(queue.placeOf("n/a"), "active");
});

Deno.test("a pod that nothing helped is tried again after five minutes", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  queue.add(pod("a"));
  queue.giveBack(rejected((await taken(queue))!, "Never"));
  await clock.advance(299_000);
  assertEquals(queue.placeOf("n/a"), "unschedulable");
  await clock.advance(31_000);
  assertEquals(queue.placeOf("n/a"), "active");
});

Deno.test("a pod knows since when it can be tried, and whether nothing has helped it since the last attempt", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  const gated = pod("a", 0, true);
  queue.add(gated);
  await clock.advance(5000);
  const gone: ClusterEvent = { resource: "Pod", action: ACTION.podGatesGone, label: "" };
  queue.update(pod("a"), gated, [gone]);
  const states = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const queued = (await taken(queue))!;
    states.push([queued.readySinceMs, queued.isFlushed]);
    queue.giveBack(attempt === 0 ? rejected(queued, "Never") : broken(queued));
    await clock.advance(330_000);
  }
  assertEquals(states, [[5000, false], [5000, true], [5000, false]]);
});

Deno.test("take() settles with nothing when it is told to end", async () => {
  using queue = queueOn(new FakeClock());
  const stop = new AbortController();
  const waiting = queue.take(stop.signal);
  stop.abort();
  assertEquals(await waiting, undefined);
});

/** What a naive list knows of a pod. */
interface Known {
  readonly name: string;
  readonly priority: number;
  place: "ready" | "resting" | "waiting" | "out";
  since: number;
  order: number;
  failures: number;
  isError: boolean;
}

type Step =
  | { readonly do: "add"; readonly pod: number; readonly priority: number }
  | { readonly do: "take" | "fail" | "reject" | "done" | "event" }
  | { readonly do: "wait"; readonly ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("add" as const),
      pod: fc.integer({ min: 0, max: 7 }),
      priority: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({ do: fc.constantFrom("take", "fail", "reject", "done", "event") }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 4000 }) }),
  ) as fc.Arbitrary<Step>,
  { maxLength: 60 },
);

Deno.test("the queue does what a naive list does that is looked at each moment", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const clock = new FakeClock();
      using queue = queueOn(clock);
      const known = new Map<string, Known>();
      const out: QueuedPod[] = [];
      let order = 0;
      const wake = (one: Known) => {
        one.place = isResting(one, clock.monotonic()) ? "resting" : "ready";
      };
      for (const step of all) {
        for (const one of known.values()) if (one.place === "resting") wake(one);
        if (step.do === "add") {
          const name = `p${step.pod}`;
          if (known.has(name)) continue;
          queue.add(pod(name, step.priority));
          known.set(name, {
            name,
            priority: step.priority,
            place: "ready",
            since: clock.monotonic(),
            order: order++,
            failures: 0,
            isError: false,
          });
        } else if (step.do === "take") {
          const [wanted] = next(known.values());
          const got = wanted === undefined ? undefined : await queue.take(never);
          assertEquals(got?.pod.name, wanted?.name);
          if (got === undefined) assertEquals(queue.sizes.active, 0);
          else {
            out.push(got);
            wanted!.place = "out";
          }
        } else if (step.do === "event") {
          queue.happened(NODE, undefined, undefined);
          for (const one of known.values()) {
            if (one.place === "waiting") wake(one);
          }
          // Those that are out hear of it when they come back.
          for (const one of out) missed.add(one);
        } else if (step.do === "wait") {
          await clock.advance(step.ms);
        } else {
          const queued = out.shift();
          if (queued === undefined) continue;
          const one = known.get(queued.pod.name)!;
          if (step.do === "done") {
            queue.done(queued.pod.uid);
            known.delete(one.name);
            continue;
          }
          const isError = step.do === "fail";
          one.failures = isError ? queued.errors + 1 : queued.rejections + 1;
          one.isError = isError;
          one.since = clock.monotonic();
          one.order = order++;
          queue.giveBack(isError ? broken(queued) : rejected(queued, "Nodes"));
          if (isError || missed.has(queued)) wake(one);
          else one.place = "waiting";
          missed.delete(queued);
        }
        const lost = [...known.values()].filter(({ name, place }) =>
          place !== "out" && queue.placeOf(`n/${name}`) === undefined
        );
        const ready = [...known.values()].filter((one) =>
          one.place === "ready" ||
          (one.place === "resting" && !isResting(one, clock.monotonic()))
        );
        assertEquals(queue.sizes.active, ready.length);
        assert(lost.length === 0, `lost ${lost.map(({ name }) => name)}`);
      }
    }),
    { numRuns: runs(300) },
  );
});

const missed = new WeakSet<QueuedPod>();

/** Those that may be handed out, the next one first: what rests for an error never. */
function next(known: Iterable<Known>): Known[] {
  const all = [...known];
  const byOrder = (one: Known, other: Known) =>
    other.priority - one.priority || one.since - other.since || one.order - other.order;
  const ready = all.filter(({ place }) => place === "ready").sort(byOrder);
  if (ready.length > 0) return ready;
  return all.filter(({ place, isError }) => place === "resting" && !isError)
    .sort((one, other) => windowEnd(one) - windowEnd(other) || byOrder(one, other));
}

function windowEnd({ since, failures }: Known): number {
  return Math.floor((since + Math.min(10_000, 1000 * 2 ** (failures - 1))) / 1000) * 1000;
}

function isResting(one: Known, now: number): boolean {
  return one.failures > 0 && windowEnd(one) >= Math.floor(now / 1000) * 1000;
}

Deno.test("stateOf() says where a pod is, and why", async () => {
  const clock = new FakeClock();
  using queue = queueOn(clock);
  const one = pod("one");
  assertEquals(queue.stateOf(one), undefined);
  queue.add(one);
  const fresh = { attempts: 0, errors: 0, rejectedBy: [], pendingBy: [], waitedMs: 0 };
  assertEquals(queue.stateOf(one), { ...fresh, place: "active" });
  const queued = (await taken(queue))!;
  assertEquals(queue.stateOf(one), { place: "in flight" });
  queued.rejections++;
  queued.rejectedBy = new Set(["Nodes"]);
  queue.giveBack(queued);
  await clock.advance(300);
  const rejected = { ...fresh, attempts: 1, rejectedBy: ["Nodes"], waitedMs: 300 };
  assertEquals(queue.stateOf(one), { ...rejected, place: "unschedulable" });
  queue.happened(NODE, undefined, "a");
  assertEquals(queue.stateOf(one), { ...rejected, place: "backoff", restsMs: 1700 });
  queue.add(pod("gated", 0, true));
  assertEquals(queue.stateOf(pod("gated")), {
    ...fresh,
    place: "unschedulable",
    rejectedBy: ["SchedulingGates"],
    gatedBy: "SchedulingGates",
  });
  queue.delete(one.key);
  assertEquals(queue.stateOf(one), undefined);
});
