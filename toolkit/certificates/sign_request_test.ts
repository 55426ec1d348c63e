import { X509Certificate } from "node:crypto";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { makeAuthority, makeSigningRequest } from "./make.ts";
import { openAuthority, signRequest } from "./sign_request.ts";

const OPTIONS = {
  keyUsages: ["digitalSignature", "keyEncipherment"],
  extendedUsages: ["1.3.6.1.5.5.7.3.2"],
  notBefore: new Date("2026-01-01T00:00:00Z"),
  notAfter: new Date("2026-02-01T00:00:00Z"),
} as const;

/** An authority as openssl makes them. */
async function opensslAuthority(folder: string, ...key: string[]) {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-nodes", "-newkey", ...key, "-days", "30", "-subj", "/O=Acme/CN=ca"],
      ...["-keyout", `${folder}/ca.key`, "-out", `${folder}/ca.crt`],
    ],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return await openAuthority(
    await Deno.readTextFile(`${folder}/ca.crt`),
    await Deno.readTextFile(`${folder}/ca.key`),
  );
}

const AUTHORITIES: Record<string, string[]> = {
  "RSA": ["rsa:2048"],
  "P-256": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  "P-384": ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
};

for (const [name, key] of Object.entries(AUTHORITIES)) {
  testWith(
    ["openssl"],
    `signRequest() signs with an authority's key of ${name}, names included`,
    async () => {
      const folder = await Deno.makeTempDir();
      try {
        const authority = await opensslAuthority(folder, ...key);
        const request = await makeSigningRequest({
          commonName: "system:node:a",
          organizations: ["system:nodes"],
          hosts: ["a.example.com", "10.0.0.1"],
        });
        const pem = await signRequest(request, authority, OPTIONS);
        const made = new X509Certificate(pem);
        const issuer = new X509Certificate(await Deno.readTextFile(`${folder}/ca.crt`));
        assert(made.verify(issuer.publicKey), "the signature");
        assert(made.checkIssued(issuer), "the issuer's name");
        assertEquals(made.subject, "O=system:nodes\nCN=system:node:a");
        assertEquals(made.subjectAltName, "DNS:a.example.com, IP Address:10.0.0.1");
        assertEquals(made.ca, false);
        assertEquals([made.validFromDate, made.validToDate], [OPTIONS.notBefore, OPTIONS.notAfter]);
        await Deno.writeTextFile(`${folder}/a.crt`, pem);
        const { stdout } = await new Deno.Command("openssl", {
          args: ["x509", "-in", `${folder}/a.crt`, "-noout", "-ext", "keyUsage,extendedKeyUsage"],
        }).output();
        const said = new TextDecoder().decode(stdout);
        assert(said.includes("Digital Signature, Key Encipherment"), said);
        assert(said.includes("TLS Web Client Authentication"), said);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  );
}

Deno.test("openAuthority() refuses a key of another certificate, and signRequest() a forged request", async () => {
  const [one, other] = await Promise.all([
    makeAuthority("one", new Date()),
    makeAuthority("other", new Date()),
  ]);
  await assertRejects(() => openAuthority(one.certificate, other.key), /key/);
  await assertRejects(() => openAuthority("", one.key), /certificate/);
  const authority = await openAuthority(one.certificate, one.key);
  const request = await makeSigningRequest({ commonName: "a" });
  const bytes = Uint8Array.fromBase64(request.replaceAll(/-----[^-]+-----|\s/g, ""));
  bytes[bytes.length - 1]! ^= 1;
  const forged =
    `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toBase64()}\n-----END CERTIFICATE REQUEST-----\n`;
  await assertRejects(() => signRequest(forged, authority, OPTIONS), /verification failure/);
});
