import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { ACTION, type ClusterEvent, type EventInterest, unschedulable } from "../framework/mod.ts";
import { type LivePod, pendingPodOf } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import { QueueMetrics } from "./queue_metrics.ts";
import { SchedulingQueue } from "./scheduling_queue.ts";

const NODE: ClusterEvent = { resource: "Node", action: ACTION.add, label: "NodeAdd" };
const GATE_GONE: ClusterEvent = {
  resource: "Pod",
  action: ACTION.podGatesGone,
  label: "UnschedulablePodUpdatePodSchedulingGatesEliminated",
};
const never = new AbortController().signal;

function setUp() {
  const clock = new FakeClock();
  /** What work has taken. */
  let workedMs = 0;
  const registry = new Registry();
  const metrics = new QueueMetrics(registry);
  let isGated = false;
  const interests: Readonly<Record<string, readonly EventInterest[]>> = {
    Yes: [{ resource: "Node", action: ACTION.add, hint: () => (workedMs += 3, "Queue") }],
    No: [{ resource: "Node", action: ACTION.add, hint: () => "Skip" }],
    Broken: [{
      resource: "Node",
      action: ACTION.add,
      hint() {
        throw new Error("broken");
      },
    }],
    Gate: [{ resource: "Pod", action: ACTION.podGatesGone }],
  };
  const queue = new SchedulingQueue({
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() + workedMs,
      after: (ms, callback) => clock.after(ms, callback),
    },
    metrics,
    backoff: { initialMs: 1000, maxMs: 10_000 },
    mostWaitMs: 300_000,
    plugins: {
      compare: (one, other) => one.order - other.order,
      preEnqueue: () => isGated ? { plugin: "Gate", verdict: unschedulable("gated") } : undefined,
      isHeard: () => true,
      interestsOf: (_, plugin) => interests[plugin]!,
    },
  });
  const watching = metrics.watch(queue, registry);
  return {
    clock,
    queue,
    gate: (is: boolean) => isGated = is,
    take: async () => (await queue.take(never))!,
    /** Turned down by a plugin, or broken where it has no name. */
    giveBack(queued: QueuedPod, ...plugins: string[]): void {
      queued.rejectedBy = new Set(plugins);
      if (plugins.length > 0) queued.rejections++;
      else queued.errors++;
      queue.giveBack(queued);
    },
    /** The samples of a family that are not 0, without its name. */
    shown: (family: string) =>
      registry.render().split("\n").filter((line) =>
        line.startsWith(`scheduler_${family}{`) && !line.endsWith(" 0")
      ).map((line) => line.slice(`scheduler_${family}`.length)),
    [Symbol.dispose]() {
      watching[Symbol.dispose]();
      queue[Symbol.dispose]();
    },
  };
}

type Setting = ReturnType<typeof setUp>;

const pod = (name: string, schedulerName = "s") =>
  pendingPodOf({
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
    spec: { containers: [], schedulerName },
  } as unknown as LivePod);

const came = (queue: string, event: string, times = 1) =>
  `{queue="${queue}",event="${event}"} ${times}`;

const ADDED = came("active", "UnschedulablePodAdd");

const movements: Readonly<
  Record<string, readonly [happens: (on: Setting) => void | Promise<void>, seen: string[]]>
> = {
  "a pod that is new": [({ queue }) => queue.add(pod("a")), [ADDED]],
  "a pod that is heard of first when it changes": [
    ({ queue }) => queue.update(pod("a"), pod("a"), []),
    [came("active", "UnschedulablePodUpdate")],
  ],
  "a pod that changes where it is": [({ queue }) => {
    queue.add(pod("a"));
    queue.update(pod("a"), pod("a"), []);
  }, [ADDED]],
  "a pod that is not let in, and then is": [({ queue, gate }) => {
    gate(true);
    queue.add(pod("a"));
    queue.update(pod("a"), pod("a"), [GATE_GONE]);
    gate(false);
    queue.update(pod("a"), pod("a"), [GATE_GONE]);
  }, [
    came("unschedulable", "UnschedulablePodAdd"),
    came("active", GATE_GONE.label),
  ]],
  "a pod that is turned down": [async ({ queue, take, giveBack }) => {
    queue.add(pod("a"));
    giveBack(await take(), "No");
    queue.happened(NODE, undefined, undefined);
  }, [ADDED, came("unschedulable", "ScheduleAttemptFailure")]],
  "a pod that an event helps, and that rests": [async ({ queue, take, giveBack, clock }) => {
    queue.add(pod("a"));
    giveBack(await take(), "Yes");
    queue.happened(NODE, undefined, undefined);
    await clock.advance(2000);
  }, [
    ADDED,
    came("unschedulable", "ScheduleAttemptFailure"),
    came("backoff", "NodeAdd"),
    came("active", "BackoffComplete"),
  ]],
  "a pod that is tried before its rest is over": [async ({ queue, take, giveBack }) => {
    queue.add(pod("a"));
    giveBack(await take(), "Yes");
    queue.happened(NODE, undefined, undefined);
    await take();
  }, [
    ADDED,
    came("unschedulable", "ScheduleAttemptFailure"),
    came("backoff", "NodeAdd"),
    came("active", "PopFromBackoffQ"),
  ]],
  "a pod that was helped while it was tried": [async ({ queue, take, giveBack }) => {
    queue.add(pod("a"));
    const queued = await take();
    queue.happened(NODE, undefined, undefined);
    giveBack(queued, "Yes");
  }, [ADDED, came("backoff", "ScheduleAttemptFailure")]],
  "a pod with which something went wrong": [async ({ queue, take, giveBack }) => {
    queue.add(pod("a"));
    giveBack(await take());
  }, [ADDED, came("backoff", "ScheduleAttemptFailure")]],
  "pods that are activated": [async ({ queue, take, giveBack }) => {
    for (const name of ["a", "b"]) queue.add(pod(name));
    const [one, other] = [await take(), await take()];
    giveBack(one, "No");
    giveBack(other);
    queue.activate([pod("a"), pod("b")]);
  }, [
    came("active", "UnschedulablePodAdd", 2),
    came("unschedulable", "ScheduleAttemptFailure"),
    came("backoff", "ScheduleAttemptFailure"),
    came("active", "ForceActivate", 2),
  ]],
  "a pod that nothing helps for long": [async ({ queue, take, giveBack, clock }) => {
    queue.add(pod("a"));
    giveBack(await take(), "No");
    await clock.advance(330_000);
  }, [
    ADDED,
    came("unschedulable", "ScheduleAttemptFailure"),
    came("active", "UnschedulableTimeout"),
  ]],
};

for (const [name, [happens, seen]] of Object.entries(movements)) {
  Deno.test(`scheduler_queue_incoming_pods_total counts ${name}`, async () => {
    using on = setUp();
    await happens(on);
    assertEquals(on.shown("queue_incoming_pods_total").sort(), seen.toSorted());
  });
}

Deno.test("scheduler_pending_pods tells those that are not let in from those that were turned down", async () => {
  using on = setUp();
  for (const name of ["a", "b", "c"]) on.queue.add(pod(name));
  on.giveBack(await on.take(), "No");
  on.giveBack(await on.take());
  on.gate(true);
  for (const name of ["d", "e"]) on.queue.add(pod(name));
  assertEquals(on.shown("pending_pods"), [
    '{queue="active"} 1',
    '{queue="backoff"} 1',
    '{queue="unschedulable"} 1',
    '{queue="gated"} 2',
  ]);
});

Deno.test("scheduler_unschedulable_pods counts a pod for each plugin that turned it down, while it waits", async () => {
  using on = setUp();
  const of = (plugin: string, count: number, profile = "s") =>
    `{plugin="${plugin}",profile="${profile}"} ${count}`;
  on.queue.add(pod("a"));
  on.queue.add(pod("b"));
  on.queue.add(pod("c", "t"));
  const pods = [await on.take(), await on.take(), await on.take()] as const;
  on.giveBack(pods[0], "No", "Broken");
  pods[1].pendingBy = new Set(["Yes"]);
  on.giveBack(pods[1], "No", "Yes");
  on.giveBack(pods[2], "No");
  const all = [of("No", 2), of("Broken", 1), of("Yes", 1), of("No", 1, "t")].sort();
  assertEquals(on.shown("unschedulable_pods").sort(), all);
  on.queue.delete("n/a");
  assertEquals(on.shown("unschedulable_pods").sort(), [
    of("No", 1),
    of("No", 1, "t"),
    of("Yes", 1),
  ]);
  // It counts until it is tried again.
  on.queue.activate([pod("b"), pod("c", "t")]);
  assertEquals(on.shown("unschedulable_pods").length, 3);
  await on.take();
  assertEquals(on.shown("unschedulable_pods"), [of("No", 1, "t")]);
  on.gate(true);
  on.queue.add(pod("d"));
  assertEquals(on.shown("unschedulable_pods").sort(), [of("Gate", 1), of("No", 1, "t")]);
});

Deno.test("scheduler_queueing_hint_execution_duration_seconds has each answer, and how long it took", async () => {
  using on = setUp();
  for (const [at, plugin] of ["Yes", "No", "Broken", "Yes"].entries()) {
    on.queue.add(pod(`p${at}`));
    on.giveBack(await on.take(), plugin);
  }
  on.queue.happened(NODE, undefined, undefined);
  const of = (plugin: string, hint: string) =>
    `{plugin="${plugin}",event="NodeAdd",hint="${hint}"}`;
  assertEquals(on.shown("queueing_hint_execution_duration_seconds_count"), [
    `${of("Yes", "Queue")} 2`,
    `${of("No", "QueueSkip")} 1`,
    `${of("Broken", "Error")} 1`,
  ]);
  assertEquals(on.shown("queueing_hint_execution_duration_seconds_sum"), [
    `${of("Yes", "Queue")} 0.006`,
  ]);
});

Deno.test("scheduler_inflight_events counts pods on their way, and what is kept for them", async () => {
  using on = setUp();
  on.queue.add(pod("a"));
  on.queue.add(pod("b"));
  on.queue.happened(NODE, undefined, undefined);
  assertEquals(on.shown("inflight_events"), []);
  await on.take();
  on.queue.happened(NODE, undefined, undefined);
  await on.take();
  on.queue.happened(NODE, undefined, undefined);
  on.queue.happened(GATE_GONE, undefined, undefined);
  assertEquals(on.shown("inflight_events"), [
    '{event="PodPopped"} 2',
    '{event="NodeAdd"} 2',
    `{event="${GATE_GONE.label}"} 1`,
  ]);
  // Nobody has to hear of the first one any more.
  on.queue.done("a");
  assertEquals(on.shown("inflight_events")[1], '{event="NodeAdd"} 1');
  on.queue.done("b");
  assertEquals(on.shown("inflight_events"), []);
});
