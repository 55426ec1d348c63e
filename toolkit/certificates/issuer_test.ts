import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import { BasicConstraintsExtension, X509CertificateGenerator } from "../deps/x509.ts";
import {
  certificatesOfPem,
  issuerOf,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  parseCertificate,
  rootsOf,
  toPem,
  USAGE,
  verifyClientChain,
} from "./mod.ts";

const NOW = new Date("2026-11-21T07:40:00Z");
const der = (pair: { certificate: string }) => certificatesOfPem(pair.certificate, "a test")[0]!;

const root = await makeAuthority("root", NOW);
const other = await makeAuthority("other", NOW);
const filed = ({ certificate, key }: KeyPair) => ({ certificate, key });

/** The same key in the older form that openssl writes. */
const sec1 = createPrivateKey(root.key).export({ type: "sec1", format: "pem" }) as string;

const KEPT: [name: string, pair: KeyPair][] = [
  ["as it was written", filed(root)],
  ["its key converted to SEC1", { certificate: root.certificate, key: sec1 }],
  [
    "an intermediate with organizations",
    filed(
      await makeCertificate({
        commonName: "mïd",
        organizations: ["a, O=b", "c"],
        now: NOW,
        authority: {},
      }, root),
    ),
  ],
];

for (const [name, pair] of KEPT) {
  Deno.test(`issuerOf() signs as the authority did: ${name}`, async () => {
    const issuer = await issuerOf(pair, "the authority");
    const made = await makeCertificate(
      { commonName: "jane", usages: [USAGE.client], now: NOW },
      issuer,
    );
    const sent = [der(made), der(pair)];
    const chain = verifyClientChain(sent, rootsOf([der(root)]), NOW);
    assertEquals(chain[0]?.commonName, "jane");
    assertEquals(parseCertificate(der(made)).issuer, parseCertificate(der(pair)).subject);
  });
}

const leaf = await makeCertificate({ commonName: "leaf", now: NOW }, root);
const rsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** An authority as somebody else might have made it. */
async function foreign(namedCurve: string, name: string): Promise<KeyPair> {
  const algorithm = { name: "ECDSA", namedCurve, hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { rawData } = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    notAfter: new Date(NOW.getTime() + 24 * 60 * 60 * 1000),
    notBefore: NOW,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    certificate: toPem("CERTIFICATE", new Uint8Array(rawData)),
    key: toPem("PRIVATE KEY", new Uint8Array(key)),
  };
}

const REFUSED: [name: string, pair: KeyPair, message: string][] = [
  ["no authority", filed(leaf), "the authority is not a certificate authority"],
  [
    "another one's key",
    { certificate: root.certificate, key: other.key },
    "the key of the authority does not match its certificate",
  ],
  [
    "a key of another kind",
    { certificate: root.certificate, key: rsa.privateKey },
    "the key of the authority does not match its certificate",
  ],
  ["a key on another curve", await foreign("P-384", "CN=a"), "is not an ECDSA key on P-256"],
  ["another subject", await foreign("P-256", "C=DE, CN=a"), "its subject has more than"],
  ["no certificate", { certificate: root.key, key: root.key }, "holds no certificate in PEM"],
  [
    "half a certificate",
    { certificate: root.certificate.slice(0, 300), key: root.key },
    "has no end",
  ],
  ["no key", { certificate: root.certificate, key: "" }, "holds no private key"],
];

for (const [name, pair, message] of REFUSED) {
  Deno.test(`issuerOf() refuses ${name}`, async () => {
    await assertRejects(() => issuerOf(pair, "the authority"), message);
  });
}
