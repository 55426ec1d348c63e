import { assertEquals } from "../../toolkit/deps/assert.ts";
import { revised } from "./ensure_objects.ts";

const KEY = "apf.kubernetes.io/autoupdate-spec";
const SPEC = { type: "Limited", limited: { nominalConcurrencyShares: 5 } };
const OTHER = { type: "Limited", limited: { nominalConcurrencyShares: 6 } };

type Row = [
  what: string,
  isMandatory: boolean,
  said: string | undefined,
  generation: number,
  spec: unknown,
  expected: { said: string; spec: unknown } | undefined,
];

const CASES: Row[] = [
  ["one that is right", false, "true", 1, SPEC, undefined],
  ["one that was changed and is kept up", false, "true", 4, OTHER, { said: "true", spec: SPEC }],
  ["one that somebody keeps", false, "false", 4, OTHER, undefined],
  ["one that nobody has changed", false, undefined, 1, OTHER, { said: "true", spec: SPEC }],
  ["one that somebody changed", false, undefined, 2, OTHER, { said: "false", spec: OTHER }],
  ["one that says nothing clear", false, "yes", 2, OTHER, { said: "false", spec: OTHER }],
  ["one that says so in another way", false, "T", 2, OTHER, { said: "true", spec: SPEC }],
  ["one that says no in another way", false, "0", 1, OTHER, undefined],
  ["a mandatory one that is right", true, "true", 3, SPEC, undefined],
  ["a mandatory one, whatever it says", true, "false", 3, OTHER, { said: "true", spec: SPEC }],
  ["a mandatory one's annotation", true, undefined, 3, SPEC, { said: "true", spec: SPEC }],
];

for (const [what, isMandatory, said, generation, spec, expected] of CASES) {
  Deno.test(`revised() ${expected === undefined ? "leaves" : "mends"} ${what}`, () => {
    const annotations = { mine: "x", ...(said !== undefined && { [KEY]: said }) };
    const current = { metadata: { name: "l", generation, annotations }, spec };
    assertEquals(
      revised(current, { name: "l", spec: SPEC, isMandatory }, KEY),
      expected && {
        metadata: { name: "l", generation, annotations: { mine: "x", [KEY]: expected.said } },
        spec: expected.spec,
      },
    );
  });
}

Deno.test("revised() leaves what the exempt level was given of the server", () => {
  const one = (shares: number) => ({
    type: "Exempt",
    exempt: { nominalConcurrencyShares: shares, lendablePercent: 0 },
  });
  const standard = { name: "exempt", spec: one(0), isMandatory: true };
  const metadata = { name: "exempt", generation: 2, annotations: { [KEY]: "true" } };
  assertEquals(revised({ metadata, spec: one(50) }, standard, KEY), undefined);
  const broken = revised({ metadata, spec: { type: "Exempt" } }, standard, KEY);
  assertEquals(broken?.spec, one(0));
});
