import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { resourceV1 } from "../../toolkit/mod.ts";
import { evictionTime } from "./eviction_time.ts";

type Taint = resourceV1.DeviceTaint;
type Toleration = resourceV1.DeviceToleration;

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const taint = (key: string, since = 100, more: Partial<Taint> = {}): Taint => ({
  key,
  effect: "NoExecute",
  timeAdded: at(since),
  ...more,
});
const bears = (key: string, tolerationSeconds?: number, more: Partial<Toleration> = {}) => ({
  key,
  operator: "Exists" as const,
  effect: "NoExecute" as const,
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
  ...more,
});

/** What a device has, what a claim bears, and the second at which who has the device leaves it. */
const CASES: Readonly<Record<string, readonly [Taint[], Toleration[], number]>> = {
  "no taint": [[], [bears("a", 5)], Infinity],
  "one that nobody bears": [[taint("a")], [], 100],
  "one that keeps off new ones alone": [[taint("a", 100, { effect: "NoSchedule" })], [], Infinity],
  "one that says nothing but itself": [[taint("a", 100, { effect: "None" })], [], Infinity],
  "one that is borne for ever": [[taint("a")], [bears("a")], Infinity],
  "one that is borne for ever and for a time": [
    [taint("a")],
    [bears("a", 5), bears("a")],
    Infinity,
  ],
  "one that is borne for two times": [[taint("a")], [bears("a", 60), bears("a", 5)], 105],
  "one that is borne for less than no time": [[taint("a")], [bears("a", -7)], 100],
  "one that is borne by whoever bears all": [[taint("a")], [bears("", 7)], 107],
  "a toleration of any effect does not count": [
    [taint("a")],
    [{ key: "a", operator: "Exists", tolerationSeconds: 5 }],
    100,
  ],
  "the value is another": [
    [taint("a", 100, { value: "x" })],
    [bears("a", 5, { operator: "Equal", value: "y" })],
    100,
  ],
  "the value is the same, without an operator": [
    [taint("a", 100, { value: "x" })],
    [{ key: "a", value: "x", effect: "NoExecute", tolerationSeconds: 5 }],
    105,
  ],
  "the first of two taints": [[taint("a", 200), taint("b", 100)], [bears("b", 60)], 160],
  "one whose time is not known": [
    [taint("a", 100, { timeAdded: undefined } as never)],
    [],
    Infinity,
  ],
};

for (const [name, [taints, tolerations, seconds]] of Object.entries(CASES)) {
  Deno.test(`evictionTime() judges: ${name}`, () => {
    assertEquals(evictionTime(taints, tolerations) / 1000, seconds);
  });
}
