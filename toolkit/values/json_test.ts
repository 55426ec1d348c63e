import { assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { copyJson, equalJson, isEmptyObject, memberOf, setMember } from "./json.ts";

Deno.test("memberOf() knows what an object holds from what it inherits", () => {
  assertEquals(memberOf({}, "constructor"), undefined);
  assertEquals(memberOf({}, "__proto__"), undefined);
  assertEquals(memberOf({ constructor: "x" }, "constructor"), "x");
  const object = {};
  setMember(object, "__proto__", "y");
  assertEquals(memberOf(object, "__proto__"), "y");
  assertEquals(Object.getPrototypeOf(object), Object.prototype);
});

Deno.test("equalJson() compares what values say", () => {
  const own = JSON.parse('{"__proto__": {"a": 1}}');
  const cases: [one: unknown, other: unknown, equal: boolean][] = [
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{}, { a: null }, false],
    [[], {}, false],
    [{}, [], false],
    [[1, 2], [2, 1], false],
    [[undefined], [], false],
    [null, {}, false],
    [own, JSON.parse('{"__proto__": {"a": 1}}'), true],
    [own, {}, false],
    [{}, own, false],
    [{ constructor: "x" }, {}, false],
    [1, "1", false],
    [2n ** 60n, 2n ** 60n, true],
  ];
  for (const [one, other, equal] of cases) {
    assertEquals(equalJson(one, other), equal, `${String(one)} ${String(other)}`);
  }
});

Deno.test("copyJson() makes an equal value that shares nothing", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    const copy = copyJson(value);
    assertEquals(equalJson(copy, value), true);
    assertEquals(JSON.stringify(copy), JSON.stringify(value));
  }));
  const inner = { a: [] };
  const copy = copyJson({ inner }) as { inner: { a: unknown[] } };
  copy.inner.a.push(1);
  assertEquals(inner.a, []);
});

Deno.test("isEmptyObject() takes what is no object for one without members", () => {
  assertEquals([{}, { a: undefined }, null, [1], { a: 0 }].map(isEmptyObject), [
    true,
    true,
    true,
    true,
    false,
  ]);
});
