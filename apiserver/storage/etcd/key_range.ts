/**
 * Keys as etcd sees them: bytes, in ranges from one to before another.
 *
 * @module
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** From `key` to before `rangeEnd`. */
export interface KeyRange {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
}

/** All keys that there can be. */
export const EVERYTHING: KeyRange = { key: Uint8Array.of(0), rangeEnd: Uint8Array.of(0) };

/** The bytes of a key. */
export function encodeKey(key: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(key);
}

/** The text of a key that a store wrote. */
export function decodeKey(key: Uint8Array): string {
  return decoder.decode(key);
}

/** All keys that start with `prefix`, which is not empty. */
export function rangeOfPrefix(prefix: string): KeyRange {
  const key = encodeKey(prefix);
  const rangeEnd = key.slice();
  // UTF-8 has no byte 255, so that the next higher one exists.
  rangeEnd[rangeEnd.length - 1]!++;
  return { key, rangeEnd };
}

/** The first key after `key`. */
export function keyAfter(key: string): Uint8Array {
  const bytes = encodeKey(key);
  const after = new Uint8Array(bytes.length + 1);
  after.set(bytes);
  return after;
}

/** Orders keys. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Whether `key` starts with `prefix`. */
export function startsWith(key: Uint8Array, prefix: Uint8Array): boolean {
  if (key.length < prefix.length) return false;
  for (let index = 0; index < prefix.length; index++) {
    if (key[index] !== prefix[index]) return false;
  }
  return true;
}
