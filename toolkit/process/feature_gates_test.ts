import { assertEquals, assertThrows } from "../deps/assert.ts";
import { describeFeatures, type FeatureTable, switchFeatures } from "./feature_gates.ts";

const TABLE = {
  Early: { stage: "alpha", on: false },
  Half: { stage: "beta", on: false },
  Usual: { stage: "beta", on: true },
  Old: { stage: "deprecated", on: true },
  Done: { stage: "stable", on: true, locked: true },
} as const satisfies FeatureTable;

/** Features of others. */
const OTHERS = {
  Elsewhere: { stage: "beta", on: true },
  Everywhere: { stage: "stable", on: true, locked: true },
} as const satisfies FeatureTable;

const CASES: Record<string, [Record<string, boolean>, on: string[], notices?: string[]]> = {
  "nothing said": [{}, ["Usual", "Old", "Done"]],
  "one on, one off": [{ Early: true, Usual: false }, ["Early", "Old", "Done"]],
  "a whole stage on": [{ AllBeta: true }, ["Half", "Usual", "Old", "Done"]],
  "a whole stage off": [{ AllBeta: false }, ["Old", "Done"]],
  "one against its stage": [{ AllBeta: true, Usual: false }, ["Half", "Old", "Done"]],
  "stages apart": [{ AllAlpha: true }, ["Early", "Usual", "Old", "Done"]],
  "the lock, as it is": [
    { Done: true },
    ["Usual", "Old", "Done"],
    ["Done is stable: the gate will go away"],
  ],
  "with a component before": [{ "kube:Half": true, "orch:Usual": false }, ["Half", "Old", "Done"]],
  "those of others": [
    { Elsewhere: false, Everywhere: true },
    ["Usual", "Old", "Done"],
    ["Elsewhere", "Everywhere"].map((name) => `${name} has no effect: nothing here depends on it`),
  ],
};

for (const [name, [gates, on, notices = []]] of Object.entries(CASES)) {
  Deno.test(`feature gates: ${name}`, () => {
    const switched = switchFeatures(TABLE, gates, OTHERS);
    assertEquals([...switched.on] as string[], on);
    assertEquals(switched.notices, notices);
  });
}

Deno.test("feature gates: what nobody knows, and what is locked, is refused", () => {
  const locked = /cannot set feature gate \w+ to false, feature is locked to true$/;
  const unknown = /unrecognized feature gate: \S+$/;
  const cases: [gates: Record<string, boolean>, why: RegExp][] = [
    [{ Done: false }, locked],
    [{ Everywhere: false }, locked],
    [{ Other: true }, unknown],
    [{ usual: true }, unknown],
    [{ constructor: true }, unknown],
    [{ toString: false }, unknown],
    [{ "kube:kube:Usual": true }, unknown],
  ];
  for (const [gates, why] of cases) {
    assertThrows(() => switchFeatures(TABLE, gates, OTHERS), why);
  }
});

Deno.test("feature gates are said in one way", () => {
  const cases: [gates: Record<string, boolean>, why: RegExp][] = [
    [{ "kube:Half": true, Half: false }, /kube:Half has its component before it, and others/],
    [{ Early: true, "orch:Half": true }, /orch:Half has its component before it, and others/],
    [{ "kube:Half": true, "orch:Half": false }, /Half is there for two components/],
  ];
  for (const [gates, why] of cases) {
    assertThrows(() => switchFeatures(TABLE, gates, OTHERS), why);
  }
});

Deno.test("feature gates are described by stage, default and lock", () => {
  assertEquals(
    describeFeatures(TABLE),
    "Early (alpha, off), Half (beta, off), Usual (beta, on), Old (deprecated, on), " +
      "Done (stable, on, locked)",
  );
});
