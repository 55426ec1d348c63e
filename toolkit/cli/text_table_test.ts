import { assertEquals } from "../deps/assert.ts";
import { textTable } from "./text_table.ts";

Deno.test("textTable() puts columns under each other, and long cells in nobody's way", () => {
  const long = "x".repeat(70);
  assertEquals(textTable([["A", "BB", "C"], ["aaaa", "", "c"], ["é🎉", "b"], []]), [
    "A      BB   C",
    "aaaa        c",
    "é🎉     b",
    "",
  ]);
  assertEquals(textTable([[long, "b"], ["a", "c"]]), [`${long}   b`, `a${" ".repeat(62)}c`]);
});

Deno.test("textTable() measures what is seen, not what styles it", () => {
  const bold = { text: "A", shown: "\u001b[1mA\u001b[0m" };
  assertEquals(textTable([[bold, "b"], ["aa", "c"]]), ["\u001b[1mA\u001b[0m    b", "aa   c"]);
});
