import { createPrivateKey } from "node:crypto";
import { assertEquals } from "../deps/assert.ts";
import { X509CertificateGenerator } from "../deps/x509.ts";
import { keyPairProblem, makeAuthority, parsePem, toPem } from "./mod.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const [ONE, OTHER] = [await makeAuthority("one", NOW), await makeAuthority("other", NOW)];

async function pairOf(algorithm: RsaHashedKeyGenParams | { readonly name: string }) {
  const keys = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=a",
    keys,
    signingAlgorithm: algorithm,
    notBefore: NOW,
    notAfter: NOW,
  });
  const key = toPem(
    "PRIVATE KEY",
    new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey)),
  );
  return { certificate: toPem("CERTIFICATE", new Uint8Array(certificate.rawData)), key };
}

const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};
const [RSA_ONE, RSA_OTHER] = [await pairOf(RSA), await pairOf(RSA)];
const ED25519 = await pairOf({ name: "Ed25519" });
const PARAMETERS = toPem("EC PARAMETERS", Uint8Array.of(6, 1, 1));
const REQUEST = toPem("CERTIFICATE REQUEST", Uint8Array.of(1));

const exported = (pem: string, type: "pkcs1" | "sec1") =>
  createPrivateKey(pem).export({ type, format: "pem" }) as string;
const cut = (pem: string, label: string) => toPem(label, parsePem(pem)[0]!.der.subarray(0, 90));

const GOOD: readonly (readonly [name: string, certificate: string, key: string])[] = [
  ["an elliptic curve", ONE.certificate, ONE.key],
  ["one in its own form", ONE.certificate, exported(ONE.key, "sec1")],
  ["RSA", RSA_ONE.certificate, RSA_ONE.key],
  ["RSA in its own form", RSA_ONE.certificate, exported(RSA_ONE.key, "pkcs1")],
  ["Edwards' curve", ED25519.certificate, ED25519.key],
  ["a chain, whose first is the holder's", ONE.certificate + OTHER.certificate, ONE.key],
  ["what is no PEM around it", `words\n${ONE.certificate}words`, `words\n${PARAMETERS}${ONE.key}`],
  ["a block that can't be read after it", `${ONE.certificate}-----BEGIN X-----\n`, ONE.key],
];

for (const [name, certificate, key] of GOOD) {
  Deno.test(`keyPairProblem() finds none with ${name}`, () => {
    assertEquals(keyPairProblem(certificate, key), undefined);
  });
}

const BAD: readonly (readonly [name: string, certificate: string, key: string, why: string])[] = [
  ["nothing", "", "", "tls: failed to find any PEM data in certificate input"],
  ["words", "a", "b", "tls: failed to find any PEM data in certificate input"],
  ["no key", ONE.certificate, "", "tls: failed to find any PEM data in key input"],
  [
    "both in the other's place",
    ONE.key,
    ONE.certificate,
    "tls: failed to find certificate PEM data in certificate input, but did find a private key; " +
    "PEM inputs may have been switched",
  ],
  [
    "another certificate as the key",
    ONE.certificate,
    OTHER.certificate,
    "tls: found a certificate rather than a key in the PEM for the private key",
  ],
  [
    "other blocks than certificates",
    REQUEST + ONE.key,
    ONE.key,
    'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks ' +
    "of the following types: [CERTIFICATE REQUEST PRIVATE KEY]",
  ],
  [
    "other blocks than keys",
    ONE.certificate,
    PARAMETERS,
    'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping ' +
    "PEM blocks of the following types: [EC PARAMETERS]",
  ],
  [
    "half a certificate",
    cut(ONE.certificate, "CERTIFICATE"),
    ONE.key,
    "x509: malformed certificate",
  ],
  ["half a key", ONE.certificate, cut(ONE.key, "PRIVATE KEY"), "tls: failed to parse private key"],
  [
    "a key of a megabyte",
    ONE.certificate,
    toPem("PRIVATE KEY", new Uint8Array(1024 * 1024)),
    "tls: failed to parse private key",
  ],
  [
    "the key of another",
    ONE.certificate,
    OTHER.key,
    "tls: private key does not match public key",
  ],
  [
    "the RSA key of another",
    RSA_ONE.certificate,
    RSA_OTHER.key,
    "tls: private key does not match public key",
  ],
  [
    "a key of another kind",
    RSA_ONE.certificate,
    ONE.key,
    "tls: private key type does not match public key type",
  ],
];

for (const [name, certificate, key, why] of BAD) {
  Deno.test(`keyPairProblem() is told of ${name}`, () => {
    assertEquals(keyPairProblem(certificate, key), why);
  });
}
