import { assertEquals, assertThrows } from "../deps/assert.ts";
import { csvRecords } from "./csv.ts";

const ROWS: readonly [text: string, records: readonly (readonly string[])[]][] = [
  ["", []],
  ["\n\r\n", []],
  ["a,b", [["a", "b"]]],
  ["a,b\nc\n", [["a", "b"], ["c"]]],
  ["a,\r\n,b", [["a", ""], ["", "b"]]],
  [" a , b ", [[" a ", " b "]]],
  ['"a,b","c""d"', [["a,b", 'c"d']]],
  ['"a\r\nb",c\nd', [["a\nb", "c"], ["d"]]],
  ['""', [[""]]],
  ['"",', [["", ""]]],
  ["\r", []],
  ["a\r", [["a"]]],
  ["\r,b", [["\r", "b"]]],
];
for (const [text, records] of ROWS) {
  Deno.test(`csvRecords() reads ${JSON.stringify(text)}`, () => {
    assertEquals([...csvRecords(text)].map(({ fields }) => fields), records);
  });
}

const REFUSED: readonly [text: string, why: RegExp][] = [
  ['a\nb,"c', /^line 2 has an unclosed quote$/],
  ['"a"b', /line 1 has something behind a closed quote/],
  ['a"b', /line 1 has a quote inside of a field/],
  [' "a"', /has a quote inside/],
  ['"a\nb"\nc"', /^line 3 has a quote inside/],
];
for (const [text, why] of REFUSED) {
  Deno.test(`csvRecords() refuses ${JSON.stringify(text)}`, () => {
    assertThrows(() => [...csvRecords(text)], why);
  });
}

Deno.test("csvRecords() says on which line a record begins", () => {
  const records = [...csvRecords('a\n\n"b\nc",d\ne')];
  assertEquals(records.map(({ line }) => line), [1, 3, 5]);
});
