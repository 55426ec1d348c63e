/**
 * Names as certificates have them, field by field. Printed forms of a name must never be parsed: a
 * line break in a common name reads there as a further field.
 *
 * @module
 */

import { objectIdentifier, onlyElement, strictDerElements, TAG } from "./der.ts";

/** The fields of a name that say who somebody is. */
export interface DistinguishedName {
  /** The last one, as Go has it; empty where there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** What tells a user from others of the same name; one should be all that there are. */
  readonly userIds: readonly string[];
}

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";
/** The reference's own. */
const USER_ID = "1.3.6.1.4.1.57683.2";
/** Tags of texts of one byte a character. */
const NUMERIC = 0x12;
const PRINTABLE = 0x13;
const T61 = 0x14;
const IA5 = 0x16;

/** Reads a name, without its outer sequence. Throws on one that is malformed. */
export function distinguishedName(sequence: Uint8Array): DistinguishedName {
  let commonName = "";
  const [organizations, userIds]: [string[], string[]] = [[], []];
  for (const { tag, bytes } of strictDerElements(sequence)) {
    if (tag !== TAG.set) throw new Error("x509: invalid name");
    for (const field of strictDerElements(bytes)) {
      const [type, value, ...more] = strictDerElements(onlyElement(field.raw, TAG.sequence));
      if (type?.tag !== TAG.objectIdentifier || value === undefined || more.length > 0) {
        throw new Error("x509: invalid name");
      }
      const key = objectIdentifier(type.bytes);
      if (key === COMMON_NAME) commonName = textOf(value.tag, value.bytes);
      else if (key === ORGANIZATION) organizations.push(textOf(value.tag, value.bytes));
      else if (key === USER_ID) userIds.push(textOf(value.tag, value.bytes));
    }
  }
  return { commonName, organizations, userIds };
}

function textOf(tag: number, bytes: Uint8Array): string {
  if (tag === TAG.utf8String) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (tag === TAG.bmpString) return new TextDecoder("utf-16be", { fatal: true }).decode(bytes);
  if (![NUMERIC, PRINTABLE, T61, IA5].includes(tag)) {
    throw new Error("x509: invalid text in a name");
  }
  if (tag !== T61 && bytes.some((byte) => byte > 0x7f)) {
    throw new Error("x509: invalid text in a name");
  }
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
