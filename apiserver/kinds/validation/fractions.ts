/**
 * Amounts of bytes, of which there are no parts.
 *
 * @module
 */

import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import { Quantity, quoteText } from "../../../toolkit/values/mod.ts";
import { isWhole } from "./whole_amount.ts";

type Amounts = Readonly<Record<string, string>> | undefined;

/** Whether the amount of `name` is none of whole bytes. */
export function isFraction(amounts: Amounts, name: string): boolean {
  const amount = amounts?.[name];
  // Only thousandths of bytes are written so, and only what has a binary suffix can be too large.
  return amount !== undefined && /[mi]$/.test(amount) && !isWhole(Quantity.parse(amount));
}

/** Warns where the amount of `name` is no whole one. */
export function warnOfFraction(
  warnings: string[],
  path: FieldPath,
  amounts: Amounts,
  name: string,
): void {
  if (!isFraction(amounts, name)) return;
  const amount = quoteText(amounts?.[name] ?? "");
  warnings.push(
    `${path.key(name)}: fractional byte value ${amount} is invalid, must be an integer`,
  );
}
