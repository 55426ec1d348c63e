/**
 * Amounts of several resources, and what is calculated with them.
 *
 * @module
 */

import type { ResourceList } from "../api/core_v1.ts";
import { Quantity } from "../values/mod.ts";

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** One of something that is counted. */
export const ONE: Quantity = Quantity.of(1);

/** The amounts of a list; without one there are none. */
export function amountsOf(list: ResourceList | undefined): Amounts {
  return new Map(
    Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(text)]),
  );
}

/** Adds amounts to others, in place. */
export function addAmounts(sums: Map<string, Quantity>, more: Amounts): void {
  for (const [name, amount] of more) sums.set(name, sums.get(name)?.add(amount) ?? amount);
}

/** Leaves the larger of each two amounts, in place. */
export function keepLarger(larger: Map<string, Quantity>, others: Amounts): void {
  for (const [name, amount] of others) {
    const before = larger.get(name);
    if (before === undefined || amount.compare(before) > 0) larger.set(name, amount);
  }
}

/** What of amounts is more than in others: never below zero, and without what is zero. */
export function excessOf(amounts: Amounts, others: Amounts): Map<string, Quantity> {
  const excess = new Map<string, Quantity>();
  for (const [name, amount] of amounts) {
    const other = others.get(name);
    const more = other === undefined ? amount : amount.subtract(other);
    if (more.sign > 0) excess.set(name, more);
  }
  return excess;
}
