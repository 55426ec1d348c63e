import { assertEquals, assertThrows } from "../deps/assert.ts";
import { Pkcs10CertificateRequestGenerator } from "../deps/x509.ts";
import { makeAuthority, makeSigningRequest, toPem } from "./mod.ts";
import { MAX_SIGNING_REQUEST_BYTES, parseSigningRequest } from "./signing_request.ts";
import { parsePem } from "./pem.ts";

const LABEL = "CERTIFICATE REQUEST";
const PEM = await makeSigningRequest({
  commonName: "system:node:a",
  organizations: ["system:nodes", "b"],
  hosts: ["a.example.com", "10.0.0.1"],
});
const DER = parsePem(PEM)[0]!.der;

Deno.test("parseSigningRequest() reads who asks, and for which names", () => {
  const { der, ...read } = parseSigningRequest(`words before\n${PEM}words after`);
  assertEquals(der, DER);
  assertEquals(read, {
    commonName: "system:node:a",
    organizations: ["system:nodes", "b"],
    alternativeNames: { dns: ["a.example.com"], ip: ["10.0.0.1"], uri: [], email: [] },
    extensions: ["2.5.29.17"],
  });
});

/** The request with its bytes changed. */
function changed(change: (der: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  return toPem(LABEL, change(Uint8Array.from(DER)));
}

const BAD: readonly (readonly [name: string, pem: string, why: string])[] = [
  ["is no PEM", "x", "PEM block type must be CERTIFICATE REQUEST"],
  [
    "is a certificate",
    (await makeAuthority("a", new Date())).certificate,
    "PEM block type must be CERTIFICATE REQUEST",
  ],
  ["is empty", changed(() => new Uint8Array([0x30, 0])), "malformed"],
  ["is cut off", changed((der) => der.subarray(0, -1)), "malformed"],
  ["has more after it", changed((der) => Uint8Array.of(...der, 0)), "trailing data"],
  [
    "has no end",
    changed((der) => Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff, ...der)),
    "malformed",
  ],
  [
    "is too large",
    changed((der) => Uint8Array.of(...der, ...new Uint8Array(MAX_SIGNING_REQUEST_BYTES))),
    `is over the limit of ${MAX_SIGNING_REQUEST_BYTES}`,
  ],
  [
    "is about another than was signed",
    changed((der) => {
      const at = new TextDecoder("latin1").decode(der).indexOf("system:node:a");
      der[at] = "X".charCodeAt(0);
      return der;
    }),
    "x509: ECDSA verification failure",
  ],
];

for (const [name, pem, why] of BAD) {
  Deno.test(`parseSigningRequest() refuses a request that ${name}`, () => {
    const error = assertThrows(() => parseSigningRequest(pem), why);
    assertEquals(error.name, "SigningRequestError");
  });
}

Deno.test("parseSigningRequest() ends with an error of its own whichever byte is wrong", () => {
  for (let at = 0; at < DER.length; at++) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const pem = changed((der) => {
        der[at] = der[at]! ^ flip;
        return der;
      });
      try {
        parseSigningRequest(pem);
      } catch (error) {
        assertEquals((error as Error).name, "SigningRequestError", `${at} ${flip} ${error}`);
        continue;
      }
      throw new Error(`byte ${at} does not matter`);
    }
  }
});

/** A request with a key and a signature of an algorithm. */
async function signed(
  algorithm: RsaHashedKeyGenParams | EcKeyGenParams | Algorithm,
  hash?: string,
) {
  const keys = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: "CN=a",
    keys,
    signingAlgorithm: { ...algorithm, ...(hash !== undefined && { hash, saltLength: SALT[hash] }) },
  });
  return toPem(LABEL, new Uint8Array(request.rawData));
}

const SALT: Readonly<Record<string, number>> = {
  "SHA-1": 20,
  "SHA-256": 32,
  "SHA-384": 48,
  "SHA-512": 64,
};
const rsa = (name: string, hash: string) => ({
  name,
  hash,
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
});

for (
  const [name, algorithm, hash] of [
    ["RSA with SHA-1", rsa("RSASSA-PKCS1-v1_5", "SHA-1"), "SHA-1"],
    ["RSA with SHA-256", rsa("RSASSA-PKCS1-v1_5", "SHA-256"), "SHA-256"],
    ["RSA with SHA-384", rsa("RSASSA-PKCS1-v1_5", "SHA-384"), "SHA-384"],
    ["RSA with SHA-512", rsa("RSASSA-PKCS1-v1_5", "SHA-512"), "SHA-512"],
    ["RSA-PSS with SHA-256", rsa("RSA-PSS", "SHA-256"), "SHA-256"],
    ["RSA-PSS with SHA-512", rsa("RSA-PSS", "SHA-512"), "SHA-512"],
    ["ECDSA with SHA-1", { name: "ECDSA", namedCurve: "P-256" }, "SHA-1"],
    ["ECDSA on P-256", { name: "ECDSA", namedCurve: "P-256" }, "SHA-256"],
    ["ECDSA on P-384", { name: "ECDSA", namedCurve: "P-384" }, "SHA-384"],
    ["Ed25519", { name: "Ed25519" }, undefined],
  ] as const
) {
  Deno.test(`parseSigningRequest() believes a signature of ${name}, and none of other bytes`, async () => {
    const pem = await signed(algorithm, hash);
    assertEquals(parseSigningRequest(pem).commonName, "a");
    const der = parsePem(pem)[0]!.der;
    der[der.length - 1] = der.at(-1)! ^ 1;
    assertThrows(() => parseSigningRequest(toPem(LABEL, der)), "verification");
  });
}

for (
  const [name, algorithm, why] of [
    ["RSA-PSS with SHA-1", rsa("RSA-PSS", "SHA-1"), "algorithm unimplemented"],
  ] as const
) {
  Deno.test(`parseSigningRequest() refuses a signature of ${name}`, async () => {
    const pem = await signed(algorithm, "SHA-1");
    const error = assertThrows(() => parseSigningRequest(pem), why);
    assertEquals(error.message, `x509: cannot verify signature: ${why}`);
  });
}

Deno.test("parseSigningRequest() refuses a signature of RSA with MD5", async () => {
  const { der } = parsePem(await signed(rsa("RSASSA-PKCS1-v1_5", "SHA-256"), "SHA-256"))[0]!;
  const { hex, md5 } = { hex: der.toHex(), md5: "2a864886f70d010104" };
  const at = hex.lastIndexOf("2a864886f70d01010b");
  const other = Uint8Array.fromHex(hex.slice(0, at) + md5 + hex.slice(at + md5.length));
  const error = assertThrows(() => parseSigningRequest(toPem(LABEL, other)), "insecure");
  assertEquals(error.message, "x509: cannot verify signature: insecure algorithm MD5-RSA");
});
