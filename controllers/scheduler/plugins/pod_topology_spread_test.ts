import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { ACTION, type SchedulerHandle } from "../framework/mod.ts";
import { type LivePod, pendingPodOf, podInfoOf } from "../pod/pod_info.ts";
import { podTopologySpread } from "./pod_topology_spread.ts";

const handle = {
  client: { names: NAMES.kubernetes },
  informers: { of() {} },
} as unknown as SchedulerHandle;
const plugin = podTopologySpread(handle, { defaultingType: "List", defaultConstraints: [] });
const hint = plugin.events!.find(({ action }) => (action & ACTION.podLabel) !== 0)!.hint!;

const constraint = (app: string) => ({
  maxSkew: 1,
  topologyKey: "zone",
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: { matchLabels: { app } },
});

function live(name: string, app: string, spec: object = {}): LivePod {
  return {
    metadata: { namespace: "n", name, uid: name, resourceVersion: "1", labels: { app } },
    spec: { containers: [], topologySpreadConstraints: ["a", "b"].map(constraint), ...spec },
  } as unknown as LivePod;
}

/** By the labels before and after. */
const changes: Readonly<Record<string, readonly [before: string, after: string, wanted: string]>> =
  {
    "counts no more": ["a", "z", "Queue"],
    "counts now": ["z", "a", "Queue"],
    "counts for another constraint": ["a", "b", "Queue"],
    "counts as little as before": ["y", "z", "Skip"],
  };

for (const [name, [before, after, wanted]] of Object.entries(changes)) {
  Deno.test(`PodTopologySpread hears of labels by which a pod ${name}`, () => {
    const there = (app: string) => podInfoOf(live("there", app, { nodeName: "x" }));
    assertEquals(hint(pendingPodOf(live("new", "a")), there(before), there(after)), wanted);
    // A pod that waits is the one that its own change left.
    const own = pendingPodOf(live("new", after));
    assertEquals(hint(own, pendingPodOf(live("new", before)), own), wanted);
  });
}
