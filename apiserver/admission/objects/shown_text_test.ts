import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { shownText } from "./shown_text.ts";

const CASES: [name: string, value: unknown, text: string][] = [
  ["a text", "a", "a"],
  ["an object that makes no text", { toString: false }, '{"toString":false}'],
  ["a list", [1, null], "[1,null]"],
  ["a number", 1.5, "1.5"],
  ["an integer of 64 bits", [2n ** 63n - 1n], "[9223372036854775807]"],
  ["null", null, "null"],
  ["nothing", undefined, ""],
];

for (const [name, value, text] of CASES) {
  Deno.test(`shownText() of ${name}`, () => assertEquals(shownText(value), text));
}
