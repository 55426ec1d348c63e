import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { copyJson, equalJson } from "../../toolkit/values/json.ts";
import { equalStored } from "./equal_stored.ts";

Deno.test("equalStored() takes lists without elements for none, and all else as it is", () => {
  const cases: [one: unknown, other: unknown, equal: boolean][] = [
    [{ a: [] }, { a: null }, true],
    [{ a: [] }, {}, true],
    [{ a: { b: [] } }, { a: {} }, true],
    [[{ a: null }], [{ a: [] }], true],
    [[], null, true],
    [{ a: {} }, {}, false],
    [{ a: [1] }, { a: [] }, false],
    [{ a: [1] }, {}, false],
    [{}, { a: [1] }, false],
    [{ a: "" }, {}, false],
    [{ a: 0 }, { a: null }, false],
    [[1, []], [1], false],
    [JSON.parse('{"__proto__": [1]}'), {}, false],
    [{}, JSON.parse('{"__proto__": [1]}'), false],
  ];
  for (const [one, other, equal] of cases) {
    assertEquals(equalStored(one, other), equal, `${JSON.stringify([one, other])}`);
  }
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    assertEquals(equalStored(copyJson(value), value), true);
  }));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
      if (equalJson(one, other)) assertEquals(equalStored(one, other), true);
      assertEquals(equalStored(one, other), equalStored(other, one));
    }),
  );
});
