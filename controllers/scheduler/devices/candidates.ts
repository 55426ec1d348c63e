/**
 * Devices that a request could have, whatever else is given out: found as far as they are asked for, and once for
 * all nodes.
 *
 * @module
 */

import { hasRoom } from "./capacity.ts";
import { ClaimError } from "./claim_error.ts";
import type { DeviceView, SliceView } from "./device_views.ts";
import type { Effort } from "./effort.ts";
import type { HeldDevices } from "./held_devices.ts";
import type { Alternative } from "./requests.ts";
import { SelectorFailure } from "./selectors.ts";
import { areBorne } from "./tolerated_taints.ts";

/** A device of which it can't be said whether it is a candidate. */
export class Unclear {
  readonly device: DeviceView;
  /** Why. */
  readonly error: ClaimError;

  constructor(device: DeviceView, error: ClaimError) {
    this.device = device;
    this.error = error;
  }
}

/** Those of one slice, as far as it was looked at. */
interface Looked {
  next: number;
  readonly found: (DeviceView | Unclear)[];
}

/** Candidates by what asks for them. */
export class Candidates {
  readonly #held: HeldDevices;
  readonly #effort: Effort;
  readonly #byAlternative = new Map<Alternative, Map<SliceView, Looked>>();

  constructor(held: HeldDevices, effort: Effort) {
    this.#held = held;
    this.#effort = effort;
  }

  /** The candidate of a place in their order; undefined: there are not so many. */
  at(alternative: Alternative, slice: SliceView, place: number): DeviceView | Unclear | undefined {
    const looked = this.#looked(alternative, slice);
    while (looked.found.length <= place && looked.next < slice.devices.length) {
      this.#look(alternative, slice, looked);
    }
    return looked.found[place];
  }

  /** How many there are at most. */
  count(alternative: Alternative, slice: SliceView): number {
    const looked = this.#looked(alternative, slice);
    while (looked.next < slice.devices.length) this.#look(alternative, slice, looked);
    return looked.found.length;
  }

  /** Whether the selectors select a device, whoever has it. Throws {@link ClaimError}. */
  isSelected({ selectors }: Alternative, slice: SliceView, index: number): boolean {
    this.#effort.spend(1);
    return selectors.every(({ selector, owner }) => {
      try {
        return selector.selects(slice, index, this.#effort);
      } catch (error) {
        if (!(error instanceof SelectorFailure)) throw error;
        throw new ClaimError(`${owner}: ${error.message}`, { cause: error });
      }
    });
  }

  #looked(alternative: Alternative, slice: SliceView): Looked {
    let bySlice = this.#byAlternative.get(alternative);
    if (bySlice === undefined) this.#byAlternative.set(alternative, bySlice = new Map());
    let looked = bySlice.get(slice);
    if (looked === undefined) bySlice.set(slice, looked = { next: 0, found: [] });
    return looked;
  }

  #look(alternative: Alternative, slice: SliceView, looked: Looked): void {
    const index = looked.next;
    const device = slice.devices[index]!;
    const { isAdmin, tolerations, amounts } = alternative;
    try {
      const isOne = (isAdmin || !this.#held.isTaken(device.id)) &&
        this.isSelected(alternative, slice, index) &&
        areBorne(device.taints, tolerations) &&
        hasRoom(device, amounts, this.#held.sharesOf(device.id));
      if (isOne) looked.found.push(device);
    } catch (error) {
      if (!(error instanceof ClaimError)) throw error;
      looked.found.push(new Unclear(device, error));
    }
    looked.next = index + 1;
  }
}
