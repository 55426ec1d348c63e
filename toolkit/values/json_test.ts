import { assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  copyJson,
  equalJson,
  isEmptyObject,
  type JsonObject,
  kindOfValue,
  memberOf,
  putAt,
  setMember,
  takeAt,
  valueAt,
} from "./json.ts";

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

Deno.test("valueAt() finds own members alone", () => {
  const body = { a: { b: 1, list: [2] }, none: null };
  const cases: [path: string[], value: unknown][] = [
    [[], body],
    [["a", "b"], 1],
    [["a", "b", "c"], undefined],
    [["a", "list", "0"], undefined],
    [["none"], null],
    [["none", "x"], undefined],
    [["toString"], undefined],
    [["__proto__"], undefined],
    [["a", "constructor", "name"], undefined],
  ];
  for (const [path, value] of cases) assertEquals(valueAt(body, path), value, path.join("."));
});

Deno.test("takeAt() takes a value, and what is empty without it", () => {
  const cases: [body: JsonObject, path: string[], taken: unknown, left: JsonObject][] = [
    [{ a: { b: { c: 1 } } }, ["a", "b", "c"], 1, {}],
    [{ a: { b: 1, c: 2 } }, ["a", "b"], 1, { a: { c: 2 } }],
    [{ a: { b: {} } }, ["a", "b", "c"], undefined, { a: { b: {} } }],
    [{ a: 1 }, ["a", "b"], undefined, { a: 1 }],
    [{ a: 1 }, ["toString"], undefined, { a: 1 }],
  ];
  for (const [body, path, taken, left] of cases) {
    assertEquals(takeAt(body, path), taken, path.join("."));
    assertEquals(body, left, path.join("."));
  }
});

Deno.test("putAt() makes the objects on the way, and no prototype", () => {
  const cases: [body: JsonObject, path: string[], made: string][] = [
    [{}, ["a", "b"], '{"a":{"b":1}}'],
    [{ a: { c: 2 } }, ["a", "b"], '{"a":{"c":2,"b":1}}'],
    [{ a: "text" }, ["a", "b"], '{"a":{"b":1}}'],
    [{ a: null }, ["a", "b"], '{"a":{"b":1}}'],
    [{}, ["__proto__", "b"], '{"__proto__":{"b":1}}'],
    [{}, ["a", "__proto__"], '{"a":{"__proto__":1}}'],
    [{}, ["constructor", "prototype"], '{"constructor":{"prototype":1}}'],
  ];
  for (const [body, path, made] of cases) {
    putAt(body, path, 1);
    assertEquals(JSON.stringify(body), made);
    assertEquals(Object.getPrototypeOf(body), Object.prototype);
  }
  assertEquals(({} as { b?: unknown }).b, undefined);
});

Deno.test("kindOfValue() says what a value is", () => {
  const kinds = [null, [], {}, "x", 1, 10n, true].map(kindOfValue);
  assertEquals(
    kinds,
    ["null", "a list", "an object", "a string", "a number", "a number", "a boolean"],
  );
});
