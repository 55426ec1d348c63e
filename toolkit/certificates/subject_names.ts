/**
 * The alternative names of a certificate's subject, read from the bytes of the extension: what is
 * compared must be what was signed, not a printed form of it.
 *
 * @module
 */

import { strictDerElements, TAG } from "./der.ts";

/** Tags of general names. */
const EMAIL = 0x81;
const DNS = 0x82;
const URI = 0x86;
const IP = 0x87;

/**
 * The subject alternative names of a certificate, by kind, in the order of the extension. Text
 * is as it was signed, its case included.
 */
export interface SubjectNames {
  readonly dns: readonly string[];
  readonly email: readonly string[];
  readonly uri: readonly string[];
  /** 4 or 16 bytes each. */
  readonly ip: readonly Uint8Array[];
}

/** No names. */
export const NO_SUBJECT_NAMES: SubjectNames = { dns: [], email: [], uri: [], ip: [] };

/** Reads the extension's value. Throws on one that is malformed; names of other kinds are passed over. */
export function subjectNamesOf(value: Uint8Array): SubjectNames {
  const [sequence, ...more] = strictDerElements(value);
  if (sequence?.tag !== TAG.sequence || more.length > 0) {
    throw new Error("x509: invalid subject alternative names");
  }
  const names = { dns: [] as string[], email: [] as string[], uri: [] as string[] };
  const ip: Uint8Array[] = [];
  for (const { tag, bytes } of strictDerElements(sequence.bytes)) {
    if (tag === DNS) names.dns.push(asciiOf(bytes));
    else if (tag === EMAIL) names.email.push(asciiOf(bytes));
    else if (tag === URI) names.uri.push(asciiOf(bytes));
    else if (tag === IP) {
      if (bytes.length !== 4 && bytes.length !== 16) {
        throw new Error(`x509: cannot parse IP address of length ${bytes.length}`);
      }
      ip.push(bytes);
    }
  }
  return { ...names, ip };
}

/** Text of the characters that names are made of. Throws on others. */
export function asciiOf(bytes: Uint8Array): string {
  if (bytes.some((byte) => byte > 0x7f)) {
    throw new Error("x509: a name has characters beyond ASCII");
  }
  return new TextDecoder().decode(bytes);
}
