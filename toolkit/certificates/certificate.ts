/**
 * A certificate, parsed: what its holder is called, what it may be used for. Everything is read from
 * the bytes that were signed.
 *
 * @module
 */

import { X509Certificate as NodeCertificate } from "node:crypto";
import { Buffer } from "node:buffer";
import { type DerElement, objectIdentifier, onlyElement, strictDerElements, TAG } from "./der.ts";
import { distinguishedName } from "./distinguished_name.ts";
import { EXTENSION, type Extension, extensionsOf } from "./extensions.ts";
import { type NameConstraints, nameConstraintsOf } from "./name_constraints.ts";
import { NO_SUBJECT_NAMES, type SubjectNames, subjectNamesOf } from "./subject_names.ts";

/** Object identifiers of what a certificate may be used for. */
export const USAGE = {
  any: "2.5.29.37.0",
  server: "1.3.6.1.5.5.7.3.1",
  client: "1.3.6.1.5.5.7.3.2",
} as const;

/** Whether it may sign others. */
export interface BasicConstraints {
  readonly authority: boolean;
  /** How many certificates may stand between it and the last one; absent: any number. */
  readonly pathLength?: number;
}

/**
 * An X.509 certificate as `parseCertificate()` reads it. That it parsed says nothing about
 * trust: signature, times and names are checked by whoever verifies it.
 */
export interface Certificate {
  readonly der: Uint8Array;
  /** For signatures and for whether one certificate issued another. */
  readonly node: NodeCertificate;
  /** 1, 2 or 3. */
  readonly version: number;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly userIds: readonly string[];
  /** The whole subject and issuer as encoded, in hexadecimal: equal names are equal bytes. */
  readonly subject: string;
  readonly issuer: string;
  /** Lower-case hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Absent without the extension. */
  readonly basicConstraints?: BasicConstraints;
  /** False when there is a key usage, and signing certificates is not among it. */
  readonly maySignCertificates: boolean;
  /** Object identifiers; absent without the extension: any use. */
  readonly extendedKeyUsages?: readonly string[];
  readonly alternativeNames: SubjectNames;
  /** False when there is no extension for them. */
  readonly hasAlternativeNames: boolean;
  /** The names that it may sign for; absent: any. */
  readonly nameConstraints?: NameConstraints;
  /** The public key as encoded, in hexadecimal. */
  readonly publicKeyInfo: string;
  /** Critical extensions that nothing here acts upon. */
  readonly unknownCritical: readonly string[];
  /** The hash of its signature if that is one that can be forged. */
  readonly insecureHash?: string;
}

/** Parses one certificate. Throws on anything that is not one. */
export function parseCertificate(der: Uint8Array): Certificate {
  try {
    return parsed(der);
  } catch (error) {
    throw new Error("not an X.509 certificate", { cause: error });
  }
}

const VERSION = 0xa0;
const ISSUER_ID = 0x81;
const SUBJECT_ID = 0x82;
const EXTENSIONS = 0xa3;

function parsed(der: Uint8Array): Certificate {
  const [body, algorithm, signature, ...more] = strictDerElements(onlyElement(der, TAG.sequence));
  if (body?.tag !== TAG.sequence || signature?.tag !== TAG.bitString || more.length > 0) {
    throw new Error("x509: malformed certificate");
  }
  const fields = strictDerElements(body.bytes);
  const version = fields[0]?.tag === VERSION ? versionOf(fields.shift()) : 1;
  const [serial, inner, issuer, validity, subject, key, ...rest] = fields;
  const sequences = [inner, issuer, validity, subject, key];
  if (
    serial?.tag !== TAG.integer || serial.bytes.length === 0 ||
    sequences.some((one) => one?.tag !== TAG.sequence)
  ) throw new Error("x509: malformed certificate");
  if (inner === undefined || algorithm === undefined || hex(inner.raw) !== hex(algorithm.raw)) {
    throw new Error("x509: inner and outer signature algorithm identifiers don't match");
  }
  const tags = rest.map(({ tag }) => tag);
  if (
    tags.some((tag, at) =>
      ![ISSUER_ID, SUBJECT_ID, EXTENSIONS].includes(tag) || tags.indexOf(tag) !== at
    )
  ) {
    throw new Error("x509: malformed certificate");
  }
  const list = rest.find(({ tag }) => tag === EXTENSIONS)?.bytes;
  const extensions = list === undefined ? new Map<string, Extension>() : extensionsOf(list);
  const [notBefore, notAfter] = strictDerElements(validity?.bytes ?? body.bytes).map(timeOf);
  if (notBefore === undefined || notAfter === undefined) {
    throw new Error("x509: malformed validity");
  }
  const insecureHash = insecureHashOf(algorithm);
  return {
    der,
    node: new NodeCertificate(Buffer.from(der)),
    version,
    ...distinguishedName(subject?.bytes ?? body.bytes),
    subject: hex(subject?.raw),
    issuer: hex(issuer?.raw),
    serialNumber: hex(serial.bytes).replace(/^00(?=.)/, ""),
    notBefore,
    notAfter,
    publicKeyInfo: hex(key?.raw),
    ...(insecureHash !== undefined && { insecureHash }),
    ...saidBy(extensions),
  };
}

const hex = (bytes: Uint8Array | undefined) => bytes?.toHex() ?? "";

function versionOf(element: DerElement | undefined): number {
  const [value = 0, ...more] = onlyElement(element?.bytes ?? new Uint8Array(), TAG.integer);
  if (value > 2 || more.length > 0) throw new Error("x509: invalid version");
  return value + 1;
}

function timeOf({ tag, bytes }: DerElement): Date {
  const text = new TextDecoder().decode(bytes);
  const [, year, ...parts] = /^(\d\d|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const isShort = tag === TAG.utcTime;
  if (
    year === undefined || (!isShort && tag !== TAG.generalizedTime) ||
    isShort !== (year.length === 2)
  ) {
    throw new Error("x509: malformed time");
  }
  const [month, day, hour, minute, second] = parts;
  const century = !isShort ? "" : Number(year) >= 50 ? "19" : "20";
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new Error("x509: malformed time");
  return time;
}

/** Signature algorithms whose hash can be made to fit. */
const INSECURE: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.2": "MD2",
  "1.2.840.113549.1.1.4": "MD5",
  "1.2.840.113549.1.1.5": "SHA-1",
  "1.2.840.10040.4.3": "SHA-1",
  "1.2.840.10045.4.1": "SHA-1",
};
const RSA_PSS = "1.2.840.113549.1.1.10";
const PSS_HASH = 0xa0;
const SHA1 = "1.3.14.3.2.26";

function insecureHashOf({ bytes }: DerElement): string | undefined {
  const [algorithm, parameters] = strictDerElements(bytes);
  if (algorithm?.tag !== TAG.objectIdentifier) throw new Error("x509: malformed algorithm");
  const name = objectIdentifier(algorithm.bytes);
  if (name !== RSA_PSS) return INSECURE[name];
  // What says no hash means SHA-1.
  const [first] = parameters?.tag === TAG.sequence ? strictDerElements(parameters.bytes) : [];
  if (first?.tag !== PSS_HASH) return "SHA-1";
  const [hash] = strictDerElements(onlyElement(first.bytes, TAG.sequence));
  return objectIdentifier(hash?.bytes ?? new Uint8Array()) === SHA1 ? "SHA-1" : undefined;
}

/** What its extensions say. */
function saidBy(extensions: ReadonlyMap<string, Extension>) {
  const value = (type: string) => extensions.get(type)?.value;
  const [constraints, usages, extended, names, limits] = [
    value(EXTENSION.basicConstraints),
    value(EXTENSION.keyUsage),
    value(EXTENSION.extendedKeyUsage),
    value(EXTENSION.subjectNames),
    value(EXTENSION.nameConstraints),
  ];
  const alternativeNames = names === undefined ? NO_SUBJECT_NAMES : subjectNamesOf(names);
  const nameConstraints = limits && nameConstraintsOf(limits);
  const isActedUpon = (type: string) =>
    KNOWN.has(type) &&
    !(type === EXTENSION.nameConstraints && nameConstraints?.hasUnknown) &&
    !(type === EXTENSION.subjectNames && Object.values(alternativeNames).flat().length === 0);
  return {
    ...(constraints !== undefined && { basicConstraints: basicConstraintsOf(constraints) }),
    maySignCertificates: usages === undefined || maySign(usages),
    ...(extended !== undefined && { extendedKeyUsages: usagesOf(extended) }),
    alternativeNames,
    hasAlternativeNames: names !== undefined,
    ...(nameConstraints !== undefined && { nameConstraints }),
    unknownCritical: [...extensions.values()]
      .filter(({ type, critical }) => critical && !isActedUpon(type))
      .map(({ type }) => type),
  };
}

/** Extensions whose meaning is known and acted upon; a critical one of another kind is refused. */
const KNOWN: ReadonlySet<string> = new Set(Object.values(EXTENSION));

function basicConstraintsOf(value: Uint8Array): BasicConstraints {
  const fields = strictDerElements(onlyElement(value, TAG.sequence));
  const flag = fields[0]?.tag === TAG.boolean ? fields.shift() : undefined;
  const authority = flag !== undefined && flag.bytes[0] !== 0;
  const [length, ...more] = fields;
  if (length === undefined) return { authority };
  const [first = 0x80, ...others] = length.bytes;
  if (length.tag !== TAG.integer || first >= 0x80 || others.length > 3 || more.length > 0) {
    throw new Error("x509: invalid basic constraints");
  }
  return { authority, pathLength: others.reduce((sum, byte) => sum * 256 + byte, first) };
}

const KEY_CERT_SIGN = 0x04;

function maySign(value: Uint8Array): boolean {
  const [, first = 0, second = 0] = onlyElement(value, TAG.bitString);
  // As in Go: no bit at all is as no usage.
  return (first | second) === 0 || (first & KEY_CERT_SIGN) !== 0;
}

function usagesOf(value: Uint8Array): string[] {
  return strictDerElements(onlyElement(value, TAG.sequence)).map(({ tag, bytes }) => {
    if (tag !== TAG.objectIdentifier) throw new Error("x509: invalid extended key usages");
    return objectIdentifier(bytes);
  });
}
