// Invariant, over random calls: counts that are kept from look to look are those of the pods that are there,
// and a domain is one as long as a node of it is, or a pod on one.

import { runs } from "../../../testing/requirements.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { Requirement, Selector } from "../../../toolkit/selectors/mod.ts";
import { ClusterCache } from "../cluster/cluster_cache.ts";
import { KeptTally } from "../cluster/kept_tally.ts";
import { type LiveNode, nodeViewOf } from "../cluster/node_info.ts";
import { type LivePod, podInfoOf } from "../pod/pod_info.ts";
import { DomainCounts } from "./spread_domains.ts";

const names = NAMES.kubernetes;

interface Step {
  readonly do: "node" | "no node" | "pod" | "assume" | "no pod" | "forget" | "look";
  readonly place: number;
  readonly uid: number;
  readonly zone: string;
  readonly app: string;
  readonly tier: string;
  readonly namespace: string;
  readonly deleting: boolean;
}

interface ThePod {
  readonly place: number;
  readonly counts: boolean;
  readonly assumed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    "node",
    "no node",
    "pod",
    "pod",
    "assume",
    "no pod",
    "forget",
    "look",
    "look",
  ),
  place: fc.integer({ min: 0, max: 4 }),
  uid: fc.integer({ min: 0, max: 7 }),
  zone: fc.constantFrom("", "1", "2"),
  app: fc.constantFrom("web", "db"),
  tier: fc.constantFrom("a", "b"),
  namespace: fc.constantFrom("one", "one", "two"),
  deleting: fc.constantFrom(false, false, true),
});

const SELECTORS: Readonly<Record<string, Selector>> = {
  "by two values": Selector.of([
    new Requirement("app", "=", ["web"]),
    new Requirement("tier", "in", ["a"]),
  ]),
  "by no value": Selector.of([new Requirement("app", "!=", ["db"])]),
  "nothing": Selector.nothing,
  "everything, which counts nothing": Selector.everything,
};

function nodeOf({ place, zone }: Step) {
  const labels = zone === "" ? {} : { [names.labelZone]: zone };
  const node = { metadata: { name: `node-${place}`, labels }, status: { allocatable: {} } };
  return nodeViewOf(node as unknown as LiveNode, names);
}

function podOf({ uid, place, namespace, app, tier, deleting }: Step) {
  return podInfoOf({
    metadata: {
      ...{ namespace, name: `pod-${uid}`, uid: `pod-${uid}`, labels: { app, tier } },
      ...deleting && { deletionTimestamp: "2026-01-01T00:00:00Z" },
    },
    spec: { nodeName: `node-${place}`, containers: [] },
  } as unknown as LivePod);
}

for (const [named, selector] of Object.entries(SELECTORS)) {
  for (const countsNodes of [true, false]) {
    Deno.test(`kept counts of ${named}${countsNodes ? ", with nodes," : ""} are exact`, () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
          const cache = new ClusterCache();
          const byZone = ({ labels }: { labels: Readonly<Record<string, string>> }) =>
            labels[names.labelZone];
          const kept = new KeptTally(new DomainCounts("one", selector, byZone, countsNodes));
          const zones = new Map<number, string>();
          const pods = new Map<number, ThePod>();
          for (const one of steps) {
            const id = `pod-${one.uid}`;
            const there: ThePod = {
              place: one.place,
              counts: one.namespace === "one" && !one.deleting &&
                !selector.matchesEverything && selector.matches({ app: one.app, tier: one.tier }),
              assumed: one.do === "assume",
            };
            if (one.do === "node") {
              cache.putNode(nodeOf(one));
              zones.set(one.place, one.zone);
            } else if (one.do === "no node") {
              cache.deleteNode(`node-${one.place}`);
              zones.delete(one.place);
            } else if (one.do === "pod") {
              cache.putPod(podOf(one));
              pods.set(one.uid, there);
            } else if (one.do === "assume") {
              if (pods.has(one.uid)) continue;
              cache.assume(podOf(one));
              pods.set(one.uid, there);
            } else if (one.do === "no pod") {
              cache.deletePod(id);
              pods.delete(one.uid);
            } else if (one.do === "forget") {
              cache.forget(id);
              if (pods.get(one.uid)?.assumed) pods.delete(one.uid);
            } else {
              const counts = kept.of(cache.snapshot());
              const counted = [...pods.values()].filter((pod) => pod.counts);
              for (const zone of ["1", "2"]) {
                const inZone = counted.filter(({ place }) => zones.get(place) === zone).length;
                assertEquals(counts.count(zone), inZone);
              }
              const known = countsNodes
                ? [...zones.values()]
                : counted.map(({ place }) => zones.get(place) ?? "");
              assertEquals(counts.size, new Set(known.filter((zone) => zone !== "")).size);
            }
          }
        }),
        { numRuns: runs(200) },
      );
    });
  }
}

Deno.test("a pod that left while an attempt was under way is not counted twice afterwards", () => {
  const cache = new ClusterCache();
  const all = { place: 0, zone: "1", app: "web", tier: "a", namespace: "one", deleting: false };
  const one = (uid: number): Step => ({ do: "pod", uid, ...all });
  cache.putNode(nodeOf(one(0)));
  cache.putPod(podOf(one(0)));
  const snapshot = cache.snapshot();
  cache.deletePod("pod-0");
  const selector = SELECTORS["by two values"]!;
  const kept = new KeptTally(new DomainCounts("one", selector, ({ name }) => name, false));
  kept.of(snapshot);
  assertEquals(kept.of(cache.snapshot()).count("node-0"), 0);
  cache.putPod(podOf(one(1)));
  assertEquals(kept.of(cache.snapshot()).count("node-0"), 1);
});
