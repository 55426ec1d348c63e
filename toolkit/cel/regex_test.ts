import { slowTests } from "../../testing/requirements.ts";
import { mixedText } from "../../testing/mixed_text.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { RE2JS } from "../deps/re2.ts";
import { PATTERN_SIZE_LIMIT, regexOf, regexTestOf, testRegex } from "./regex.ts";
import { CelError } from "./source.ts";
import { withWork, Work } from "./work.ts";

/** What is refused, and why. */
const REFUSED: readonly (readonly [pattern: string, message: string])[] = [
  ["(a", "error parsing regexp: missing closing ): `(a`"],
  ["^(a", "error parsing regexp: missing closing ): `^(a`"],
  ["^a)", "error parsing regexp: unexpected ): `^a)`"],
  ["*^a", "error parsing regexp: missing argument to repetition operator: `*`"],
  ["{2}^a", "error parsing regexp: missing argument to repetition operator: `{2}`"],
  ["^*a\\p{x}", "error parsing regexp: invalid character class range: `\\p{x}`"],
  ["a{1001}", "error parsing regexp: invalid repeat count: `{1001}`"],
  ["(a{100}){100}", "error parsing regexp: invalid repeat count: `{100}`"],
  [
    "a{1000}".repeat(1_000),
    "error parsing regexp: expression too large: about 1001752 instructions, of 30000 at the most",
  ],
  ["a".repeat(100_001), "regular expression too long"],
];
for (const [pattern, message] of REFUSED) {
  Deno.test(`regexOf() refuses a pattern: ${message}`, () => {
    assertEquals(refusal(pattern), message);
  });
}

Deno.test(`regexOf() takes a pattern of almost ${PATTERN_SIZE_LIMIT} instructions`, () => {
  assert(regexOf("a{1000}".repeat(29)).programSize() > 29_000);
});

Deno.test("regexTestOf() finds what the engine alone finds", () => {
  const part = fc.constantFrom(
    ..."^ $ | a b (a) (?:b) (?i) a* b? [ab] [^a] \\A \\z \\b . (?m)^ (^|b) \\Q^".split(" "),
  );
  const pattern = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
  const text = fc.array(fc.constantFrom(..."abAB\n^ "), { maxLength: 6 }).map((all) =>
    all.join("")
  );
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5 }), (pattern, texts) => {
      let other: RE2JS;
      try {
        other = RE2JS.compile(pattern);
      } catch (error) {
        assertEquals(refusal(pattern), (error as Error).message);
        return;
      }
      const test = regexTestOf(pattern);
      for (const one of texts) assertEquals(test(one), other.test(one), JSON.stringify(one));
    }),
    { numRuns: slowTests() ? 2_000 : 500 },
  );
});

Deno.test("a test goes on when what it needs was dropped for others", () => {
  const test = regexTestOf("^(a|b)+x[a-z]{20}$");
  const text = `abx${"z".repeat(20)}`;
  const first = regexOf("^(a|b)+x[a-z]{20}$");
  assert(test(text));
  // Each takes a fourteenth of the room, and who is used is spared once.
  for (let i = 0; i < 30; i++) regexOf(`x${i}${"a{1000}".repeat(29)}`);
  assert(test(text) && !test("ab"));
  assert(regexOf("^(a|b)+x[a-z]{20}$") !== first, "it is still kept");
});

Deno.test("what is used stays where others are not", () => {
  const pattern = "^(a|b)+y[a-z]{20}$";
  const test = regexTestOf(pattern);
  const first = regexOf(pattern);
  for (let i = 0; i < 40; i++) {
    regexOf(`y${i}${"a{1000}".repeat(29)}`);
    test("ab");
  }
  assert(regexOf(pattern) === first, "it was dropped");
});

Deno.test("states that searches make take room, too", () => {
  const pattern = "(a|b)*c(a|b){30}$";
  const first = regexOf(pattern);
  // Some 4 MB each: they are fewer than a thousand patterns, and their programs are small.
  const text = mixedText(3_000);
  for (let i = 0; i < 60; i++) stepsOf(() => testRegex(`(a|b)*a(a|b){${40 + i}}$`, text));
  assert(regexOf(pattern) !== first, "it is still kept");
});

function stepsOf(run: () => unknown): number {
  const budget = new Work(Number.MAX_SAFE_INTEGER);
  withWork(budget, run);
  return Number.MAX_SAFE_INTEGER - budget.left;
}

Deno.test("a pattern that is not known counts as work, once", () => {
  const pattern = "^z(a|b)+[a-z]{500}$";
  const [first, second] = [1, 2].map(() => stepsOf(() => testRegex(pattern, "a")));
  assert(first !== undefined && first > 500 * 20, `${first}`);
  assert(second !== undefined && second < 500, `${second}`);
});

Deno.test("a pattern that is compiled where nothing runs counts as none", () => {
  // More than all of the work that somebody may do.
  for (let i = 0; i < 30; i++) regexOf(`w${i}${"a{1000}".repeat(29)}`);
  assertEquals(testRegex("w", "w"), true);
});

Deno.test("a pattern that is made while something runs is bounded", () => {
  assertThrows(
    () =>
      withWork(new Work(), () => {
        for (let i = 0; i < 1_000; i++) testRegex(`v${i}a{900}`, "a");
      }),
    "too much work",
  );
});

function refusal(pattern: string): string {
  const error = assertThrows(() => regexOf(pattern));
  assert(error instanceof CelError);
  return error.message;
}
