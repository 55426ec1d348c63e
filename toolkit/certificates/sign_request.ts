/**
 * Certificates for those who ask for one: signed with the key of an authority that was there before.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { parseCertificate } from "./certificate.ts";
import { keyPairProblem } from "./key_pair.ts";
import { serialNumber } from "./make.ts";
import { certificatesOfPem, parsePem, type PemBlock, privateKeyToPkcs8, toPem } from "./pem.ts";
import { certifiedParts, parseSigningRequest } from "./signing_request.ts";

/** A certificate that signs others, with its key, ready to be used. */
export interface SigningAuthority {
  readonly notAfter: Date;
  readonly certificate: Uint8Array;
  readonly key: CryptoKey;
  readonly algorithm: SigningAlgorithm;
}

type SigningAlgorithm =
  | { readonly name: "RSASSA-PKCS1-v1_5"; readonly hash: string }
  | { readonly name: "ECDSA"; readonly namedCurve: string; readonly hash: string };

/** What a certificate says besides what was asked for. */
export interface SignedOptions {
  /** Names of `KeyUsageFlags`. */
  readonly keyUsages: readonly KeyUsageName[];
  /** Object identifiers. */
  readonly extendedUsages: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What a key may be used for. */
export type KeyUsageName =
  | "digitalSignature"
  | "nonRepudiation"
  | "keyEncipherment"
  | "dataEncipherment"
  | "keyAgreement"
  | "keyCertSign"
  | "cRLSign"
  | "encipherOnly"
  | "decipherOnly";

const CURVES: Readonly<Record<string, { readonly name: string; readonly hash: string }>> = {
  prime256v1: { name: "P-256", hash: "SHA-256" },
  secp384r1: { name: "P-384", hash: "SHA-384" },
};

/** Takes the first certificate of a PEM text, and its key. Throws where they can't sign. */
export async function openAuthority(
  certificatePem: string,
  keyPem: string,
): Promise<SigningAuthority> {
  const problem = keyPairProblem(certificatePem, keyPem);
  if (problem !== undefined) throw new Error(problem);
  const [certificate] = certificatesOfPem(certificatePem, "the authority's certificate");
  if (certificate === undefined) throw new Error("there is no certificate of an authority");
  const pkcs8 = privateKeyToPkcs8(keyPem, "the authority's key");
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pkcs8);
  const curve = CURVES[details?.namedCurve ?? ""];
  const algorithm: SigningAlgorithm | undefined = type === "rsa"
    ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
    : curve && { name: "ECDSA", namedCurve: curve.name, hash: curve.hash };
  if (algorithm === undefined) {
    throw new Error(
      `an authority's key must be RSA, P-256 or P-384, not ${details?.namedCurve ?? type}`,
    );
  }
  const [{ der }] = parsePem(pkcs8) as [PemBlock];
  const key = await crypto.subtle.importKey(
    "pkcs8",
    der as Uint8Array<ArrayBuffer>,
    algorithm,
    false,
    ["sign"],
  );
  return { notAfter: parseCertificate(certificate).notAfter, certificate, key, algorithm };
}

/** What a subject may have, each as often as it is said: countries, organizations and their units, places. */
const REPEATED = ["6", "10", "11", "7", "8", "9", "17"].map((last) => `2.5.4.${last}`);
/** What it has once, the last time it is said: a name and a serial number. */
const SINGLE = ["2.5.4.3", "2.5.4.5"];

/**
 * Signs a request: the certificate has its alternative names, its key, and what is known of its subject, written anew,
 * so that whoever reads it finds no more than was looked at here. Throws `SigningRequestError` where who asks does not
 * have the key.
 */
export async function signRequest(
  requestPem: string,
  { certificate, key, algorithm }: SigningAuthority,
  { keyUsages, extendedUsages, notBefore, notAfter }: SignedOptions,
): Promise<string> {
  const request = parseSigningRequest(requestPem);
  const { alternativeNames } = request;
  const { subject, key: asked } = certifiedParts(request);
  const fields = [
    ...REPEATED.flatMap((id) => subject.filter(([of]) => of === id)),
    ...SINGLE.flatMap((id) => subject.filter(([of]) => of === id).slice(-1)),
  ];
  const x509 = await import("../deps/x509.ts");
  const authority = new x509.X509Certificate(certificate as Uint8Array<ArrayBuffer>);
  const names = [
    ...alternativeNames.dns.map((value) => ({ type: "dns" as const, value })),
    ...alternativeNames.email.map((value) => ({ type: "email" as const, value })),
    ...alternativeNames.ip.map((value) => ({ type: "ip" as const, value })),
    ...alternativeNames.uri.map((value) => ({ type: "url" as const, value })),
  ];
  const flags = keyUsages.reduce((sum, name) => sum | x509.KeyUsageFlags[name], 0);
  const signed = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: new x509.Name(fields.map(([id, text]) => ({ [id]: [asIs(text)] }))),
    issuer: authority.subjectName,
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    publicKey: new x509.PublicKey(asked as Uint8Array<ArrayBuffer>),
    signingKey: key,
    extensions: [
      ...flags === 0 ? [] : [new x509.KeyUsagesExtension(flags, true)],
      ...extendedUsages.length === 0
        ? []
        : [new x509.ExtendedKeyUsageExtension([...extendedUsages])],
      new x509.BasicConstraintsExtension(false, undefined, true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      ...names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)],
    ],
  });
  return toPem("CERTIFICATE", new Uint8Array(signed.rawData));
}

/** A bare text would be read as the printed form of a value, with quotes and escapes. */
function asIs(text: string) {
  return /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)
    ? { printableString: text }
    : { utf8String: text };
}
