import { runs } from "../../../testing/requirements.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { keyOfJson } from "./same.ts";

Deno.test("keyOfJson() gives the same key to what is equal, and no other", () => {
  const leaf = fc.constantFrom<unknown>(null, true, "", "a", 0, 1, 1n, 2n ** 60n);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "1", "__proto__"), tie("value"), { maxKeys: 3 }),
    ),
  }));
  const turned = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    if (Array.isArray(one)) return one.map(turned);
    return Object.fromEntries(
      Object.entries(one).reverse().map(([name, inner]) => [name, turned(inner)]),
    );
  };
  const check = (one: unknown, other: unknown) => {
    assertEquals(keyOfJson(one) === keyOfJson(other), equalJson(one, other));
    assertEquals(keyOfJson(turned(one)), keyOfJson(one));
  };
  fc.assert(fc.property(value, value, check), { numRuns: runs(1000) });
});
