import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import * as dns from "./dns.ts";
import * as formats from "./formats.ts";
import * as label from "./label.ts";
import { areLongerThan, isLongerThan, type Messages, VALID } from "./messages.ts";

const long = (n: number) => "a".repeat(n);

/** Each check with texts that pass and texts that do not, and how the messages of those begin. */
const CASES: [
  name: string,
  check: (text: string) => Messages,
  valid: string[],
  invalid: Record<string, string[]>,
][] = [
  ["checkDns1123Label", dns.checkDns1123Label, ["a", "0", "a-b", "1-2", long(63)], {
    "": ["a lowercase RFC 1123 label must"],
    "A": ["a lowercase RFC 1123 label must"],
    "-a": ["a lowercase RFC 1123 label must"],
    "a-": ["a lowercase RFC 1123 label must"],
    "a_b": ["a lowercase RFC 1123 label must"],
    "a\n": ["a lowercase RFC 1123 label must"],
    "a.b": ["must not contain dots"],
    [long(64)]: ["must be no more than 63 characters"],
    ["é".repeat(32)]: [
      "must be no more than 63 characters",
      "a lowercase RFC 1123 label must",
    ],
  }],
  ["checkDns1123Subdomain", dns.checkDns1123Subdomain, ["a", "a.b-c.0", `${long(200)}.b`], {
    "": ["a lowercase RFC 1123 subdomain must"],
    "a..b": ["a lowercase RFC 1123 subdomain must"],
    ".a": ["a lowercase RFC 1123 subdomain must"],
    "a.": ["a lowercase RFC 1123 subdomain must"],
    "a_b": ["a lowercase RFC 1123 subdomain must"],
    [long(254)]: ["must be no more than 253 characters"],
  }],
  [
    "checkDns1123SubdomainWithUnderscore",
    dns.checkDns1123SubdomainWithUnderscore,
    ["_sip._tcp.a", "a_b.c"],
    { "__a": ["a lowercase RFC 1123 subdomain must"], "a_": ["a lowercase RFC 1123 subdomain"] },
  ],
  ["checkDns1035Label", dns.checkDns1035Label, ["a", "a-1"], {
    "1a": ["a DNS-1035 label must"],
    "a.b": ["a DNS-1035 label must"],
    [long(64)]: ["must be no more than 63 characters"],
  }],
  ["checkWildcardDns1123Subdomain", dns.checkWildcardDns1123Subdomain, ["*.a", "*.a.b"], {
    "*": ["a wildcard DNS-1123 subdomain must"],
    "a.b": ["a wildcard DNS-1123 subdomain must"],
    "*.*.a": ["a wildcard DNS-1123 subdomain must"],
  }],
  [
    "checkLabelKey",
    label.checkLabelKey,
    ["a", "A_b.c-D", "example.com/a", `${long(253)}/a`, "1/2"],
    {
      "": ["name part must be non-empty", "name part must consist"],
      "a/": ["name part must be non-empty", "name part must consist"],
      "/a": ["prefix part must be non-empty"],
      "A/a": ["prefix part a lowercase RFC 1123 subdomain"],
      "a/b/c": ["a valid label key must consist of alphanumeric"],
      "-a": ["name part must consist"],
      [long(64)]: ["name part must be no more than 63 bytes"],
      [`${long(254)}/a`]: ["prefix part must be no more than 253 bytes"],
    },
  ],
  ["checkPrefixedLabelKey", label.checkPrefixedLabelKey, ["a.b/c"], {
    "a": ["must include a prefix"],
    "a/": ["name part must be non-empty", "name part must consist"],
  }],
  ["checkLabelValue", label.checkLabelValue, ["", "a", "A.b_c-9", long(63)], {
    "-": ["a valid label must be an empty string"],
    "a b": ["a valid label must be an empty string"],
    [long(64)]: ["must be no more than 63 bytes"],
  }],
  ["checkPortName", formats.checkPortName, ["http", "a-1", "8a"], {
    "": ["must contain only alpha-numeric", "must contain at least one letter"],
    "80": ["must contain at least one letter"],
    "-a": ["must not begin or end with a hyphen"],
    "a--b": ["must not contain consecutive hyphens"],
    "a_b": ["must contain only alpha-numeric"],
    [long(16)]: ["must be no more than 15 characters"],
  }],
  ["checkEnvVarName", formats.checkEnvVarName, ["A", "a.b-c_D1", "-", ".a"], {
    "": ["a valid environment variable name must consist of"],
    "1a": ["a valid environment variable name must consist of"],
    "..": ["must not be '..'"],
    ".": ["must not be '.'"],
    "..a": ["must not start with '..'"],
  }],
  ["checkRelaxedEnvVarName", formats.checkRelaxedEnvVarName, ["1a", "a b!", "~"], {
    "": ["environment variable name must be non-empty"],
    "a=b": ["a valid environment variable name must consist only of printable"],
    "é": ["a valid environment variable name must consist only of printable"],
    "a\t": ["a valid environment variable name must consist only of printable"],
  }],
  ["checkConfigMapKey", formats.checkConfigMapKey, ["a.b", "_", "-A9"], {
    "": ["a valid config key must"],
    "a/b": ["a valid config key must"],
    "..": ["must not be '..'"],
    [long(254)]: ["must be no more than 253 characters"],
  }],
  ["checkPercent", formats.checkPercent, ["0%", "150%"], {
    "1": ["a valid percent string must"],
    "-1%": ["a valid percent string must"],
  }],
  ["checkHttpHeaderName", formats.checkHttpHeaderName, ["X-A9"], {
    "a b": ["a valid HTTP header"],
  }],
  ["checkIdentifier", formats.checkIdentifier, ["_a9"], { "9a": ["a valid C identifier must"] }],
  ["checkHttpPath", formats.checkHttpPath, ["/a/b;c=1~!%20"], {
    "": ["Invalid path (regex"],
    "/a b": ["Invalid path (regex used for validation is '[A-Za-z0-9/"],
  }],
  ["checkConditionReason", formats.checkConditionReason, ["A", "A,b:C_"], {
    "1": ["a condition reason must start"],
    "A,": ["a condition reason must start"],
  }],
  ["checkDecimalInteger", formats.checkDecimalInteger, ["0", "-1", "120"], {
    "": ["must be non-empty"],
    "-0": ["must be a valid decimal integer"],
    "01": ["must be a valid decimal integer"],
    "+1": ["must be a valid decimal integer"],
  }],
  ["checkPathSegmentName", formats.checkPathSegmentName, ["a:b", "", "..."], {
    ".": ["may not be '.'"],
    "..": ["may not be '..'"],
    "a/%": ["may not contain '/'", "may not contain '%'"],
  }],
  ["checkNameIsSubdomain of a prefix", (text) => dns.checkNameIsSubdomain(text, { prefix: true }), [
    "a-",
    "a.b-",
  ], { "-": ["a lowercase"], "a--é": ["a lowercase"] }],
  ["checkNameIsLabel of a prefix", (text) => dns.checkNameIsLabel(text, { prefix: true }), ["a-"], {
    "-": ["a lowercase RFC 1123 label must"],
  }],
];

for (const [name, check, valid, invalid] of CASES) {
  Deno.test(`${name}() gives no message when the text is valid`, () => {
    for (const text of valid) assertEquals(check(text), VALID, text);
  });
  Deno.test(`${name}() gives a message for each rule that is broken`, () => {
    for (const [text, starts] of Object.entries(invalid)) {
      const messages = check(text);
      assertEquals(messages.length, starts.length, `${text}: ${messages}`);
      for (const [index, start] of starts.entries()) {
        assert(messages[index]?.startsWith(start), `${text}: ${messages[index]}`);
      }
    }
  });
}

Deno.test("messages show examples and the expression, word for word as the reference", () => {
  assertEquals(dns.checkDns1123Label("A"), [
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
    "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  assertEquals(label.checkLabelKey("a/b/c"), [
    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start " +
    "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex " +
    "used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS " +
    "subdomain prefix and '/' (e.g. 'example.com/MyName')",
  ]);
});

Deno.test("numbers are checked against bounds that are included", () => {
  assertEquals(formats.checkPortNumber(1), VALID);
  assertEquals(formats.checkPortNumber(65535), VALID);
  assertEquals(formats.checkPortNumber(0), ["must be between 1 and 65535, inclusive"]);
  assertEquals(formats.checkPortNumber(NaN), ["must be between 1 and 65535, inclusive"]);
  assertEquals(formats.checkUserId(2 ** 31), ["must be between 0 and 2147483647, inclusive"]);
});

Deno.test("isLongerThan() counts bytes of UTF-8", () => {
  // Halves of surrogate pairs too.
  const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: anyUnit }));
  fc.assert(fc.property(texts, fc.nat(40), (text, limit) => {
    const bytes = new TextEncoder().encode(text).length;
    assertEquals(isLongerThan(text, limit), bytes > limit);
    assertEquals(areLongerThan([text, text], limit), bytes * 2 > limit);
  }));
});
