import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { parseTokens } from "./token_file.ts";

function read(text: string) {
  const warnings: string[] = [];
  const users = parseTokens(text, "tokens.csv", (problem) => warnings.push(problem));
  const shown = [...users].map(([token, { name, uid, groups }]) =>
    `${token}: ${name} ${uid} [${groups}]`
  );
  return { shown, warnings };
}

const ROWS: readonly [name: string, text: string, users: string[], warnings?: string[]][] = [
  ["a line", "t,jane,1", ["t: jane 1 []"]],
  ["groups", 't,jane,1,"dev,ops"\nu,john,,ops', ["t: jane 1 [dev,ops]", "u: john  [ops]"]],
  ["columns that mean nothing", "t,jane,1,dev,x,y", ["t: jane 1 [dev]"]],
  ["no groups", 't,jane,1,""', ["t: jane 1 []"]],
  ["blanks, which are a part of names", 't, jane ,1," dev"', ["t:  jane  1 [ dev]"]],
  ["remarks", "# of old\nt,jane,1\n#,\n", ["t: jane 1 []"]],
  [
    "no token",
    ",jane,1\nt,john,2",
    ["t: john 2 []"],
    ["line 1 of tokens.csv has no token, and is left out"],
  ],
  [
    "a token twice",
    "t,jane,1\nt,john,2",
    ["t: john 2 []"],
    ["line 2 of tokens.csv has a token that an earlier line has too, which is left out"],
  ],
];
for (const [name, text, users, warnings = []] of ROWS) {
  Deno.test(`parseTokens() reads ${name}`, () => {
    assertEquals(read(text), { shown: users, warnings });
  });
}

const REFUSED: readonly [name: string, text: string, why: RegExp][] = [
  ["too few columns", "t,jane,1\nu,john", /^line 2 of tokens.csv has fewer than three/],
  ["no name", "t,,1", /line 1 of tokens.csv has no user name/],
  ["an open quote", 't,"jane,1', /^tokens.csv: line 1 has an unclosed quote/],
  ["a quote behind a blank", 't, "jane",1', /line 1 has a quote inside of a field/],
];
for (const [name, text, why] of REFUSED) {
  Deno.test(`parseTokens() refuses ${name}`, () => {
    const error = assertThrows(() => read(text), why);
    // No token is in what is told.
    assertEquals(/\bt\b,/.test(String(error)), false);
  });
}
