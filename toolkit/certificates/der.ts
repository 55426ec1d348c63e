/**
 * DER, as far as certificates need it: what stands in a sequence, one element after the other.
 *
 * @module
 */

/** Tags of what is read here. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One element. */
export interface DerElement {
  readonly tag: number;
  /** What is in it. */
  readonly bytes: Uint8Array;
  /** The same with its tag and length. */
  readonly raw: Uint8Array;
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
    const element = elementAt(der, at);
    if (element === undefined) break;
    found.push(element);
    at += element.raw.length;
  }
  return found;
}

/** As {@link derElements}, but throws where something is not as DER has it, to the last byte. */
export function strictDerElements(der: Uint8Array): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < der.length;) {
    const element = elementAt(der, at);
    if (element === undefined || !hasShortestLength(element)) throw new Error("malformed DER");
    found.push(element);
    at += element.raw.length;
  }
  return found;
}

/** What is in the only element of `der`. Throws where there is another, or one of another tag. */
export function onlyElement(der: Uint8Array, tag: number): Uint8Array {
  const [element, ...more] = strictDerElements(der);
  if (element?.tag !== tag || more.length > 0) throw new Error("malformed DER");
  return element.bytes;
}

/** An object identifier as numbers with dots between them. */
export function objectIdentifier(bytes: Uint8Array): string {
  const arcs: bigint[] = [];
  let value = 0n;
  for (const byte of bytes) {
    value = value << 7n | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(value);
    value = 0n;
  }
  const [first = 0n, ...rest] = arcs;
  const top = first < 80n ? first / 40n : 2n;
  return [top, first - top * 40n, ...rest].join(".");
}

function elementAt(der: Uint8Array, at: number): DerElement | undefined {
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
  if (end > der.length) return undefined;
  return { tag, bytes: der.subarray(start, end), raw: der.subarray(at, end) };
}

function hasShortestLength({ bytes: { length }, raw }: DerElement): boolean {
  const needed = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
  return raw.length === 2 + needed + length;
}
