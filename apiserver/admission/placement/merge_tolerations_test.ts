import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { isWithin, mergeTolerations } from "./merge_tolerations.ts";
import type { Toleration } from "../../../toolkit/api/core_v1.ts";

const ALL: Toleration = { operator: "Exists" };
const KEY: Toleration = { key: "k", operator: "Exists" };
const EQUAL: Toleration = { key: "k", operator: "Equal", value: "v" };
const BARE: Toleration = { key: "k", value: "v" };
const EFFECT: Toleration = { key: "k", operator: "Exists", effect: "NoExecute" };
const LONG: Toleration = { ...EFFECT, tolerationSeconds: 20 };
const SHORT: Toleration = { ...EFFECT, tolerationSeconds: 10n };

Deno.test("mergeTolerations() leaves out what others say already", () => {
  for (
    const [first, second, merged] of [
      [[], [], []],
      [[KEY], [KEY], [KEY]],
      [[EQUAL], [KEY], [KEY]],
      [[KEY], [EQUAL], [KEY]],
      [[EQUAL, EFFECT], [ALL], [ALL]],
      [[SHORT], [LONG], [LONG]],
      [[LONG], [SHORT], [LONG]],
      [[LONG], [EFFECT], [EFFECT]],
      [[KEY], [{ key: "l", operator: "Exists" }], [KEY, { key: "l", operator: "Exists" }]],
    ] as const
  ) assertEquals(mergeTolerations(first, second), [...merged]);
});

Deno.test("isWithin() finds what is not allowed", () => {
  for (
    const [tolerations, allowed, expected] of [
      [[KEY], [], true],
      [[], [KEY], true],
      [[EQUAL], [KEY], true],
      [[KEY], [EQUAL], false],
      [[EQUAL], [BARE], true],
      [[BARE], [EQUAL], false],
      [[KEY], [EFFECT], false],
      [[EFFECT], [LONG], false],
      [[KEY, { key: "l", operator: "Exists" }], [KEY], false],
    ] as const
  ) assertEquals(isWithin(tolerations, allowed), expected);
});
