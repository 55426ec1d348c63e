import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { ClusterCache } from "../cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "../cluster/node_info.ts";
import { CycleState, type SchedulerHandle, unschedulable } from "../framework/mod.ts";
import { type LivePod, pendingPodOf, podInfoOf } from "../pod/pod_info.ts";
import { defaultPreemption } from "./default_preemption.ts";

const live = (name: string, spec: object) =>
  ({
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
    spec: { containers: [], ...spec },
  }) as unknown as LivePod;

Deno.test("postFilter says that an extender could not be asked as it says all else", async () => {
  const cache = new ClusterCache();
  cache.putNode(
    nodeViewOf({ metadata: { name: "a" } } as unknown as LiveNode, NAMES.kubernetes),
  );
  cache.putPod(podInfoOf(live("there", { nodeName: "a" })));
  const snapshot = cache.snapshot();
  const full = { plugin: "", status: unschedulable("full") };
  const extender = {
    preempts: true,
    isInterested: () => true,
    preempt: () => Promise.reject(new Error("no line")),
  };
  const handle = {
    clock: new FakeClock(),
    metrics: new Registry(),
    informers: { of: () => ({ lister: { derive: () => ({ list: () => [] }) } }) },
    random: () => 0,
    snapshot: () => snapshot,
    extenders: () => [extender],
    addPod() {},
    removePod() {},
    filterWithNominated: (_: unknown, __: unknown, { pods }: { pods: readonly unknown[] }) =>
      pods.length > 0 ? full : undefined,
  } as unknown as SchedulerHandle;
  const plugin = defaultPreemption(handle, {
    minCandidateNodesPercentage: 10,
    minCandidateNodesAbsolute: 100,
  });
  const verdicts = { rejections: new Map([["a", full]]), absent: undefined };
  const pod = pendingPodOf(live("new", { priority: 1 }));
  const { verdict } = await plugin.postFilter!(new CycleState(), pod, verdicts);
  assertEquals([verdict?.code, verdict?.reasons], ["Error", ["preemption: no line"]]);
});
