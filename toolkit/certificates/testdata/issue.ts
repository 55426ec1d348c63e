/**
 * Certificates for tests, of every kind of key and with whatever extensions: also those that nobody
 * should make.
 *
 * @module
 */

import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "../../deps/x509.ts";
import { isIP } from "node:net";
import { toPem } from "../pem.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Kinds of keys. */
export type KeyKind = "P-256" | "P-384" | "RSA" | "Ed25519";

const ALGORITHMS = {
  "P-256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
  RSA: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  Ed25519: { name: "Ed25519" },
} as const;

/** What is issued. */
export interface IssueOptions {
  readonly name?: string;
  readonly userIds?: readonly string[];
  readonly hosts?: readonly string[];
  readonly usages?: readonly string[];
  /** Basic constraints: true for an authority, false for none of it; undefined: no extension. */
  readonly authority?: boolean;
  readonly pathLength?: number;
  /** Without the right to sign certificates in its key usage. */
  readonly mayNotSign?: boolean;
  readonly keyKind?: KeyKind;
  /** Days from now. Default -1 and 1. */
  readonly from?: number;
  readonly until?: number;
  /** The key of another one: crosswise signed, or renewed. */
  readonly keysOf?: Issued;
  /** A value of the extension of name constraints, as DER. */
  readonly nameConstraints?: Uint8Array;
  /** A critical extension that nobody knows. */
  readonly unknownCritical?: boolean;
}

/** A certificate with its key. */
export interface Issued {
  readonly name: string;
  readonly keyKind: KeyKind;
  readonly keys: CryptoKeyPair;
  readonly der: Uint8Array;
  /** In PEM, as the key is. */
  readonly certificate: string;
  readonly key: string;
}

/** Issues a certificate, by itself where there is no issuer. */
export async function issue(options: IssueOptions, issuer?: Issued): Promise<Issued> {
  const { name = "x", userIds = [], hosts = [], usages = [], keysOf } = options;
  const keyKind = keysOf?.keyKind ?? options.keyKind ?? "P-256";
  const keys = keysOf?.keys ??
    await crypto.subtle.generateKey(ALGORITHMS[keyKind], true, ["sign", "verify"]) as CryptoKeyPair;
  const signer = issuer ?? { name, keyKind, keys };
  const now = Date.now();
  const extensions: Extension[] = [
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(signer.keys.publicKey),
    new KeyUsagesExtension(
      options.authority && !options.mayNotSign
        ? KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign
        : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment,
      true,
    ),
  ];
  if (options.authority !== undefined) {
    extensions.push(new BasicConstraintsExtension(options.authority, options.pathLength, true));
  }
  if (usages.length > 0) extensions.push(new ExtendedKeyUsageExtension([...usages]));
  if (hosts.length > 0) {
    extensions.push(
      new SubjectAlternativeNameExtension(hosts.map((value) => ({
        type: isIP(value) > 0 ? "ip" as const : "dns" as const,
        value,
      }))),
    );
  }
  const { nameConstraints } = options;
  if (nameConstraints !== undefined) {
    extensions.push(new Extension("2.5.29.30", true, new Uint8Array(nameConstraints)));
  }
  if (options.unknownCritical) {
    extensions.push(new Extension("1.2.3.4", true, new Uint8Array([5, 0])));
  }
  const certificate = await X509CertificateGenerator.create({
    serialNumber: crypto.getRandomValues(new Uint8Array(8)).toHex().replace(/^./, "4"),
    subject: [{ CN: [name] }, ...userIds.map((id) => ({ "1.3.6.1.4.1.57683.2": [id] }))],
    issuer: [{ CN: [signer.name] }],
    notBefore: new Date(now + (options.from ?? -1) * DAY_MS),
    notAfter: new Date(now + (options.until ?? 1) * DAY_MS),
    signingAlgorithm: ALGORITHMS[signer.keyKind],
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    extensions,
  });
  const der = new Uint8Array(certificate.rawData);
  const key = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    name,
    keyKind,
    keys,
    der,
    certificate: toPem("CERTIFICATE", der),
    key: toPem("PRIVATE KEY", key),
  };
}

/** Constraints of names of DNS as the extension has them. */
export function dnsConstraints(
  permitted: readonly string[],
  excluded: readonly string[] = [],
): Uint8Array {
  const list = (tag: number, names: readonly string[]) =>
    names.length === 0 ? [] : element(
      tag,
      names.flatMap((name) => element(0x30, element(0x82, [...new TextEncoder().encode(name)]))),
    );
  return Uint8Array.from(element(0x30, [...list(0xa0, permitted), ...list(0xa1, excluded)]));
}

/** Content of less than 128 bytes. */
function element(tag: number, content: readonly number[]): number[] {
  if (content.length > 127) throw new Error("too long for this test");
  return [tag, content.length, ...content];
}
