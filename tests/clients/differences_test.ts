import { assertEquals } from "../../toolkit/deps/assert.ts";
import { differencesOf } from "./differences.ts";

Deno.test("differencesOf() finds nothing in equal values", () => {
  const value = { a: [1, { b: null }], c: "d" };
  assertEquals(differencesOf(value, structuredClone(value)), []);
});

Deno.test("differencesOf() names the deepest places", () => {
  assertEquals(differencesOf({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: "2" }], d: null }), [
    { path: ".a[1].b", expected: 2, got: "2" },
    { path: ".c", expected: 3, got: undefined },
    { path: ".d", expected: undefined, got: null },
  ]);
});

Deno.test("differencesOf() tells lists of other lengths, and other types, as a whole", () => {
  assertEquals(differencesOf({ a: [1] }, { a: [1, 2] }), [
    { path: ".a", expected: [1], got: [1, 2] },
  ]);
  assertEquals(differencesOf([], {}), [{ path: "", expected: [], got: {} }]);
});
