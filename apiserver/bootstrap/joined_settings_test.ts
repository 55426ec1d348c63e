import { makeAuthority, parsePem } from "../../toolkit/certificates/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { joinedAuthorities, joinedNames } from "./joined_settings.ts";

const NOW = new Date("2026-03-01T00:00:00Z");
const LONG_AGO = new Date("1990-01-01T00:00:00Z");

const pemOf = async (name: string, from = NOW) => (await makeAuthority(name, from)).certificate;
const [OLD, NEW, OVER] = [await pemOf("old"), await pemOf("new"), await pemOf("over", LONG_AGO)];

const AUTHORITIES: [what: string, known: string, own: string, expected: string][] = [
  ["nothing known", "", NEW, NEW],
  ["the same known", NEW, NEW, NEW],
  ["another one known, which stays first", OLD, NEW, OLD + NEW],
  ["several, some twice", OLD + NEW + OLD, NEW + OLD, OLD + NEW],
  ["one known that is over", OVER + OLD, NEW, OLD + NEW],
  ["an own one that is over", OLD, OVER, OLD],
  ["nothing but what is over", OVER, OVER, OVER],
  ["known text that is no PEM", "no PEM", NEW, NEW],
  ["known PEM of something else", NEW.replaceAll("CERTIFICATE", "KEY"), NEW, NEW],
  [
    "a known certificate that can't be read",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    NEW,
    NEW,
  ],
  ["text around certificates", `# old\n${OLD}`, `# new\n${NEW}`, OLD + NEW],
];

for (const [what, known, own, expected] of AUTHORITIES) {
  Deno.test(`joinedAuthorities() joins ${what}`, () => {
    const joined = joinedAuthorities(known, own, NOW.getTime());
    assertEquals(joined, expected);
    assertEquals(joinedAuthorities(joined, own, NOW.getTime()), expected, "and once more the same");
    assertEquals(parsePem(joined).every(({ label }) => label === "CERTIFICATE"), true);
  });
}

Deno.test("joinedNames() joins lists, each name once", () => {
  assertEquals(joinedNames("", ["a", "b", "a"]), '["a","b"]');
  assertEquals(joinedNames('["c","a"]', ["a", "b"]), '["c","a","b"]');
  for (const broken of ["x", "{}", '"a"', "[1,null,[]]", "null"]) {
    assertEquals(joinedNames(broken, ["a"]), '["a"]', broken);
  }
  assertEquals(joinedNames("[]", []), "[]");
});
