import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { coreV1 } from "../../toolkit/mod.ts";
import { tolerationTime } from "./toleration_time.ts";

const taint = (key: string, value?: string): coreV1.Taint => ({
  key,
  effect: "NoExecute",
  ...(value !== undefined && { value }),
});
const bears = (key: string, tolerationSeconds?: number | bigint): coreV1.Toleration => ({
  key,
  operator: "Exists",
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

const CASES: Readonly<
  Record<string, readonly [coreV1.Taint[], coreV1.Toleration[], number | undefined]>
> = {
  "nothing has to be borne": [[], [bears("a", 5)], Infinity],
  "no toleration": [[taint("a")], [], undefined],
  "one for ever": [[taint("a")], [bears("a")], Infinity],
  "one for a time": [[taint("a")], [bears("a", 5)], 5000],
  "one for no time": [[taint("a")], [bears("a", 0)], 0],
  "one for less than no time": [[taint("a")], [bears("a", -7)], 0],
  "the shorter of two": [[taint("a"), taint("b")], [bears("a", 60), bears("b", 5)], 5000],
  "one for a time and one for ever": [[taint("a"), taint("b")], [bears("a"), bears("b", 5)], 5000],
  "the first of two of one taint": [[taint("a")], [bears("a", 60), bears("a", 5)], 60_000],
  "one of two is not borne": [[taint("a"), taint("b")], [bears("a", 60)], undefined],
  "what is borne without need does not count": [
    [taint("a")],
    [bears("b", 1), bears("a", 5)],
    5000,
  ],
  "another value": [
    [taint("a", "x")],
    [{ key: "a", operator: "Equal", value: "y", tolerationSeconds: 5 }],
    undefined,
  ],
  "another effect": [[taint("a")], [{ ...bears("a", 5), effect: "NoSchedule" }], undefined],
  "whatever comes": [[taint("a"), taint("b")], [{ operator: "Exists" }], Infinity],
  "longer than numbers are exact": [
    [taint("a")],
    [bears("a", 9_223_372_036_854_775_807n)],
    9_223_372_036_854_775_807 * 1000,
  ],
};

for (const [name, [taints, tolerations, expected]] of Object.entries(CASES)) {
  Deno.test(`tolerationTime() judges: ${name}`, () => {
    assertEquals(tolerationTime(taints, tolerations), expected);
  });
}
