import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NodeHealths, type Now } from "./node_health.ts";
import type { NodeView, Readiness } from "./node_view.ts";

const PATIENCE = { graceMs: 40_000, startupMs: 60_000 };
const START = Date.UTC(2026, 0, 1);

const at = (seconds: number): Now => ({
  monotonic: seconds * 1000,
  ofDay: START + seconds * 1000,
});

function node(name: string, ready?: Partial<Readiness>, createdAt = 0): NodeView {
  const said = { status: "True", heartbeat: "1", since: "1", isPresumed: false };
  return {
    name,
    uid: `uid of ${name}`,
    resourceVersion: "1",
    createdMs: START + createdAt * 1000,
    zone: "",
    isCounted: true,
    ready: ready && { ...said, ...ready },
    taints: [],
    conditionTaints: [],
    staleLabels: {},
  };
}

/** When `due()` names a node first, in seconds, after some things were seen. */
function dueAfter(act: (healths: NodeHealths) => void, from = 0): number | undefined {
  const healths = new NodeHealths(PATIENCE);
  act(healths);
  for (let second = from; second <= 300; second++) {
    if (healths.due(second * 1000).length > 0) return second;
  }
  return undefined;
}

const CASES: Readonly<
  Record<string, readonly [(healths: NodeHealths) => void, number | undefined]>
> = {
  "a node that said something once": [(all) => all.see(node("n", {}), undefined, at(10)), 51],
  "a node that was made a while ago and says nothing": [
    (all) => all.see(node("n", undefined, -50), undefined, at(0)),
    11,
  ],
  "a node that will only be made, by its own word": [
    (all) => all.see(node("n", undefined, 500), undefined, at(0)),
    61,
  ],
  "a node that says nothing and has a lease": [
    (all) => all.see(node("n", undefined, -50), "2026", at(0)),
    61,
  ],
  "a node that says the same again": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.see(node("n", { heartbeat: "2" }), undefined, at(30));
  }, 71],
  "a node of which somebody else writes": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.see({ ...node("n", {}), resourceVersion: "2" }, undefined, at(30));
  }, 41],
  "a node that says something for the first time": [(all) => {
    all.see(node("n"), undefined, at(0));
    all.see(node("n", {}), undefined, at(5));
  }, 46],
  "a node of which it is presumed that it says nothing": [(all) => {
    all.see(node("n"), undefined, at(0));
    all.see(node("n", { status: "Unknown", isPresumed: true }), undefined, at(30));
  }, 41],
  "a lease is renewed": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.renew("n", "2026-01-01T00:00:30.000000Z", 30_000);
  }, 71],
  "a lease is written and not renewed": [(all) => {
    all.see(node("n", {}), "2026-01-01T00:00:00.000000Z", at(0));
    all.renew("n", "2026-01-01T00:00:00.000000Z", 30_000);
    all.renew("n", "2025-12-31T00:00:00.000000Z", 30_000);
  }, 41],
  "a lease of a node that is not there": [(all) => all.renew("n", "2026", 0), undefined],
  "a node that is gone": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.delete("n");
  }, undefined],
  "a successor of a node": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.see({ ...node("n", {}), uid: "another" }, undefined, at(20));
  }, 61],
  "a node that is to be looked at again": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.lookAgain("n", 7000);
  }, 8],
  "all nodes are forgiven": [(all) => {
    all.see(node("n", {}), undefined, at(0));
    all.forgive(30_000);
  }, 71],
};

for (const [name, [act, expected]] of Object.entries(CASES)) {
  Deno.test(`due() tells in time: ${name}`, () => assertEquals(dueAfter(act), expected));
}

Deno.test("due() names a late node once, and again when it was alive meanwhile", () => {
  const healths = new NodeHealths(PATIENCE);
  healths.see(node("n", {}), undefined, at(0));
  healths.see(node("m", {}), undefined, at(30));
  assertEquals(healths.due(41_000), ["n"]);
  assertEquals(healths.isLate("n", 41_000), true);
  assertEquals(healths.due(50_000), []);
  healths.renew("n", "2026", 60_000);
  assertEquals(healths.isLate("n", 61_000), false);
  assertEquals(healths.due(71_000), ["m"]);
  assertEquals(healths.due(101_000), ["n"]);
  // One that is late can be looked at again for another reason.
  healths.lookAgain("n", 200_000);
  assertEquals(healths.due(200_000), []);
  assertEquals(healths.due(200_001), ["n"]);
  assertEquals(healths.due(900_000), []);
});

Deno.test("see() tells which nodes are new, and how ready others were before", () => {
  const healths = new NodeHealths(PATIENCE);
  const said = (status: string, since: string) => node("n", { status, since });
  const told = [
    healths.see(node("n"), undefined, at(0)),
    healths.see(said("True", "1"), undefined, at(1)),
    healths.see(said("False", "2"), undefined, at(2)),
    healths.see(said("False", "2"), undefined, at(3)),
  ];
  assertEquals(told, [
    { isNew: true, before: undefined },
    { isNew: false, before: undefined },
    { isNew: false, before: "True" },
    { isNew: false, before: "False" },
  ]);
  assertEquals(healths.timesOf("n")!.sinceAt, 2000);
  const other = { ...said("True", "2"), uid: "another" };
  assertEquals(healths.see(other, undefined, at(4)), { isNew: true, before: undefined });
});

Deno.test("due() looks at few of many nodes that are alive", () => {
  const healths = new NodeHealths(PATIENCE);
  for (let index = 0; index < 5000; index++) {
    healths.see(node(`n${index}`, {}), undefined, at(index / 500));
  }
  for (let second = 10; second < 300; second += 10) {
    for (let index = 0; index < 5000; index++) {
      const renewed = `2026-01-01T00:${String(second).padStart(5, "0")}`;
      if (index !== 17) healths.renew(`n${index}`, renewed, second * 1000);
    }
    const late = healths.due(second * 1000);
    assertEquals(late, second === 50 ? ["n17"] : []);
  }
});
