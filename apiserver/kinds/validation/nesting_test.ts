import { runs } from "../../../testing/requirements.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { Nesting } from "./nesting.ts";

Deno.test("Nesting finds what comparing each with each finds", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 4 }));
  const limits = fc.nat({ max: 12 });
  const check = (beginnings: string[], wholes: string[], limit: number) => {
    const nesting = new Nesting(beginnings, wholes);
    const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b);
    for (const [place, whole] of wholes.entries()) {
      const found = [...beginnings.keys()].filter((one) => whole.startsWith(beginnings[one]!));
      assertEquals(sorted(nesting.beginningsOf(place)), found);
      const first = found.filter((one) => one < limit);
      assertEquals(sorted(nesting.beginningsOf(place, limit)), first);
    }
    for (const [place, beginning] of beginnings.entries()) {
      const found = [...wholes.keys()].filter((one) => wholes[one]!.startsWith(beginning));
      assertEquals(sorted(nesting.wholesWith(place)), found);
      const first = found.filter((one) => one < limit);
      assertEquals(sorted(nesting.wholesWith(place, limit)), first);
    }
  };
  fc.assert(fc.property(texts, texts, limits, check), { numRuns: runs(500) });
});
