/**
 * The extensions of a certificate, by their type.
 *
 * @module
 */

import { objectIdentifier, onlyElement, strictDerElements, TAG } from "./der.ts";

/** Types of extensions whose meaning is known and acted upon. */
export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectNames: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
} as const;

/** One extension. */
export interface Extension {
  readonly type: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** Reads the extensions of a certificate. Throws on one that is malformed, or there twice. */
export function extensionsOf(list: Uint8Array): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const { tag, bytes } of strictDerElements(onlyElement(list, TAG.sequence))) {
    const fields = strictDerElements(bytes);
    const [id] = fields.splice(0, 1);
    const flag = fields[0]?.tag === TAG.boolean ? fields.shift() : undefined;
    const [value, ...more] = fields;
    if (
      tag !== TAG.sequence || id?.tag !== TAG.objectIdentifier ||
      value?.tag !== TAG.octetString || more.length > 0
    ) throw new Error("x509: invalid extension");
    const type = objectIdentifier(id.bytes);
    if (found.has(type)) throw new Error("x509: certificate contains duplicate extensions");
    const critical = flag !== undefined && flag.bytes[0] !== 0;
    found.set(type, { type, critical, value: value.bytes });
  }
  return found;
}
