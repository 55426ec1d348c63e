import { assertEquals } from "../deps/assert.ts";
import { printable, printableJson, printableLine } from "./printable.ts";

Deno.test("printable() shows what a terminal would obey, and leaves the rest", () => {
  const cases: [text: string, shown: string][] = [
    ["plain é 日本 🎉\nnext", "plain é 日本 🎉\nnext"],
    ["\u001b[31mred", "\\u001b[31mred"],
    ["\u009b2J", "\\u009b2J"],
    ["a\rb\tc\u0000\u007f", "a\\u000db\\u0009c\\u0000\\u007f"],
    ["\u202eevil\u2066\u200f\u2028", "\\u202eevil\\u2066\\u200f\\u2028"],
  ];
  for (const [text, shown] of cases) assertEquals(printable(text), shown);
  assertEquals(printableLine("a\nb\u001b"), "a\\nb\\u001b");
});

Deno.test("printableJson() is the same JSON, whatever is in it", () => {
  const value = { "a\u009b": ["\u202e", "\n", 2 ** 53], b: null };
  const text = printableJson(value);
  assertEquals(JSON.parse(text), value);
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0009\u007f-\u009f\u202e]/.test(text), false);
  assertEquals(printableJson({ a: 2n ** 60n }), '{\n  "a": 1152921504606846976\n}\n');
});
