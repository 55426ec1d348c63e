import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { SharedInformers } from "../loop/mod.ts";
import { ClusterCache } from "./cluster/cluster_cache.ts";
import type { LiveNode } from "./cluster/node_info.ts";
import { ClusterFollower } from "./follow_cluster.ts";
import { ACTION } from "./framework/mod.ts";
import { permitWaits } from "./framework/framework_metrics.ts";
import { WaitingPods } from "./framework/waiting_pods.ts";
import { assumedOn, type LivePod, pendingPodOf } from "./pod/pod_info.ts";
import { Nominations } from "./queue/nominations.ts";
import { QueueMetrics } from "./queue/queue_metrics.ts";
import { SchedulingQueue } from "./queue/scheduling_queue.ts";

const never = new AbortController().signal;
let version = 0;

function node(name: string, more: object = {}): LiveNode {
  return {
    metadata: { name },
    spec: {},
    status: { allocatable: { cpu: "8", pods: "9" } },
    ...more,
  } as unknown as LiveNode;
}

function pod(
  name: string,
  { uid = name, on = "", phase = "Pending", nominated = "", as = "s" } = {},
) {
  return {
    metadata: { namespace: "n", name, uid, resourceVersion: String(++version) },
    spec: { containers: [], schedulerName: as, ...(on && { nodeName: on }) },
    status: { phase, ...(nominated && { nominatedNodeName: nominated }) },
  } as unknown as LivePod;
}

function setUp() {
  const clock = new FakeClock();
  const registry = new Registry();
  const dealtWith: string[] = [];
  const cache = new ClusterCache();
  const nominations = new Nominations();
  const waiting = new WaitingPods(clock, permitWaits(registry));
  const queue = new SchedulingQueue({
    clock,
    metrics: new QueueMetrics(registry),
    backoff: { initialMs: 1000, maxMs: 0 },
    mostWaitMs: 300_000,
    plugins: {
      compare: () => 0,
      preEnqueue: () => undefined,
      isHeard: () => true,
      interestsOf: () => [
        { resource: "Node", action: ACTION.all },
        { resource: "Pod", action: ACTION.delete },
      ],
    },
  });
  const follower = new ClusterFollower({
    informers: undefined as unknown as SharedInformers,
    names: NAMES.kubernetes,
    cache,
    queue,
    nominations,
    waiting,
    clock,
    dealtWith: (event) => dealtWith.push(event),
    isOurs: (name) => name === "s",
    isLookedAt: () => false,
  });
  const hear = (type: "Added" | "Updated" | "Deleted", object: LivePod) => {
    const { namespace, name } = object.metadata;
    follower.pod({ type, key: `${namespace}/${name}`, object });
  };
  /** A pod that a plugin has turned down. */
  const rejected = async (name: string) => {
    hear("Added", pod(name));
    const queued = (await queue.take(never))!;
    queued.rejectedBy = new Set(["P"]);
    queue.giveBack(queued);
    assertEquals(queue.placeOf(`n/${name}`), "unschedulable");
  };
  return {
    cache,
    queue,
    nominations,
    waiting,
    follower,
    registry,
    dealtWith,
    hear,
    rejected,
    [Symbol.dispose]: () => queue[Symbol.dispose](),
  };
}

const wakes: Readonly<
  Record<string, readonly [doIt: (on: ReturnType<typeof setUp>) => void, wakes: boolean]>
> = {
  "a new node": [({ follower }) => follower.node({ type: "Added", object: node("b") }), true],
  "a node that says something else": [
    ({ follower }) =>
      follower.node({ type: "Updated", object: node("a", { spec: { taints: [] }, status: {} }) }),
    true,
  ],
  "a node that says the same again": [
    ({ follower }) => follower.node({ type: "Updated", object: node("a") }),
    false,
  ],
  "a pod that leaves its node": [({ hear }) => hear("Deleted", pod("there", { on: "a" })), true],
  "a pod that is over": [
    ({ hear }) => hear("Updated", pod("there", { on: "a", phase: "Succeeded" })),
    true,
  ],
  "a pod that goes on": [
    ({ hear }) => hear("Updated", pod("there", { on: "a", phase: "Running" })),
    false,
  ],
  "a pod for which room was made, and that is gone": [
    ({ hear }) => hear("Deleted", pod("nominated")),
    true,
  ],
};

for (const [name, [doIt, wanted]] of Object.entries(wakes)) {
  Deno.test(`${name} ${wanted ? "wakes" : "does not wake"} pods that were turned down`, async () => {
    using on = setUp();
    on.follower.node({ type: "Added", object: node("a") });
    on.hear("Added", pod("there", { on: "a" }));
    on.hear("Added", pod("nominated", { nominated: "a", as: "another" }));
    await on.rejected("p");
    doIt(on);
    assertEquals(on.queue.placeOf("n/p"), wanted ? "active" : "unschedulable");
  });
}

Deno.test("pod() counts a pod that was bound and is gone before anybody was told no more", () => {
  using on = setUp();
  on.follower.node({ type: "Added", object: node("a") });
  const pending = pod("p");
  on.hear("Added", pending);
  on.cache.assume(assumedOn(pendingPodOf(pending), "a"));
  on.hear("Deleted", pod("p", { on: "a" }));
  assertEquals(on.cache.pods, 0);
});

Deno.test("pod() frees the room of a pod that is deleted while it is being bound", async () => {
  using on = setUp();
  on.follower.node({ type: "Added", object: node("a") });
  const pending = pod("p");
  on.hear("Added", pending);
  await on.queue.take(never);
  on.cache.assume(assumedOn(pendingPodOf(pending), "a"));
  on.queue.done("p");
  await on.rejected("waits");
  const changed = pod("p");
  const metadata = { ...changed.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
  on.hear("Updated", { ...changed, metadata } as LivePod);
  assertEquals(on.cache.pods, 0);
  assertEquals(on.queue.placeOf("n/waits"), "active");
});

Deno.test("pod() takes another pod of the same name for another one", () => {
  using on = setUp();
  on.hear("Added", pod("p", { uid: "old", nominated: "a" }));
  on.hear("Updated", pod("p", { uid: "new" }));
  assertEquals(on.queue.get("n/p")?.pod.uid, "new");
  assertEquals(on.nominations.on("a"), []);
});

Deno.test("pod() leaves pods of other schedulers alone, but for the room that is made for them", () => {
  using on = setUp();
  on.hear("Added", pod("p", { as: "another", nominated: "a" }));
  assertEquals(on.queue.placeOf("n/p"), undefined);
  assertEquals(on.nominations.on("a").map(({ name }) => name), ["p"]);
  on.hear("Updated", pod("p", { as: "another", on: "a" }));
  assertEquals(on.nominations.on("a"), []);
  assertEquals(on.cache.pods, 1);
});

Deno.test("pod() keeps room for a pod that waits as it is now", () => {
  using on = setUp();
  const labelled = (nominated: string) => {
    const changed = pod("p", { nominated });
    return { ...changed, metadata: { ...changed.metadata, labels: { a: "b" } } } as LivePod;
  };
  const kept = () => on.nominations.on("a").map(({ labels }) => ({ ...labels }));
  on.hear("Added", pod("p", { nominated: "a" }));
  on.hear("Updated", labelled("a"));
  assertEquals(kept(), [{ a: "b" }]);
  on.hear("Updated", pod("p"));
  assertEquals(kept(), []);
  // Room that is made, and that nobody was told of yet.
  on.nominations.put(pendingPodOf(pod("p")), "a");
  on.hear("Updated", labelled(""));
  assertEquals(kept(), [{ a: "b" }]);
});

Deno.test("pod() turns a pod away that waits for a permit and is gone", async () => {
  using on = setUp();
  const pending = pod("p");
  on.hear("Added", pending);
  const permission = on.waiting.wait("p", new Map([["P", 1000]]));
  on.hear("Deleted", pending);
  assertEquals((await permission)?.status.reasons, ["the pod is gone"]);
});

const dealt: Readonly<
  Record<
    string,
    readonly [doIt: (on: ReturnType<typeof setUp>) => void, events: readonly string[]]
  >
> = {
  "a new node": [
    ({ follower }) => follower.node({ type: "Added", object: node("b") }),
    ["NodeAdd"],
  ],
  "each change of a node": [
    ({ follower }) =>
      follower.node({
        type: "Updated",
        object: node("a", { spec: { taints: [{ key: "k", effect: "NoSchedule" }] }, status: {} }),
      }),
    ["NodeUpdateNodeAllocatable", "NodeUpdateNodeTaint"],
  ],
  "no node that says the same again": [
    ({ follower }) => follower.node({ type: "Updated", object: node("a") }),
    [],
  ],
  "a node that is gone": [
    ({ follower }) => follower.node({ type: "Deleted", object: node("a") }),
    ["NodeDelete"],
  ],
  "a pod on a node that changes": [
    ({ hear }) => hear("Updated", pod("there", { on: "a" })),
    ["AssignedPodUpdate"],
  ],
  "a pod on a node with other labels": [
    ({ hear }) => {
      const changed = pod("there", { on: "a" });
      hear("Updated", { ...changed, metadata: { ...changed.metadata, labels: { a: "b" } } });
    },
    ["AssignedPodUpdatePodLabel", "AssignedPodUpdate"],
  ],
  "a pod on a node that is over": [
    ({ hear }) => hear("Updated", pod("there", { on: "a", phase: "Failed" })),
    ["AssignedPodDelete"],
  ],
  "a pod that is new": [({ hear }) => hear("Added", pod("p")), ["UnschedulablePodAdd"]],
  "no pod of another scheduler": [({ hear }) => hear("Added", pod("p", { as: "another" })), []],
  "a pod without a node that changes": [
    ({ hear }) => hear("Updated", pod("waits")),
    ["UnschedulablePodUpdate"],
  ],
  "a pod without a node with other labels": [
    ({ hear }) => {
      const changed = pod("waits");
      hear("Updated", { ...changed, metadata: { ...changed.metadata, labels: { a: "b" } } });
    },
    ["UnschedulablePodUpdatePodLabel", "UnschedulablePodUpdate"],
  ],
  "a pod that has a node now": [
    ({ hear }) => hear("Updated", pod("waits", { on: "a" })),
    ["UnschedulablePodDelete", "AssignedPodAdd"],
  ],
  "a pod without a node that is gone": [
    ({ hear }) => hear("Deleted", pod("waits")),
    ["UnschedulablePodDelete"],
  ],
};

for (const [name, [doIt, events]] of Object.entries(dealt)) {
  Deno.test(`the follower says how long it took to deal with ${name}`, () => {
    using on = setUp();
    on.follower.node({ type: "Added", object: node("a") });
    on.hear("Added", pod("there", { on: "a" }));
    on.hear("Added", pod("waits"));
    on.dealtWith.length = 0;
    doIt(on);
    assertEquals(on.dealtWith, [...events]);
  });
}
