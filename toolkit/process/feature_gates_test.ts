import { assertEquals, assertThrows } from "../deps/assert.ts";
import { describeFeatures, type FeatureTable, switchFeatures } from "./feature_gates.ts";

const TABLE = {
  Early: { stage: "alpha", on: false },
  Half: { stage: "beta", on: false },
  Usual: { stage: "beta", on: true },
  Old: { stage: "deprecated", on: true },
  Done: { stage: "stable", on: true, locked: true },
} as const satisfies FeatureTable;

const CASES: Record<string, [Record<string, boolean>, on: string[], unknown?: string[]]> = {
  "nothing said": [{}, ["Usual", "Old", "Done"]],
  "one on, one off": [{ Early: true, Usual: false }, ["Early", "Old", "Done"]],
  "a whole stage on": [{ AllBeta: true }, ["Half", "Usual", "Old", "Done"]],
  "a whole stage off": [{ AllBeta: false }, ["Old", "Done"]],
  "one against its stage": [{ AllBeta: true, Usual: false }, ["Half", "Old", "Done"]],
  "stages apart": [{ AllAlpha: true }, ["Early", "Usual", "Old", "Done"]],
  "the lock, as it is": [{ Done: true }, ["Usual", "Old", "Done"]],
  "names of nothing": [
    { Other: true, constructor: true, toString: false },
    ["Usual", "Old", "Done"],
    ["Other", "constructor", "toString"],
  ],
};

for (const [name, [gates, on, unknown = []]] of Object.entries(CASES)) {
  Deno.test(`feature gates: ${name}`, () => {
    const switched = switchFeatures(TABLE, gates);
    assertEquals([...switched.on] as string[], on);
    assertEquals(switched.unknown, unknown);
  });
}

Deno.test("feature gates: what is locked can't be switched", () => {
  assertThrows(
    () => switchFeatures(TABLE, { Done: false }),
    /it is locked to true/,
  );
});

Deno.test("feature gates are described by stage, default and lock", () => {
  assertEquals(
    describeFeatures(TABLE),
    "Early (alpha, off), Half (beta, off), Usual (beta, on), Old (deprecated, on), " +
      "Done (stable, on, locked)",
  );
});
