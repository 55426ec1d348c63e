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

/** Reads the text of a field; undefined where it has none that counts. */
export type TextReader = (tag: number, bytes: Uint8Array) => string | undefined;

/** Reads a name, without its outer sequence. Throws on one that is malformed, or has a value that is no text. */
export function distinguishedName(sequence: Uint8Array): DistinguishedName {
  return whoIsNamed(nameFields(sequence, requiredText));
}

/** A field of a name that is a text, by the object identifier of what it is. */
export type NameField = readonly [id: string, text: string];

/** The fields of a name that say who somebody is. */
export function whoIsNamed(fields: Iterable<NameField>): DistinguishedName {
  let commonName = "";
  const [organizations, userIds]: [string[], string[]] = [[], []];
  for (const [id, text] of fields) {
    if (id === COMMON_NAME) commonName = text;
    else if (id === ORGANIZATION) organizations.push(text);
    else if (id === USER_ID) userIds.push(text);
  }
  return { commonName, organizations, userIds };
}

/** All that `read` finds in a name, without its outer sequence. Throws on one that is malformed. */
export function* nameFields(sequence: Uint8Array, read: TextReader): Generator<NameField> {
  for (const { tag, bytes } of strictDerElements(sequence)) {
    if (tag !== TAG.set) throw new Error("x509: invalid name");
    for (const field of strictDerElements(bytes)) {
      const [type, value, ...more] = strictDerElements(onlyElement(field.raw, TAG.sequence));
      if (type?.tag !== TAG.objectIdentifier || value === undefined || more.length > 0) {
        throw new Error("x509: invalid name");
      }
      const text = read(value.tag, value.bytes);
      if (text !== undefined) yield [objectIdentifier(type.bytes), text];
    }
  }
}

function requiredText(tag: number, bytes: Uint8Array): string {
  const text = textOf(tag, bytes);
  if (text === undefined) throw new Error("x509: invalid text in a name");
  return text;
}

/** What texts of a sort may be made of. */
const CHARACTERS: Readonly<Record<number, RegExp>> = {
  [NUMERIC]: /^[0-9 ]*$/,
  // The last two are not among them, and yet certificates have them.
  [PRINTABLE]: /^[A-Za-z0-9 '()+,\-./:=?*&]*$/,
  // deno-lint-ignore no-control-regex
  [IA5]: /^[\x00-\x7f]*$/,
};

/** The text of a value, undefined where it is none. Throws on one of characters that its sort does not have. */
export function textOf(tag: number, bytes: Uint8Array): string | undefined {
  if (tag === TAG.utf8String) return new TextDecoder("utf-8", UNCHANGED).decode(bytes);
  if (tag === TAG.bmpString) return wideText(bytes);
  if (tag !== T61 && CHARACTERS[tag] === undefined) return undefined;
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (CHARACTERS[tag]?.test(text) === false) throw new Error("x509: invalid text in a name");
  return text;
}

const UNCHANGED = { fatal: true, ignoreBOM: true } as const;

/** Two bytes a character: none that takes four, and none that is no character. One at the end may be none. */
function wideText(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-16be", UNCHANGED).decode(bytes).replace(/\0$/, "");
  if (/[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/.test(text)) {
    throw new Error("x509: invalid text in a name");
  }
  return text;
}
