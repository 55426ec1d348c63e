/**
 * The same bytes, not copied, as what everybody takes them for: a `Buffer` is compared, cut and
 * printed in other ways.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
