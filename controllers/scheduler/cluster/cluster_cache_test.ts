// Invariants, over random calls: the sums of each node are those of its pods counted anew, a sum that is kept
// is the one that is made anew, and a snapshot has every node once.

import { runs } from "../../../testing/requirements.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { type LivePod, podInfoOf } from "../pod/pod_info.ts";
import { ClusterCache } from "./cluster_cache.ts";
import { KeptTally } from "./kept_tally.ts";
import { type LiveNode, type NodeInfo, nodeViewOf } from "./node_info.ts";

const names = NAMES.kubernetes;

function view(name: string, zone = "") {
  return nodeViewOf({
    metadata: { name, labels: zone === "" ? {} : { [names.labelZone]: zone } },
    status: { allocatable: { cpu: "8", pods: "9" } },
  } as unknown as LiveNode, names);
}

function pod(uid: string, nodeName: string, cpu = 1) {
  return podInfoOf({
    metadata: { namespace: "n", name: uid, uid, resourceVersion: "1" },
    spec: {
      nodeName,
      containers: [{ name: "c", resources: { requests: { cpu: `${cpu}m` } } }],
    },
  } as unknown as LivePod);
}

/** The sum of what is asked for, over all nodes. */
class Asked {
  milliCpu = 0;
  of = ({ requested }: NodeInfo) => requested.milliCpu || undefined;
  count(value: number, sign: 1 | -1): void {
    this.milliCpu += sign * value;
  }
  clear(): void {
    this.milliCpu = 0;
  }
}

Deno.test("snapshot() has nodes of each zone in turn", () => {
  const cache = new ClusterCache();
  for (
    const [name, zone] of [["a", "1"], ["b", "1"], ["c", "1"], ["d", "2"], ["e", "3"]] as const
  ) {
    cache.putNode(view(name, zone));
  }
  assertEquals(cache.snapshot().nodes.map(({ name }) => name), ["a", "d", "e", "b", "c"]);
  cache.putNode(view("c", "2"));
  cache.deleteNode("e");
  assertEquals(cache.snapshot().nodes.map(({ name }) => name), ["a", "d", "b", "c"]);
});

Deno.test("assume() counts a pod once, until the server says where it is or it is forgotten", () => {
  const cache = new ClusterCache();
  cache.putNode(view("a"));
  cache.putNode(view("b"));
  const asked = (name: string) => cache.node(name)!.requested.milliCpu;
  cache.assume(pod("p", "a"));
  assertThrows(() => cache.assume(pod("p", "b")), /it is on a node already/);
  cache.putPod(pod("p", "b"));
  assertEquals([asked("a"), asked("b")], [0, 1]);
  cache.forget("p");
  assertEquals([asked("a"), asked("b")], [0, 1]);
  cache.assume(pod("q", "a"));
  cache.forget("q");
  assertEquals([asked("a"), asked("b")], [0, 1]);
});

Deno.test("putNode() counts pods that were there before the node", () => {
  const cache = new ClusterCache();
  cache.putPod(pod("p", "a"));
  cache.putNode(view("a"));
  assertEquals(cache.node("a")!.requested.milliCpu, 1);
  cache.deleteNode("a");
  cache.deletePod("p");
  cache.putNode(view("a"));
  assertEquals(cache.node("a")!.requested.milliCpu, 0);
});

const place = fc.integer({ min: 0, max: 4 });
const uid = fc.integer({ min: 0, max: 9 });
const step = fc.oneof(
  fc.record({ do: fc.constant("node"), place, zone: fc.constantFrom("", "1", "2") }),
  fc.record({ do: fc.constant("no node"), place }),
  fc.record({ do: fc.constant("pod"), uid, place, cpu: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constant("assume"), uid, place, cpu: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constantFrom("no pod", "forget"), uid }),
  fc.record({ do: fc.constant("look") }),
) as fc.Arbitrary<
  { do: string; place: number; uid: number; cpu: number; zone: string }
>;

Deno.test("the cache knows of nodes and sums what is there", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const cache = new ClusterCache();
      const kept = new KeptTally(new Asked());
      const nodes = new Set<string>();
      const pods = new Map<string, { node: string; cpu: number; assumed: boolean }>();
      for (const { do: what, place, uid, cpu, zone } of steps) {
        const [name, id] = [`node-${place}`, `pod-${uid}`];
        const known = pods.get(id);
        if (what === "node") {
          cache.putNode(view(name, zone));
          nodes.add(name);
        } else if (what === "no node") {
          cache.deleteNode(name);
          nodes.delete(name);
        } else if (what === "pod") {
          cache.putPod(pod(id, name, cpu));
          pods.set(id, { node: name, cpu, assumed: false });
        } else if (what === "assume") {
          if (known !== undefined) continue;
          cache.assume(pod(id, name, cpu));
          pods.set(id, { node: name, cpu, assumed: true });
        } else if (what === "no pod") {
          cache.deletePod(id);
          pods.delete(id);
        } else if (what === "forget") {
          cache.forget(id);
          if (known?.assumed) pods.delete(id);
        } else {
          const snapshot = cache.snapshot();
          assertEquals(snapshot.nodes.map(({ name }) => name).sort(), [...nodes].sort());
          let all = 0;
          for (const { name, requested, pods: there } of snapshot.nodes) {
            const here = [...pods].filter(([, { node }]) => node === name);
            const sum = here.reduce((sum, [, { cpu }]) => sum + cpu, 0);
            assertEquals(requested.milliCpu, sum);
            assertEquals(there.map(({ uid }) => uid).sort(), here.map(([id]) => id).sort());
            assertEquals(snapshot.get(name)?.generation, cache.node(name)?.generation);
            all += sum;
          }
          assertEquals(kept.of(snapshot).milliCpu, all);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});
