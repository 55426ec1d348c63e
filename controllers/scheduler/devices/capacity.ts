/**
 * What a claim takes of the capacities of a device, and whether there is as much.
 *
 * @module
 */

import { Quantity } from "../../../toolkit/mod.ts";
import type { CapacityView, DeviceView, RequestPolicy } from "./device_views.ts";

/** Amounts by the names of capacities. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** What a request takes of each capacity of a device: what it asks for, made what the device gives out. */
export function amountsTaken(
  device: DeviceView,
  asked: Amounts | undefined,
): Map<string, Quantity> {
  const taken = new Map<string, Quantity>();
  for (const [name, capacity] of device.capacities) {
    taken.set(name, amountTaken(asked?.get(name), capacity));
  }
  return taken;
}

/** Whether a device has all that is asked for, in an amount that it gives out, beside what others have of it. */
export function hasRoom(
  device: DeviceView,
  asked: Amounts | undefined,
  ...others: readonly (Amounts | undefined)[]
): boolean {
  for (const name of asked?.keys() ?? []) if (!device.capacities.has(name)) return false;
  for (const [name, capacity] of device.capacities) {
    let sum = amountTaken(asked?.get(name), capacity);
    if (capacity.policy !== undefined && isAgainst(capacity.policy, sum)) return false;
    for (const other of others) {
      const had = other?.get(name);
      if (had !== undefined) sum = sum.add(had);
    }
    if (sum.compare(capacity.value) > 0) return false;
  }
  return true;
}

/** Both together. */
export function sumOfAmounts(one: Amounts | undefined, other: Amounts): Amounts {
  if (one === undefined) return other;
  const sum = new Map(one);
  for (const [name, amount] of other) sum.set(name, sum.get(name)?.add(amount) ?? amount);
  return sum;
}

function amountTaken(asked: Quantity | undefined, { value, policy }: CapacityView): Quantity {
  if (asked === undefined) return policy?.default ?? value;
  if (policy?.range?.min !== undefined) return inRange(asked, policy.range.min, policy.range.step);
  return policy?.values.find((one) => asked.compare(one) <= 0) ?? asked;
}

/** The least amount from `min` on that is not less, and so many steps above it. */
function inRange(asked: Quantity, min: Quantity, step: Quantity | undefined): Quantity {
  if (asked.compare(min) < 0) return min;
  const width = step?.value() ?? 0n;
  if (width <= 0n) return asked;
  const above = asked.value() - min.value();
  const steps = (above + width - 1n) / width;
  return Quantity.of(min.value() + steps * width, 0, "BinarySI");
}

/** Whether an amount is one that may not be had. */
function isAgainst({ default: standard, range, values }: RequestPolicy, amount: Quantity): boolean {
  if (standard?.equals(amount)) return false;
  if (range !== undefined) {
    const { min, max, step } = range;
    if (max !== undefined && amount.compare(max) > 0) return true;
    const width = step?.value() ?? 0n;
    return width > 0n && (amount.value() - (min?.value() ?? 0n)) % width !== 0n;
  }
  return values.length > 0 && !values.some((one) => one.equals(amount));
}
