/**
 * DER, as far as certificates need it: what stands in a sequence, one element after the other.
 *
 * @module
 */

/** Tags of what is read here. */
export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  sequence: 0x30,
} as const;

/** One element. */
export interface DerElement {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

/** The longest length that is read: of more bytes is no certificate. */
const MOST_LENGTH_BYTES = 4;

/** What is in the first element if its tag is `tag`; nothing otherwise. */
export function derContent(der: Uint8Array, tag: number): Uint8Array {
  const [element] = derElements(der);
  return element?.tag === tag ? element.bytes : new Uint8Array();
}

/** What stands one after the other in DER; as much of it as can be read. */
export function derElements(der: Uint8Array): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at + 1 < der.length;) {
    const read = elementAt(der, at);
    if (read === undefined) break;
    found.push(read.element);
    at = read.end;
  }
  return found;
}

/** As {@link derElements}, but throws where something can't be read to its end. */
export function strictDerElements(der: Uint8Array): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < der.length;) {
    const read = elementAt(der, at);
    if (read === undefined) throw new Error("malformed DER");
    found.push(read.element);
    at = read.end;
  }
  return found;
}

function elementAt(
  der: Uint8Array,
  at: number,
): { readonly element: DerElement; readonly end: number } | undefined {
  const [tag, first] = [der[at], der[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > MOST_LENGTH_BYTES) return undefined;
  const start = at + 2 + lengthBytes;
  let length = first;
  if (lengthBytes > 0) {
    length = 0;
    for (const byte of der.subarray(at + 2, start)) length = length * 256 + byte;
  }
  const end = start + length;
  return end > der.length ? undefined : { element: { tag, bytes: der.subarray(start, end) }, end };
}
