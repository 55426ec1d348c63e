import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { RE2JS } from "../deps/re2.ts";
import { patternSize } from "./pattern_size.ts";

/** How large patterns are told to be: what they become, at least, and what may be added at most. */
const SIZES: readonly (readonly [pattern: string, least: number, most: number])[] = [
  ["", 3, 3],
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", 11, 30],
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", 22, 50],
  ["^([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$", 131, 160],
  ["a{1000}".repeat(1_000), 1_000_002, 1_010_000],
  ["(a{0,30}){0,30}", 1_892, 2_000],
  ["\\Qa{9}[\\E{9}", 15, 20],
  ["[]{9}a]{9}", 11, 20],
  ["[^]a]{9}", 11, 20],
  ["[\\]{9}]{9}", 11, 20],
  ["\\x{10FFFF}{9}\\x41{9}\\101{9}", 29, 40],
  ["(?i:a){9}(?P<b>a){9}(?<c>a){9}", 65, 80],
  ["a{,9}b{x}c{", 13, 20],
  ["[[:alpha:]\\d]{9}", 11, 20],
];
for (const [pattern, least, most] of SIZES) {
  Deno.test(`patternSize() tells between ${least} and ${most} of ${shown(pattern)}`, () => {
    const size = patternSize(pattern);
    assertEquals(RE2JS.compile(pattern).programSize(), least);
    assert(size >= least && size <= most, `${size}`);
  });
}

/** What takes long to compile, although little becomes of it. */
const DEAR: readonly (readonly [what: string, pattern: string])[] = [
  ["classes of Unicode", `[${"\\pL".repeat(1_000)}]`],
  ["ranges where case doesn't matter", `(?i)[${"\\x{61}-\\x{1e000}".repeat(20)}]`],
  ["a large class, often", `[${manyCharacters(5_000)}]{1000}`],
  ["starts of names of classes", `[${"[:".repeat(20_000)}x]`],
  [
    "alternatives in alternatives",
    `${"(?:".repeat(2_000)}a${"|b)".repeat(2_000)}`,
  ],
];
for (const [what, pattern] of DEAR) {
  Deno.test(`patternSize() is more than 30,000 for ${what}`, () => {
    assert(patternSize(pattern) > 30_000, `${patternSize(pattern)}`);
  });
}

Deno.test("patternSize() is small where counts multiply to what is refused", () => {
  const pattern = "((a{1,100}){1,100}){1,100}";
  assertEquals(refusal(pattern), "error parsing regexp: invalid repeat count: `{1,100}`");
  assert(patternSize(pattern) < 10);
});

/** Patterns as people write them, nested as they seldom do. */
const anyPattern = fc.letrec<{ p: string; part: string }>((tie) => ({
  p: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      ..."a b é 😀 . ^ $ \\d \\pL \\b \\. \\x41 \\x{1F600} \\n [a-z] [^a] [\\d-]".split(" "),
    ),
    fc.constantFrom(..."[]a] [[:alpha:]-] \\Qa|b{2}\\E \\101 {".split(" ")),
    fc.tuple(tie("p"), fc.constantFrom("(", "(?:", "(?i:", "(?s-m:")).map(([p, start]) =>
      `${start}${p})`
    ),
    fc.tuple(tie("p"), tie("p")).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie("p"), fc.constantFrom("*", "+", "?", "*?", "{0}", "{3}", "{2,}", "{0,5}", "{17}"))
      .map(([p, count]) => `(?:${p})${count}`),
    fc.tuple(fc.constantFrom("a", "[a-z]", "."), fc.nat(40), fc.nat(40))
      .map(([part, min, more]) => `${part}{${min},${min + more}}`),
  ),
})).p;

Deno.test("patternSize() is what a pattern becomes, or a few times as much", () => {
  fc.assert(
    fc.property(anyPattern, (pattern) => {
      const refused = refusal(pattern);
      if (refused !== undefined) return;
      const [size, become] = [patternSize(pattern), RE2JS.compile(pattern).programSize()];
      assert(size * 3 >= become, `${size} of ${become}`);
      const tables = pattern.split("\\pL").length - 1;
      const parsed = pattern.length / 4 + tables * 130;
      // Part of it may come to nothing: what is repeated no times, what can't match.
      if (/\{0[},]|\*|\?|\+|\|/.test(pattern)) return;
      assert(size - parsed <= 3 * become + tables * 6 * become, `${size} of ${become}`);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("patternSize() takes any text, in time that is linear", () => {
  fc.assert(fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(
        fc.constantFrom(..."( ) [ ] { } \\ | * + ? ^ $ a 1 , : = - \\Q \\E \\p (?".split(" ")),
      )
        .map((all) => all.join("")),
    ),
    (text) => {
      const size = patternSize(text);
      assert(Number.isSafeInteger(size) && size >= 0, `${size}`);
    },
  ));
  for (
    const part of ["(", ")", "[", "{1", "[:", "(?<", "(?P<a", "\\", "\\Q", "\\p{", "\\x{1", "|"]
  ) {
    assert(Number.isSafeInteger(patternSize(part.repeat(100_000 / part.length))));
  }
});

function refusal(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function manyCharacters(count: number): string {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + 2 * index))
    .join("");
}

function shown(pattern: string): string {
  return pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
}
