import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign, X509Certificate } from "node:crypto";
import { assertEquals, assertThrows } from "../deps/assert.ts";
import { makeAuthority, toPem } from "./mod.ts";
import { openAuthority, signRequest } from "./sign_request.ts";
import { parseSigningRequest } from "./signing_request.ts";
import { der } from "../../testing/der.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY = publicKey.export({ type: "spki", format: "der" });
const SEQUENCE = 0x30, SET = 0x31, OID = 0x06, UTF8 = 0x0c, PRINTABLE = 0x13, BMP = 0x1e;
const COMMON_NAME = [0x55, 4, 3], ORGANIZATION = [0x55, 4, 10];
const REQUESTED = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 14];
const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];

type Field = readonly [oid: readonly number[], tag: number, value: string | readonly number[]];

const field = ([oid, tag, value]: Field) =>
  der(
    SET,
    der(
      SEQUENCE,
      der(OID, oid),
      der(tag, typeof value === "string" ? Buffer.from(value) : value),
    ),
  );

/** Asks for one name of a server. */
const names = (dns: string) =>
  der(
    SEQUENCE,
    der(OID, REQUESTED),
    der(
      SET,
      der(
        SEQUENCE,
        der(
          SEQUENCE,
          der(OID, [0x55, 0x1d, 17]),
          der(0x04, der(SEQUENCE, der(0x82, Buffer.from(dns)))),
        ),
      ),
    ),
  );

/** A request that is signed by its key, whatever it says. */
function requestOf(
  fields: readonly Field[],
  { version = [0], attributes = [] as readonly Uint8Array[] } = {},
): string {
  const body = der(
    SEQUENCE,
    der(0x02, version),
    der(SEQUENCE, ...fields.map(field)),
    KEY,
    der(0xa0, ...attributes),
  );
  const signature = sign("sha256", body, privateKey);
  const algorithm = der(SEQUENCE, der(OID, ECDSA_SHA256));
  const whole = der(SEQUENCE, body, algorithm, der(0x03, [0], signature));
  return toPem("CERTIFICATE REQUEST", Uint8Array.from(whole));
}

const NODE = "system:node:a";
const wide = (text: string) => [...Buffer.from(text, "utf16le").swap16()];

const READ: readonly (readonly [what: string, field: Field, commonName: string])[] = [
  ["an ordinary one", [COMMON_NAME, UTF8, NODE], NODE],
  ["a printable one, with what such should not have", [COMMON_NAME, PRINTABLE, "a*b&c"], "a*b&c"],
  ["one of two bytes a character", [COMMON_NAME, BMP, wide(NODE)], NODE],
  ["such a one with a zero at its end", [COMMON_NAME, BMP, wide(`${NODE}\0`)], NODE],
  ["a mark at its beginning", [COMMON_NAME, UTF8, "\ufeffa"], "\ufeffa"],
  ["bytes that are no text", [COMMON_NAME, 0x04, NODE], ""],
  ["a number", [COMMON_NAME, 0x02, [7]], ""],
  ["a sort of text that nobody reads", [COMMON_NAME, 0x1c, NODE], ""],
];

for (const [what, one, commonName] of READ) {
  Deno.test(`parseSigningRequest() reads the name of a subject: ${what}`, () => {
    const group: Field = [ORGANIZATION, UTF8, "system:nodes"];
    const read = parseSigningRequest(requestOf([group, one]));
    assertEquals([read.commonName, read.organizations], [commonName, ["system:nodes"]]);
  });
}

const REFUSED: readonly (readonly [what: string, field: Field])[] = [
  ["printable text with other characters", [COMMON_NAME, PRINTABLE, "a_b"]],
  ["numeric text with letters", [COMMON_NAME, 0x12, "a1"]],
  ["half a character", [COMMON_NAME, BMP, [0]]],
  ["a character of four bytes", [COMMON_NAME, BMP, wide("\u{1f600}")]],
  ["what is no character", [COMMON_NAME, BMP, [0xff, 0xfe]]],
  ["a number of no digits", [COMMON_NAME, 0x02, []]],
  ["a number of more than 64 bits", [COMMON_NAME, 0x02, [1, 2, 3, 4, 5, 6, 7, 8, 9]]],
  ["a truth that is neither", [COMMON_NAME, 0x01, [1]]],
];

for (const [what, one] of REFUSED) {
  Deno.test(`parseSigningRequest() refuses a name of ${what}`, () => {
    assertThrows(() => parseSigningRequest(requestOf([one])), "malformed");
  });
}

Deno.test("parseSigningRequest() takes any version, and extensions of all attributes once", () => {
  const subject: readonly Field[] = [[COMMON_NAME, UTF8, "a"]];
  for (const version of [[1], [0x7f, 0xff], [0xff]]) {
    assertEquals(parseSigningRequest(requestOf(subject, { version })).commonName, "a");
  }
  for (const version of [[], [0, 1], [0xff, 0xff], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    assertThrows(() => parseSigningRequest(requestOf(subject, { version })), "malformed");
  }
  const once = parseSigningRequest(requestOf(subject, { attributes: [names("x")] }));
  assertEquals(once.alternativeNames.dns, ["x"]);
  const twice = requestOf(subject, { attributes: [names("x"), names("y")] });
  assertThrows(() => parseSigningRequest(twice), "malformed");
});

Deno.test("signRequest() writes the subject that was read, and nothing beside it", async () => {
  const { certificate, key } = await makeAuthority("authority", new Date());
  const pem = requestOf([
    [COMMON_NAME, UTF8, "admin"],
    [ORGANIZATION, 0x1c, "system:masters"],
    [ORGANIZATION, PRINTABLE, "one"],
    [[0x55, 4, 5], UTF8, "7"],
    [[0x55, 4, 11], UTF8, "unit"],
    [[0x2a, 3, 4], UTF8, "whatever"],
    [COMMON_NAME, BMP, wide(`${NODE}\0`)],
    [ORGANIZATION, UTF8, "two, CN=three"],
    [ORGANIZATION, UTF8, '"four"'],
    [ORGANIZATION, UTF8, "\\five"],
    [ORGANIZATION, UTF8, "#1303736978"],
  ]);
  const signed = await signRequest(pem, await openAuthority(certificate, key), {
    keyUsages: ["digitalSignature"],
    extendedUsages: [],
    notBefore: new Date(),
    notAfter: new Date(Date.now() + 60_000),
  });
  assertEquals(new X509Certificate(signed).subject.split("\n"), [
    "O=one",
    "O=two, CN=three",
    'O="four"',
    "O=\\five",
    "O=#1303736978",
    "OU=unit",
    `CN=${NODE}`,
    "serialNumber=7",
  ]);
});
