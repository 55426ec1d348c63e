import type { SigningRequest } from "../../toolkit/certificates/mod.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { signerRules } from "./signer_rules.ts";
import { usagesOf } from "./usages.ts";
import { validityOf } from "./validity.ts";

const NO_NAMES = { dns: [], ip: [], uri: [], email: [] };
const CLIENT = ["digital signature", "key encipherment", "client auth"];
const SERVING = ["digital signature", "key encipherment", "server auth"];

function request(changes: Partial<SigningRequest> = {}): SigningRequest {
  return {
    der: new Uint8Array(),
    commonName: "system:node:a",
    organizations: ["system:nodes"],
    alternativeNames: NO_NAMES,
    extensions: [],
    ...changes,
  };
}

const names = (changes: object) => ({ alternativeNames: { ...NO_NAMES, ...changes } });
const SERVER = names({ dns: ["a"] });

const CASES: [
  what: string,
  signer:
    | "signerNodeAgentClient"
    | "signerNodeAgentServing"
    | "signerApiServerClient"
    | "signerLegacy",
  changes: Partial<SigningRequest>,
  usages: string[],
  why: RegExp | undefined,
][] = [
  ["a node's client", "signerNodeAgentClient", {}, CLIENT, undefined],
  ["without encipherment", "signerNodeAgentClient", {}, CLIENT.toSpliced(1, 1), undefined],
  ["of nobody", "signerNodeAgentClient", { organizations: [] }, CLIENT, /organization is not/],
  [
    "of masters besides",
    "signerNodeAgentClient",
    { organizations: ["system:nodes", "system:masters"] },
    CLIENT,
    /subject organization is not system:nodes/,
  ],
  ["of a user", "signerNodeAgentClient", { commonName: "a" }, CLIENT, /does not begin with/],
  ["for a host", "signerNodeAgentClient", names({ dns: ["a"] }), CLIENT, /^DNS subjectAltNames/],
  ["for an address", "signerNodeAgentClient", names({ ip: ["::1"] }), CLIENT, /^IP subjectAlt/],
  ["for a URI", "signerNodeAgentClient", names({ uri: ["u:"] }), CLIENT, /^URI subjectAltNames/],
  ["for mail", "signerNodeAgentClient", names({ email: ["a@b"] }), CLIENT, /^Email subjectAlt/],
  ["to serve", "signerNodeAgentClient", {}, SERVING, /usages did not match \[client auth digital/],
  ["for too much", "signerNodeAgentClient", {}, [...CLIENT, "any"], /usages did not match/],
  ["for nothing", "signerNodeAgentClient", {}, [], /usages did not match/],
  ["a node's server", "signerNodeAgentServing", SERVER, SERVING, undefined],
  [
    "a server of no place",
    "signerNodeAgentServing",
    {},
    SERVING,
    /DNS or IP subjectAltName is req/,
  ],
  [
    "a server with mail",
    "signerNodeAgentServing",
    names({ dns: ["a"], email: ["a@b"] }),
    SERVING,
    /Email subjectAltNames are not allowed/,
  ],
  ["a server as a client", "signerNodeAgentServing", SERVER, CLIENT, /usages did not match/],
  [
    "a server of another name",
    "signerNodeAgentServing",
    { ...SERVER, commonName: "a" },
    SERVING,
    /does not begin with/,
  ],
  ["a client", "signerApiServerClient", { organizations: ["x"] }, ["client auth"], undefined],
  [
    "a client that serves",
    "signerApiServerClient",
    {},
    ["client auth", "server auth"],
    /invalid usage for client certificate: server auth/,
  ],
  [
    "no client",
    "signerApiServerClient",
    {},
    ["digital signature"],
    /missing required usage for client certificate: client auth/,
  ],
  ["anything", "signerLegacy", { organizations: [] }, ["any"], undefined],
];

for (const [what, signer, changes, usages, why] of CASES) {
  Deno.test(`signerRules() of ${signer}: ${what}`, () => {
    const rule = signerRules(NAMES.kubernetes).get(NAMES.kubernetes[signer])!;
    const check = () => rule(request(changes), usages);
    if (why === undefined) check();
    else assertThrows(check, why);
  });
}

Deno.test("usagesOf() knows every usage, and refuses others", () => {
  assertEquals(usagesOf(["signing", "digital signature", "s/mime", "email protection", "any"]), {
    keyUsages: ["digitalSignature"],
    extendedUsages: ["1.3.6.1.5.5.7.3.4", "2.5.29.37.0"],
  });
  assertThrows(() => usagesOf(["any", "toString"]), /unrecognized usage values: \["toString"\]/);
});

Deno.test("validityOf() dates back, and ends as asked, as allowed and with the authority", () => {
  const now = Date.UTC(2026, 0, 1);
  const hour = 3_600_000;
  const minutes = (from: number, to: Date) => (to.getTime() - from) / 60_000;
  const cases: [asked: number | undefined, mostHours: number, endHours: number, minutes: number][] =
    [
      [undefined, 8760, 9000, 8760 * 60 - 5],
      [undefined, 7, 9000, 7 * 60],
      [undefined, 1 / 12, 9000, 5],
      [600, 1 / 12, 9000, 5],
      [3600, 8760, 9000, 60],
      [60, 8760, 9000, 10],
      [8 * 3600, 8760, 9000, 8 * 60 - 5],
      [999_999_999, 24, 9000, 24 * 60 - 5],
      [undefined, 8760, 2, 120],
    ];
  for (const [askedSeconds, most, end, expected] of cases) {
    const { notBefore, notAfter } = validityOf({
      nowMs: now,
      mostMs: most * hour,
      askedSeconds,
      authorityEnd: new Date(now + end * hour),
    });
    assertEquals([minutes(now, notBefore), minutes(now, notAfter)], [-5, expected]);
  }
  const over = { nowMs: now, mostMs: hour, askedSeconds: undefined, authorityEnd: new Date(now) };
  assertThrows(() => validityOf(over), /refusing to sign a certificate that expired in the past: /);
  const long = { ...over, authorityEnd: new Date(now - 5 * 60_000) };
  assertThrows(() => validityOf(long), /the signer has expired: /);
});
