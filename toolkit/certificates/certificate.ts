/**
 * A certificate, parsed: what its holder is called, what it may be used for.
 *
 * Names come from the certificate's name fields one by one. Printed forms of a name must never be
 * parsed: a line break in a common name reads there as a further field.
 *
 * @module
 */

import { X509Certificate as NodeCertificate } from "node:crypto";
import { Buffer } from "node:buffer";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Name,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from "../deps/x509.ts";
import { type NameConstraints, nameConstraintsOf } from "./name_constraints.ts";
import { NO_SUBJECT_NAMES, type SubjectNames, subjectNamesOf } from "./subject_names.ts";

/** Object identifiers of what a certificate may be used for. */
export const USAGE = {
  any: "2.5.29.37.0",
  server: "1.3.6.1.5.5.7.3.1",
  client: "1.3.6.1.5.5.7.3.2",
} as const;

const SUBJECT_NAMES = "2.5.29.17";
const NAME_CONSTRAINTS = "2.5.29.30";

/** Extensions whose meaning is known and acted upon; a critical one of another kind is refused. */
const KNOWN_EXTENSIONS = new Set([
  "2.5.29.14", // subject key identifier
  "2.5.29.15", // key usage
  SUBJECT_NAMES,
  "2.5.29.19", // basic constraints
  NAME_CONSTRAINTS,
  "2.5.29.35", // authority key identifier
  "2.5.29.37", // extended key usage
]);

/** The alternative names of a certificate's subject. */
export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly ip: readonly string[];
  readonly uri: readonly string[];
  readonly email: readonly string[];
}

/** See the module's comment. */
export interface Certificate {
  readonly der: Uint8Array;
  /** For signatures and for whether one certificate issued another. */
  readonly node: NodeCertificate;
  /** 1, 2 or 3. */
  readonly version: number;
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The whole subject and issuer as encoded, in hexadecimal: equal names are equal bytes. */
  readonly subject: string;
  readonly issuer: string;
  /** Lower-case hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Absent without the extension. */
  readonly basicConstraints?: { readonly authority: boolean; readonly pathLength?: number };
  /** False when there is a key usage, and signing certificates is not among it. */
  readonly maySignCertificates: boolean;
  /** Object identifiers; absent without the extension: any use. */
  readonly extendedKeyUsages?: readonly string[];
  readonly alternativeNames: AlternativeNames;
  /** The alternative names as they were signed: what names are compared with. */
  readonly subjectNames: SubjectNames;
  /** False when there is no extension for them. */
  readonly hasSubjectNames: boolean;
  /** The names that it may sign for; absent: any. */
  readonly nameConstraints?: NameConstraints;
  /** The public key as encoded, in hexadecimal. */
  readonly publicKeyInfo: string;
  /** Critical extensions that nothing here acts upon. */
  readonly unknownCritical: readonly string[];
  readonly signatureHash: string;
}

/** Parses one certificate. Throws on anything that is not one. */
export function parseCertificate(der: Uint8Array): Certificate {
  let parsed: X509Certificate;
  let node: NodeCertificate;
  try {
    parsed = new X509Certificate(der as Uint8Array<ArrayBuffer>);
    node = new NodeCertificate(Buffer.from(der));
  } catch (error) {
    throw new Error("not an X.509 certificate", { cause: error });
  }
  const constraints = parsed.getExtension(BasicConstraintsExtension);
  const usages = parsed.getExtension(KeyUsagesExtension);
  const extended = parsed.getExtension(ExtendedKeyUsageExtension);
  const names = valueOf(parsed, SUBJECT_NAMES);
  const subjectNames = names === undefined ? NO_SUBJECT_NAMES : subjectNamesOf(names);
  const limits = valueOf(parsed, NAME_CONSTRAINTS);
  const nameConstraints = limits && nameConstraintsOf(limits);
  return {
    der,
    node,
    version: versionOf(parsed),
    commonName: field(parsed.subjectName, "CN")[0] ?? "",
    organizations: field(parsed.subjectName, "O"),
    subject: encoded(parsed.subjectName),
    issuer: encoded(parsed.issuerName),
    serialNumber: parsed.serialNumber.toLowerCase(),
    notBefore: parsed.notBefore,
    notAfter: parsed.notAfter,
    ...(constraints !== null && {
      basicConstraints: {
        authority: constraints.ca,
        ...(constraints.pathLength !== undefined && { pathLength: constraints.pathLength }),
      },
    }),
    maySignCertificates: usages === null || (usages.usages & KeyUsageFlags.keyCertSign) !== 0,
    ...(extended !== null && { extendedKeyUsages: extended.usages.map(String) }),
    alternativeNames: alternativeNamesOf(parsed.getExtension(SubjectAlternativeNameExtension)),
    subjectNames,
    hasSubjectNames: valueOf(parsed, SUBJECT_NAMES) !== undefined,
    ...(nameConstraints !== undefined && { nameConstraints }),
    publicKeyInfo: new Uint8Array(parsed.publicKey.rawData).toHex(),
    unknownCritical: parsed.extensions
      .filter(({ critical, type }) =>
        critical && (!KNOWN_EXTENSIONS.has(type) ||
          (type === NAME_CONSTRAINTS && nameConstraints?.hasUnknown) ||
          (type === SUBJECT_NAMES && isEmpty(subjectNames)))
      )
      .map(({ type }) => type),
    signatureHash: hashOf(parsed),
  };
}

/** What an extension holds; undefined without it. */
function valueOf(parsed: X509Certificate, type: string): Uint8Array | undefined {
  const found = parsed.extensions.find((one) => one.type === type);
  return found && new Uint8Array(found.value);
}

function isEmpty({ dns, email, uri, ip }: SubjectNames): boolean {
  return dns.length + email.length + uri.length + ip.length === 0;
}

/** The names that an extension lists; none without one. */
export function alternativeNamesOf(
  extension: SubjectAlternativeNameExtension | null | undefined,
): AlternativeNames {
  const names = extension?.names.items ?? [];
  const ofType = (type: string) => names.filter((one) => one.type === type).map((one) => one.value);
  return { dns: ofType("dns"), ip: ofType("ip"), uri: ofType("url"), email: ofType("email") };
}

function field(name: Name, key: string): string[] {
  return name.getField(key);
}

function encoded(name: Name): string {
  return Buffer.from(name.toArrayBuffer()).toString("hex");
}

function versionOf(parsed: X509Certificate): number {
  // The version field counts from 0; the library keeps it to itself.
  const { asn } = parsed as unknown as { asn: { tbsCertificate: { version: number } } };
  return asn.tbsCertificate.version + 1;
}

function hashOf(parsed: X509Certificate): string {
  const { hash } = parsed.signatureAlgorithm as { hash?: string | { name: string } };
  return (typeof hash === "string" ? hash : hash?.name) ?? "";
}
