/**
 * Which devices claims have.
 *
 * @module
 */

import { Quantity, type resourceV1 } from "../../../toolkit/mod.ts";
import { type Amounts, sumOfAmounts } from "./capacity.ts";
import { deviceId } from "./device_views.ts";

/** Devices that a claim has, as far as others can't have them. */
export interface HeldDevice {
  readonly id: string;
  /** What it has of a device that several share; undefined: all of it. */
  readonly share: Amounts | undefined;
}

/** What is known of who has which devices. */
export interface HeldDevices {
  /** Whether a claim has a device for itself. */
  isTaken(id: string): boolean;
  /** What claims have of a device that they share; undefined: nobody has any of it. */
  sharesOf(id: string): Amounts | undefined;
}

/** What a claim has got: devices for administrators are anybody's. */
export function heldBy(allocation: resourceV1.AllocationResult | undefined): HeldDevice[] {
  return (allocation?.devices?.results ?? []).flatMap(
    ({ driver, pool, device, adminAccess, shareID, consumedCapacity = {} }) => {
      if (adminAccess) return [];
      const share = shareID === undefined ? undefined : new Map(
        Object.entries(consumedCapacity).map(([name, text]) => [name, Quantity.parse(text)]),
      );
      return [{ id: deviceId(driver, pool, device), share }];
    },
  );
}

/** The same of all that hold one device. */
export function sharesIn(held: Iterable<HeldDevice>): Amounts | undefined {
  let sum: Amounts | undefined;
  for (const { share } of held) if (share !== undefined) sum = sumOfAmounts(sum, share);
  return sum;
}
