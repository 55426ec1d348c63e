import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { type ZoneNode, Zones } from "./zones.ts";

const RATES = { rate: 0.1, secondaryRate: 0.01, largeThreshold: 50, unhealthyShare: 0.55 };

function node(name: string, isReady: boolean, more: Partial<ZoneNode> = {}): ZoneNode {
  return { name, zone: "a", isCounted: true, isReady, ...more };
}

const tallies = (zones: Zones) =>
  Object.fromEntries([...zones.tallies()].map((
    [zone, { ready, unready }],
  ) => [zone, [ready, unready]]));

Deno.test("judge() tells when all zones are disrupted and when they are not any more, each once", () => {
  const zones = new Zones(RATES);
  assertEquals(zones.judge(0), undefined);
  zones.put(node("a1", true));
  zones.put(node("b1", false, { zone: "b" }));
  zones.queue("b")!.add("b1");
  assertEquals([zones.judge(0), zones.areAllDisrupted], [undefined, false]);
  assertEquals(zones.queue("b")!.waitMs(0), 0);
  zones.put(node("a1", false));
  assertEquals([zones.judge(1000), zones.areAllDisrupted], ["all are disrupted", true]);
  assertEquals([zones.queue("a")!.waitMs(1e9), zones.queue("b")!.size], [Infinity, 0]);
  assertEquals(zones.judge(2000), undefined);
  // A new zone does not make it better.
  zones.put(node("c1", false, { zone: "c" }));
  assertEquals([zones.judge(3000), zones.areAllDisrupted], ["all are disrupted", true]);
  assertEquals(zones.queue("c")!.waitMs(1e9), Infinity);
  zones.put(node("b1", true, { zone: "b" }));
  assertEquals([zones.judge(4000), zones.areAllDisrupted], [
    "not all are disrupted any more",
    false,
  ]);
  assertEquals([zones.queue("a")!.waitMs(4000), zones.queue("c")!.waitMs(4000)], [10_000, 10_000]);
  assertEquals(zones.judge(5000), undefined);
});

Deno.test("judge() has zones be as they are when no node that counts is left", () => {
  const zones = new Zones(RATES);
  zones.put(node("a1", false));
  zones.put(node("a2", false, { isCounted: false }));
  assertEquals(zones.judge(0), "all are disrupted");
  zones.delete("a1");
  assertEquals(zones.judge(0), "not all are disrupted any more");
  assertEquals([zones.judge(0), zones.areAllDisrupted], [undefined, false]);
  assertEquals(zones.queue("a")!.waitMs(0), 10_000);
});

Deno.test("judge() changes no rate of a zone that is as it was", () => {
  const zones = new Zones(RATES);
  for (const name of ["a1", "a2", "a3"]) zones.put(node(name, true));
  zones.put(node("a4", false));
  zones.judge(0);
  zones.queue("a")!.spend(0);
  zones.judge(5000);
  assertEquals(zones.queue("a")!.waitMs(5000), 5000);
  for (const name of ["a2", "a3"]) zones.put(node(name, false));
  zones.judge(6000);
  assertEquals(zones.queue("a")!.waitMs(6000), Infinity);
});

Deno.test("a node that moves leaves its zone's queue, and a zone without nodes is forgotten", () => {
  const zones = new Zones(RATES);
  zones.put(node("n", false));
  zones.put(node("m", true));
  zones.queue("a")!.add("n");
  zones.put(node("n", false, { zone: "b" }));
  assertEquals([zones.queue("a")!.size, zones.queue("b")!.size], [0, 0]);
  assertEquals(tallies(zones), { a: [1, 0], b: [0, 1] });
  zones.delete("m");
  zones.delete("m");
  assertEquals(tallies(zones), { b: [0, 1] });
  assertEquals(zones.queue("a"), undefined);
});

Deno.test("tallies() are those of the nodes that there are, whatever became of them", () => {
  const act = fc.record({
    name: fc.constantFrom("a", "b", "c", "d", "e"),
    zone: fc.constantFrom("", "x", "y"),
    isCounted: fc.boolean(),
    isReady: fc.boolean(),
    isGone: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
    const zones = new Zones(RATES);
    const model = new Map<string, ZoneNode>();
    for (const { isGone, ...one } of acts) {
      if (isGone) {
        zones.delete(one.name);
        model.delete(one.name);
      } else {
        zones.put(one);
        model.set(one.name, one);
      }
      zones.judge(0);
    }
    const wanted: Record<string, [number, number]> = {};
    for (const { zone, isCounted, isReady } of model.values()) {
      const tally = wanted[zone] ??= [0, 0];
      if (isCounted) tally[isReady ? 0 : 1]++;
    }
    assertEquals(tallies(zones), wanted);
    const all = Object.values(wanted).filter(([ready, unready]) => ready + unready > 0);
    const areAll = all.length > 0 && all.every(([ready]) => ready === 0);
    assertEquals(zones.areAllDisrupted, areAll);
  }));
});
