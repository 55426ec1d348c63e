import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { RE2JS } from "../deps/re2.ts";
import { plainRegex } from "./plain_regex.ts";

const TAKEN: readonly string[] = [
  "^[a-z][-a-z0-9]*$",
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  "^\\d{1,3}$",
  "^v\\d+",
  "^(?:ab)?[\\w.]{2}$",
  "^$",
  "^",
];
for (const pattern of TAKEN) {
  Deno.test(`plainRegex() takes ${pattern}`, () => {
    const [plain, other] = [plainRegex(pattern), RE2JS.compile(pattern)];
    assert(plain !== undefined);
    fc.assert(fc.property(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.stringMatching(plain)),
      (text) => assertEquals(plain.test(text), other.test(text)),
    ));
  });
}

const REFUSED: readonly [why: string, pattern: string][] = [
  ["no start", "[a-z]+$"],
  ["two repetitions", "^a*a*$"],
  ["a repeated group", "^(a+)+$"],
  ["a counted group", "^(a?){50}$"],
  ["many optional parts", "^a?a?a?a?$"],
  ["a large count", "^a{64}$"],
  ["much behind a repetition", "^[a-z]*[a-z]{24}$"],
  ["some behind a repetition, in many ways", "^(a?b)?[a-z]*[a-z]{6}$"],
  ["it is long", `^${"(a)".repeat(400)}$`],
  ["alternatives", "^(a|b)$"],
  ["a dot", "^.$"],
  ["a space", "^\\s$"],
  ["a negation", "^[^a]$"],
  ["a flag", "^(?i)a$"],
  ["an anchor inside", "^a$b"],
  ["something beyond ASCII", "^é$"],
  ["an escaped end", "^a\\$"],
  ["a class of letters", "^\\pL$"],
];
for (const [why, pattern] of REFUSED) {
  Deno.test(`plainRegex() leaves a pattern to the other engine: ${why}`, () => {
    assertEquals(plainRegex(pattern), undefined);
  });
}

Deno.test("plainRegex() takes no pattern that the engines read differently", () => {
  const part = fc.constantFrom(
    ..."a b 0 - . _ / [a-z] [-a] [a-] [\\d-] \\d \\w \\. ( (?: ) ? * + {2} {1,} {0,3} ] [ , = \\-"
      .split(" "),
  );
  const text = fc.array(fc.constantFrom(..."ab0-._/,=]é\n"), { maxLength: 8 }).map((all) =>
    all.join("")
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.array(text, { minLength: 5 }),
      (parts, texts) => {
        const pattern = `^${parts.join("")}$`;
        const plain = plainRegex(pattern);
        let other;
        try {
          other = RE2JS.compile(pattern);
        } catch {
          // Such a pattern is refused before anybody asks for this form of it.
          return;
        }
        if (plain === undefined) return;
        for (const one of texts) {
          assertEquals(plain.test(one), other.test(one), `${pattern} on ${JSON.stringify(one)}`);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});
