import { assertEquals } from "../../toolkit/deps/assert.ts";
import { indented } from "./indented.ts";

const VALUES: readonly unknown[] = [
  null,
  "a",
  [],
  {},
  [[], {}, [[]], [{}]],
  { a: [], b: {}, c: [1, "x", null], "d:{[,]}": { e: '"{[\\"', f: "\\" } },
  { text: "x".repeat(3_000_000) + '\\"'.repeat(100_000) },
];

for (const value of VALUES) {
  const json = JSON.stringify(value);
  Deno.test(`indented() has a line a member of ${json.slice(0, 60)}`, () => {
    assertEquals(indented(json) === JSON.stringify(value, null, 2), true);
  });
}

Deno.test("indented() keeps all digits", () => {
  assertEquals(indented('{"a":9007199254740993}'), '{\n  "a": 9007199254740993\n}');
});
