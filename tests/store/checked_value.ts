/**
 * Values that show whether they are whole: a token, filling that follows from it, and a sum of both.
 *
 * @module
 */

const SUM_BYTES = 4;

/** A value of at least `size` bytes that names `token`. */
export function checkedValue(token: string, size: number): Uint8Array {
  const head = new TextEncoder().encode(`${token}\n`);
  const value = new Uint8Array(Math.max(size, head.length + SUM_BYTES));
  value.set(head);
  let state = value.length;
  for (let index = head.length; index < value.length - SUM_BYTES; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    value[index] = state >>> 24;
  }
  new DataView(value.buffer).setUint32(value.length - SUM_BYTES, sumOf(value));
  return value;
}

/** The token of a value; throws when the value is not as it was made. */
export function tokenOfValue(value: Uint8Array): string {
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const end = value.indexOf(0x0a);
  if (end < 0 || view.getUint32(value.length - SUM_BYTES) !== sumOf(value)) {
    throw new Error(`a value of ${value.length} bytes is not as it was written`);
  }
  return new TextDecoder().decode(value.subarray(0, end));
}

function sumOf(value: Uint8Array): number {
  let sum = 2166136261;
  for (let index = 0; index < value.length - SUM_BYTES; index++) {
    sum = Math.imul(sum ^ (value[index] as number), 16777619) >>> 0;
  }
  return sum;
}
