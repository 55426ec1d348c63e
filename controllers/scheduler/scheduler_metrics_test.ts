import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { ClusterCache } from "./cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "./cluster/node_info.ts";
import { assumedOn, type LivePod, pendingPodOf, podInfoOf } from "./pod/pod_info.ts";
import type { QueuedPod } from "./pod/queued_pod.ts";
import { schedulerMetrics } from "./scheduler_metrics.ts";

function setUp() {
  const registry = new Registry();
  const metrics = schedulerMetrics(registry);
  /** The samples of a family, but for its buckets, without its name. */
  const shown = (family: string) =>
    registry.render().split("\n").filter((line) => line.startsWith(`scheduler_${family}`))
      .filter((line) => !line.includes("_bucket"))
      .map((line) => line.slice(`scheduler_${family}`.length));
  return { registry, metrics, shown };
}

const queued = (more: Partial<QueuedPod>) =>
  ({ attempts: 1, readySinceMs: 1000, isFlushed: false, ...more }) as QueuedPod;

Deno.test("attempts are counted with how long they took, by result and profile", () => {
  const { metrics, shown } = setUp();
  metrics.attempted("unschedulable", "s", 20);
  metrics.attempted("unschedulable", "s", 30);
  metrics.attempted("error", "s", 40);
  metrics.bound(queued({}), "t", 500, 4000);
  metrics.decided(1500);
  assertEquals(shown("schedule_attempts_total"), [
    '{result="unschedulable",profile="s"} 2',
    '{result="error",profile="s"} 1',
    '{result="scheduled",profile="t"} 1',
  ]);
  assertEquals(shown("scheduling_attempt_duration_seconds"), [
    '_sum{result="unschedulable",profile="s"} 0.05',
    '_count{result="unschedulable",profile="s"} 2',
    '_sum{result="error",profile="s"} 0.04',
    '_count{result="error",profile="s"} 1',
    '_sum{result="scheduled",profile="t"} 0.5',
    '_count{result="scheduled",profile="t"} 1',
  ]);
  assertEquals(shown("scheduling_algorithm_duration_seconds"), ["_sum 1.5", "_count 1"]);
});

Deno.test("bound() counts how many attempts a pod took, and how long since it could be tried first", () => {
  const { metrics, shown } = setUp();
  assertEquals(shown("pod_scheduling_attempts"), ["_sum 0", "_count 0"]);
  metrics.bound(queued({}), "s", 500, 4000);
  for (const attempts of [14, 15, 16]) metrics.bound(queued({ attempts }), "s", 500, 2000);
  assertEquals(shown("pod_scheduling_attempts"), ["_sum 46", "_count 4"]);
  assertEquals(shown("pod_scheduling_sli_duration_seconds"), [
    '_sum{attempts="1"} 3',
    '_count{attempts="1"} 1',
    '_sum{attempts="14"} 1',
    '_count{attempts="14"} 1',
    '_sum{attempts="15+"} 2',
    '_count{attempts="15+"} 2',
  ]);
});

Deno.test("bound() counts pods that nothing had helped", () => {
  const { metrics, shown } = setUp();
  metrics.bound(queued({}), "s", 500, 4000);
  assertEquals(shown("pod_scheduled_after_flush_total"), [" 0"]);
  metrics.bound(queued({ isFlushed: true }), "s", 500, 4000);
  assertEquals(shown("pod_scheduled_after_flush_total"), [" 1"]);
});

Deno.test("binding() counts pods that are being bound", () => {
  const { metrics, shown } = setUp();
  {
    using _ = metrics.binding();
    using __ = metrics.binding();
    assertEquals(shown("goroutines"), ['{operation="binding"} 2']);
  }
  assertEquals(shown("goroutines"), ['{operation="binding"} 0']);
});

Deno.test("dealtWith() counts how long events took", () => {
  const { metrics, shown } = setUp();
  metrics.dealtWith("NodeAdd", 2);
  metrics.dealtWith("NodeAdd", 3);
  assertEquals(shown("event_handling_duration_seconds"), [
    '_sum{event="NodeAdd"} 0.005',
    '_count{event="NodeAdd"} 2',
  ]);
});

Deno.test("watch() shows what the cache holds, until it is disposed", () => {
  const { metrics, shown } = setUp();
  const cache = new ClusterCache();
  const pod = (name: string, nodeName?: string) =>
    ({
      metadata: { namespace: "n", name, uid: name, resourceVersion: "1" },
      spec: { containers: [], nodeName },
    }) as unknown as LivePod;
  const watching = metrics.watch(cache);
  cache.putNode(nodeViewOf({ metadata: { name: "a" } } as unknown as LiveNode, NAMES.kubernetes));
  cache.putPod(podInfoOf(pod("there", "a")));
  for (const name of ["p", "q", "r"]) cache.assume(assumedOn(pendingPodOf(pod(name)), "a"));
  cache.putPod(podInfoOf(pod("p", "a")));
  cache.forget("q");
  assertEquals(shown("cache_size"), [
    '{type="nodes"} 1',
    '{type="pods"} 3',
    '{type="assumed_pods"} 1',
  ]);
  watching[Symbol.dispose]();
  cache.deletePod("r");
  assertEquals(shown("cache_size").at(-1), '{type="assumed_pods"} 1');
});
