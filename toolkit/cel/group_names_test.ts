import { withoutGroupNames } from "./group_names.ts";
import { assertEquals } from "../deps/assert.ts";

const CASES: readonly (readonly [pattern: string, unnamed: string])[] = [
  ["(?P<x>a)(?<x>b)", "(a)(b)"],
  ["(?:a)(?i)(b)", "(?:a)(?i)(b)"],
  ["\\(?P<x>a", "\\(?P<x>a"],
  ["[(?P<x>]", "[(?P<x>]"],
  ["[](?P<x>](?P<x>a)", "[](?P<x>](a)"],
  ["[^](?P<x>](?P<x>a)", "[^](?P<x>](a)"],
  ["[[:alpha:](?P<x>](?P<x>a)", "[[:alpha:](?P<x>](a)"],
  ["[\\](?P<x>](?P<x>a)", "[\\](?P<x>](a)"],
  ["\\Q(?P<x>\\E(?P<x>a)", "\\Q(?P<x>\\E(a)"],
  ["(?P<>a)(?P<a b>c)", "(?P<>a)(?P<a b>c)"],
  ["(?P<x", "(?P<x"],
  ["a\\", "a\\"],
];

for (const [pattern, unnamed] of CASES) {
  Deno.test(`groups lose their names: ${pattern}`, () => {
    assertEquals(withoutGroupNames(pattern), unnamed);
  });
}

Deno.test("a long pattern is read once", () => {
  const long = "[".repeat(100_000) + "(?P<".repeat(100_000);
  assertEquals(withoutGroupNames(long).length, long.length);
});
