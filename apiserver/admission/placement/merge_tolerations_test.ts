import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
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

/** Whether `whole` tolerates all that `part` does, in so many words. */
function saysAsMuch(whole: Toleration, part: Toleration): boolean {
  if (isSame(whole, part)) return true;
  const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = whole;
  if ((part.key ?? "") !== key && !(key === "" && operator === "Exists")) return false;
  if ((part.effect ?? "") !== effect && effect !== "") return false;
  if (effect === "NoExecute" && tolerationSeconds !== undefined) {
    const seconds = part.tolerationSeconds;
    if (seconds === undefined || seconds > tolerationSeconds) return false;
  }
  if (operator === "Exists") return true;
  if (operator !== "Equal" && operator !== "") return false;
  return part.operator === "Equal" && (part.value ?? "") === value;
}

function isSame(one: Toleration, other: Toleration): boolean {
  return (["key", "operator", "value", "effect"] as const)
    .every((field) => (one[field] ?? "") === (other[field] ?? "")) &&
    String(one.tolerationSeconds) === String(other.tolerationSeconds);
}

/** What stays of a list: what no other of it says, or else the first of those that say the same. */
function stays(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = [];
  for (const [index, one] of all.entries()) {
    if (merged.some((other) => saysAsMuch(other, one))) continue;
    const later = all.slice(index + 1);
    if (later.some((other) => !isSame(other, one) && saysAsMuch(other, one))) continue;
    merged.push(one);
  }
  return merged;
}

const SOME = fc.array(
  fc.record({
    key: fc.constantFrom("", "a", "b"),
    operator: fc.constantFrom("Exists", "Equal", "", "Gt"),
    value: fc.constantFrom("", "v", "w"),
    effect: fc.constantFrom("", "NoSchedule", "NoExecute"),
    tolerationSeconds: fc.constantFrom(1, 2n, 3, -1),
  }, { requiredKeys: [] }) as fc.Arbitrary<Toleration>,
  { maxLength: 8 },
);

Deno.test("mergeTolerations() and isWithin() compare as if they compared each with each", () => {
  fc.assert(
    fc.property(SOME, SOME, (first, second) => {
      assertEquals(mergeTolerations(first, second), stays([...first, ...second]));
      const within = second.length === 0 ||
        first.every((one) => second.some((other) => saysAsMuch(other, one)));
      assertEquals(isWithin(first, second), within);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("mergeTolerations() and isWithin() look at each toleration a few times, however many there are", () => {
  const count = 2000;
  for (
    const [name, make] of [
      ["of many keys", (at: number) => ({ key: `k${at}`, operator: "Exists" })],
      ["of many values", (at: number) => ({ key: "k", operator: "Equal", value: `v${at}` })],
      ["of many spans", (at: number) => ({ ...EFFECT, tolerationSeconds: at })],
      ["of an unknown sort", (at: number) => ({ key: "k", operator: "Gt", value: `${at}` })],
    ] as const
  ) {
    let looks = 0;
    const many = Array.from({ length: count }, (_, at) => {
      const { key, ...more } = make(at) as Toleration & { readonly key: string };
      return {
        ...more,
        get key() {
          looks++;
          return key;
        },
      } as Toleration;
    });
    mergeTolerations(many, [{ key: "other", operator: "Exists" }]);
    isWithin(many, many);
    assert(looks < 20 * count, `${name}: ${looks} looks at ${count}`);
  }
});
