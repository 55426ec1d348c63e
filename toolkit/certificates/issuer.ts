/**
 * An authority that was kept: read from its files, to sign again.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { Buffer } from "node:buffer";
import { parseCertificate } from "./certificate.ts";
import { ALGORITHM, type Issuer, type KeyPair, nameOf } from "./make.ts";
import { certificatesOfPem, parsePem, privateKeyToPkcs8 } from "./pem.ts";

/**
 * The issuer of a pair that `makeAuthority` made, or one like it: an ECDSA key on P-256, a subject of
 * organizations and a common name. Throws on anything that could not sign, or whose signatures
 * would name another issuer; `what` names the pair in errors.
 */
export async function issuerOf(pair: KeyPair, what: string): Promise<Issuer> {
  const [der] = certificatesOfPem(pair.certificate, what);
  const certificate = parseCertificate(der!);
  const { commonName, organizations, basicConstraints, maySignCertificates } = certificate;
  if (basicConstraints?.authority !== true || !maySignCertificates) {
    throw new Error(`${what} is not a certificate authority: its certificate may not sign others`);
  }
  const { Name, X509Certificate } = await import("../deps/x509.ts");
  const subject = { commonName, organizations };
  if (
    Buffer.from(new Name(nameOf(subject)).toArrayBuffer()).toString("hex") !== certificate.subject
  ) {
    throw new Error(
      `${what} can't sign here: its subject has more than organizations and a common name`,
    );
  }
  const key = privateKeyToPkcs8(pair.key, `the key of ${what}`);
  const privateKey = createPrivateKey(key);
  if (!certificate.node.checkPrivateKey(privateKey)) {
    throw new Error(`the key of ${what} does not match its certificate`);
  }
  const { namedCurve } = privateKey.asymmetricKeyDetails ?? {};
  if (privateKey.asymmetricKeyType !== "ec" || namedCurve !== "prime256v1") {
    throw new Error(`${what} can't sign here: its key is not an ECDSA key on P-256`);
  }
  const { publicKey } = new X509Certificate(der as Uint8Array<ArrayBuffer>);
  const keys = {
    publicKey: await publicKey.export(ALGORITHM, ["verify"]),
    privateKey: await importKey(key),
  };
  return { subject, keys, certificate: pair.certificate, key };
}

function importKey(pem: string): Promise<CryptoKey> {
  const [block] = parsePem(pem);
  const der = block!.der as Uint8Array<ArrayBuffer>;
  return crypto.subtle.importKey("pkcs8", der, ALGORITHM, true, ["sign"]);
}
