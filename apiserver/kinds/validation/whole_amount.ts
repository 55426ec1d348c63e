/**
 * Which amounts are whole numbers.
 *
 * @module
 */

import type { Quantity } from "../../../toolkit/values/mod.ts";

/**
 * Whether an amount is a whole number. The reference counts thousandths in 64 bits: those of a large amount
 * with a binary suffix run over, and what is left seldom is one.
 */
export function isWhole(amount: Quantity): boolean {
  const value = amount.wholeValue();
  if (value === undefined) return false;
  return amount.format !== "BinarySI" || BigInt.asIntN(64, value * 1000n) % 1000n === 0n;
}
