import { assertEquals } from "../deps/assert.ts";
import { CelCompileError } from "./source.ts";

const ROWS: Readonly<Record<string, readonly [source: string, at: number, lines: string]>> = {
  "a letter of one byte": ["a + b", 4, "1:5: m/ | a + b/ | ....^"],
  "letters of several bytes before it": ["'é日𝒳' + b", 8, "1:8: m/ | 'é日𝒳' + b/ | .．．．...^"],
  "a letter of several bytes": ["a 日", 2, "1:3: m/ | a 日/ | ..＾"],
  "the end": ["a 日", 3, "1:4: m/ | a 日/ | ..．^"],
  "the second of lines": ["a\n\tb", 3, "2:2: m/ |  b/ | .^"],
  "the end of the first of lines": ["\nb", 0, "1:1: m/ | / | ^"],
  "a line that is too long": [`b${"a".repeat(16_384)}`, 1, "1:2: m"],
  "a line that is just not too long": [
    `b${"a".repeat(16_383)}`,
    1,
    `1:2: m/ | b${"a".repeat(16_383)}/ | .^`,
  ],
};

for (const [name, [source, at, lines]] of Object.entries(ROWS)) {
  Deno.test(`CelCompileError shows ${name}`, () => {
    const { message } = new CelCompileError(source, [{ at, message: "m" }]);
    assertEquals(message, `ERROR: <input>:${lines.replaceAll("/", "\n")}`);
  });
}
