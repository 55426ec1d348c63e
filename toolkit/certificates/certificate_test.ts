import { Buffer } from "node:buffer";
import { rootCertificates } from "node:tls";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from "../deps/x509.ts";
import { type Certificate, certificatesOfPem, parseCertificate, USAGE } from "./mod.ts";
import { addressText } from "./server_name.ts";
import { issue } from "./testdata/issue.ts";

/** What a library reads of a certificate, in the shape of what is read here. */
function readByLibrary(der: Uint8Array) {
  const read = new X509Certificate(der as Uint8Array<ArrayBuffer>);
  const constraints = read.getExtension(BasicConstraintsExtension);
  const usages = read.getExtension(KeyUsagesExtension);
  const extended = read.getExtension(ExtendedKeyUsageExtension);
  const names = read.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  const ofType = (type: string) =>
    names.filter((one) => one.type === type).map(({ value }) => value);
  return {
    commonName: read.subjectName.getField("CN").at(-1) ?? "",
    organizations: read.subjectName.getField("O"),
    subject: Buffer.from(read.subjectName.toArrayBuffer()).toString("hex"),
    issuer: Buffer.from(read.issuerName.toArrayBuffer()).toString("hex"),
    serialNumber: read.serialNumber,
    notBefore: read.notBefore,
    notAfter: read.notAfter,
    basicConstraints: constraints && [constraints.ca, constraints.pathLength],
    maySign: usages === null || (usages.usages & KeyUsageFlags.keyCertSign) !== 0,
    usages: extended === null ? undefined : Array.from(extended.usages, String),
    dns: ofType("dns"),
    ip: ofType("ip").map((address) => address.toLowerCase()),
    publicKeyInfo: Buffer.from(read.publicKey.rawData).toString("hex"),
  };
}

function shown(certificate: Certificate): ReturnType<typeof readByLibrary> {
  const { basicConstraints: constraints, alternativeNames: { dns, ip } } = certificate;
  return {
    commonName: certificate.commonName,
    organizations: [...certificate.organizations],
    subject: certificate.subject,
    issuer: certificate.issuer,
    serialNumber: certificate.serialNumber,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    basicConstraints: constraints === undefined
      ? null
      : [constraints.authority, constraints.pathLength],
    maySign: certificate.maySignCertificates,
    usages: certificate.extendedKeyUsages && [...certificate.extendedKeyUsages],
    dns: [...dns],
    ip: ip.map(addressText),
    publicKeyInfo: certificate.publicKeyInfo,
  };
}

Deno.test("parseCertificate() reads the authorities of the world as a library does", () => {
  assert(rootCertificates.length > 50);
  for (const pem of rootCertificates) {
    const [der] = certificatesOfPem(pem, "root");
    if (der === undefined) throw new Error("no certificate");
    assertEquals(shown(parseCertificate(der)), readByLibrary(der));
  }
});

Deno.test("parseCertificate() reads what is made here as a library does", async () => {
  for (const keyKind of ["P-256", "P-384", "RSA", "Ed25519"] as const) {
    const { der } = await issue({
      keyKind,
      name: "ä\nO=x",
      hosts: ["a.b", "*.c", "10.0.0.1"],
      usages: [USAGE.client, USAGE.any],
      authority: true,
      pathLength: 300,
    });
    assertEquals(shown(parseCertificate(der)), readByLibrary(der));
  }
});

Deno.test("parseCertificate() survives every byte that is changed, and every cut", async () => {
  const { der } = await issue({ hosts: ["a.b"], usages: [USAGE.server], authority: true });
  for (let at = 0; at < der.length; at++) {
    assertThrows(() => parseCertificate(der.subarray(0, at)), "not an X.509 certificate");
    for (const change of [1, 0x80, 0xff]) {
      const changed = der.slice();
      changed[at] = (changed[at] ?? 0) ^ change;
      try {
        parseCertificate(changed);
      } catch (error) {
        assertEquals((error as Error).message, "not an X.509 certificate");
      }
    }
  }
  assertThrows(() => parseCertificate(Uint8Array.from([...der, 0])), "not an X.509 certificate");
});
