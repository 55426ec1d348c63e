/**
 * Whole numbers as status fields have them: what doesn't fit is as large as can be.
 *
 * @module
 */

/** The largest number of replicas that can be said. */
const MAX_INT32 = 2 ** 31 - 1;

const MAX_INT64 = 2n ** 63n - 1n;

/** An amount that fits into 64 bits. */
export function toInt64(amount: bigint): bigint {
  return amount > MAX_INT64 ? MAX_INT64 : amount < -MAX_INT64 ? -MAX_INT64 : amount;
}

/** A whole number that fits into 64 bits, of a quotient rounded up. What is none is zero. */
export function ceilInt64(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  return Number.isFinite(value) ? toInt64(BigInt(Math.ceil(value))) : value > 0 ? MAX_INT64 : 0n;
}

/** A whole number that fits into 32 bits. What is none is zero. */
export function toInt32(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.trunc(Math.min(MAX_INT32, Math.max(-MAX_INT32, value))) + 0;
}
