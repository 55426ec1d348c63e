/**
 * Looks for devices for claims on one node: one after the other, and back where it can't go on. The first way in
 * the order of claims, requests and devices that gives each what it asks for is the one that is taken.
 *
 * @module
 */

import type { SelectableNode } from "../../../toolkit/pods/node_selection.ts";
import { type Amounts, amountsTaken, hasRoom, sumOfAmounts } from "./capacity.ts";
import { type Candidates, Unclear } from "./candidates.ts";
import { ClaimError } from "./claim_error.ts";
import { type Constraint, constraintsOf } from "./constraints.ts";
import { type CountersLeft, CountersTaken } from "./counters.ts";
import type { DeviceView, SliceView } from "./device_views.ts";
import type { Effort } from "./effort.ts";
import type { HeldDevices } from "./held_devices.ts";
import { isReachable } from "./node_place.ts";
import type { Pool } from "./pools.ts";
import type { Alternative, ClaimToAllocate } from "./requests.ts";
import { areBorne } from "./tolerated_taints.ts";

/** A claim has so many devices at most. */
export const MOST_RESULTS = 32;
/** A search that takes longer is looked at as a whole: whether there are enough devices at all. */
const LOOK_AFTER = 2000;

/** A device that is given to a claim. */
export interface PickedDevice {
  readonly alternative: Alternative;
  readonly device: DeviceView;
  readonly slice: SliceView;
  /** What it takes of a device that several share; undefined: all of it. */
  readonly share: Amounts | undefined;
}

/** What a search is made with. */
export interface SearchParts {
  readonly node: SelectableNode;
  readonly claims: readonly ClaimToAllocate[];
  readonly pools: readonly Pool[];
  /** The devices of requests for all. */
  readonly all: ReadonlyMap<Alternative, readonly Located[]>;
  readonly candidates: Candidates;
  readonly held: HeldDevices;
  readonly countersLeft: CountersLeft;
  readonly effort: Effort;
}

/** A device, and where it is. */
export interface Located {
  readonly device: DeviceView;
  readonly slice: SliceView;
  readonly pool: Pool;
}

/** What is to be found next. */
interface Place {
  readonly claim: number;
  readonly request: number;
  /** Of the request; -1: it is to be chosen. */
  readonly alternative: number;
  /** How many devices it has. */
  readonly device: number;
}

/** Where something was chosen, and can be chosen otherwise. */
interface Frame extends Place {
  /** Of a choice: the next alternative. Of a device: the place after it among the candidates. */
  pool: number;
  slice: number;
  at: number;
  /** Takes back what was taken; undefined: nothing was. */
  undo: (() => void) | undefined;
  /** Of a choice: each alternative so far had too many devices for one claim. */
  onlyTooMany: boolean;
}

type Step = Frame | "done" | "failed" | "too many";

/** What a pod's claims have of a shared device while it is looked for more. */
interface Shares {
  count: number;
  amounts: Amounts | undefined;
}

/** One search. */
export class Search {
  readonly #parts: SearchParts;
  readonly #constraints: readonly (readonly Constraint[])[];
  readonly #counters: CountersTaken;
  /** By device: the claims that are to have it, which is more than one only of those for administrators. */
  readonly #given = new Map<string, number[]>();
  readonly #shares = new Map<string, Shares>();
  readonly #picks: PickedDevice[][];
  readonly #frames: Frame[] = [];

  constructor(parts: SearchParts) {
    this.#parts = parts;
    this.#counters = new CountersTaken(parts.countersLeft);
    this.#picks = parts.claims.map(() => []);
    this.#constraints = parts.claims.map(({ key, devices: { constraints = [] } }) =>
      constraintsOf(constraints, key)
    );
  }

  /** The devices of each claim; undefined: there is no way. Throws {@link ClaimError}, and as `effort` does. */
  run(): readonly (readonly PickedDevice[])[] | undefined {
    const { effort } = this.#parts;
    let isLookedAt = false;
    let step: Step = this.#next({ claim: 0, request: 0, alternative: -1, device: 0 });
    for (;;) {
      if (step === "done") return this.#picks;
      if (typeof step === "object") this.#frames.push(step);
      else if (step === "too many") step = this.#unwound();
      const frame = this.#frames.at(-1);
      if (frame === undefined) return undefined;
      effort.spend(1);
      if (!isLookedAt && effort.taken > LOOK_AFTER) {
        isLookedAt = true;
        if (!this.#isPossible()) return undefined;
      }
      step = frame.alternative < 0 ? this.#choose(frame, step) : this.#give(frame);
    }
  }

  /** What is to be found at a place, or after it. */
  #next(from: Place): Step {
    const { claims } = this.#parts;
    let { claim, request, alternative, device } = from;
    for (;;) {
      const of = claims[claim];
      if (of === undefined) return "done";
      const asked = of.requests[request];
      if (asked === undefined) {
        [claim, request, alternative, device] = [claim + 1, 0, -1, 0];
        continue;
      }
      if (alternative < 0 && asked.isChoice) {
        return frameAt({ claim, request, alternative, device });
      }
      if (alternative < 0) alternative = 0;
      const wanted = this.#wanted(asked.alternatives[alternative]!);
      // One that asks for all there are wants one at least.
      if (wanted === 0) return "failed";
      if (device < wanted) {
        const sum = this.#picks[claim]!.length + wanted - device;
        if (sum > MOST_RESULTS) return "too many";
        return frameAt({ claim, request, alternative, device });
      }
      [request, alternative, device] = [request + 1, -1, 0];
    }
  }

  /** Tries the next alternative of a request. */
  #choose(frame: Frame, before: Step): Step {
    const { claim, request } = frame;
    const { alternatives } = this.#parts.claims[claim]!.requests[request]!;
    if (before === "failed") frame.onlyTooMany = false;
    if (frame.at === alternatives.length) {
      this.#frames.pop();
      return frame.onlyTooMany ? "too many" : "failed";
    }
    return this.#next({ claim, request, alternative: frame.at++, device: 0 });
  }

  /** Gives the next device that can be had, in the place of the one that was given. */
  #give(frame: Frame): Step {
    frame.undo?.();
    frame.undo = undefined;
    const { claim, request, alternative: index, device } = frame;
    const alternative = this.#parts.claims[claim]!.requests[request]!.alternatives[index]!;
    const all = this.#parts.all.get(alternative);
    if (all !== undefined) {
      // Each of them is needed: there is one to try.
      if (frame.at++ === 0) frame.undo = this.#take(claim, alternative, all[device]!, true);
    } else frame.undo = this.#takeNext(frame, alternative);
    if (frame.undo === undefined) {
      this.#frames.pop();
      return "failed";
    }
    const next = this.#next({ claim, request, alternative: index, device: device + 1 });
    if (typeof next === "object" && next.device > 0 && all === undefined) {
      // In another order the same devices are the same.
      next.pool = frame.pool;
      next.slice = frame.slice;
      next.at = frame.at;
    }
    return next;
  }

  /** Takes the next candidate that can be had, and remembers where the one after it is. */
  #takeNext(frame: Frame, alternative: Alternative): (() => void) | undefined {
    const { node, pools, candidates, effort } = this.#parts;
    for (; frame.pool < pools.length; frame.pool++, frame.slice = 0, frame.at = 0) {
      const pool = pools[frame.pool]!;
      for (; frame.slice < pool.slices.length; frame.slice++, frame.at = 0) {
        const slice = pool.slices[frame.slice]!;
        for (;;) {
          const device = candidates.at(alternative, slice, frame.at);
          if (device === undefined) break;
          frame.at++;
          effort.spend(1);
          if (device instanceof Unclear) {
            // Whoever can't have it does not ask whether it is selected.
            if (this.#isGiven(frame.claim, alternative, device.device)) continue;
            throw device.error;
          }
          if (slice.isPerDevice && !isReachable(device.place, node)) continue;
          const undo = this.#take(frame.claim, alternative, { device, slice, pool }, false);
          if (undo !== undefined) return undo;
        }
      }
    }
    return undefined;
  }

  /** Takes a device, if it can be had beside what was taken so far; returns what takes it back. */
  #take(
    claim: number,
    alternative: Alternative,
    { device, slice, pool }: Located,
    isNeeded: boolean,
  ): (() => void) | undefined {
    const { held, claims } = this.#parts;
    const { id, isShared, uses } = device;
    if (this.#isGiven(claim, alternative, device)) return undefined;
    const given = this.#given.get(id) ?? [];
    const mine = this.#shares.get(id);
    const others = held.sharesOf(id);
    if (isNeeded && !this.#isFree(alternative, device, others)) return undefined;
    if (isShared && !hasRoom(device, alternative.amounts, others, mine?.amounts)) return undefined;
    // Who shares a device shares what it takes of counters.
    const counts = uses.length > 0 && !(isShared && (others !== undefined || mine !== undefined));
    if (counts && !this.#counters.take(device, pool)) return undefined;
    const added: Constraint[] = [];
    const back = () => {
      for (const constraint of added.toReversed()) constraint.remove(alternative, device);
      if (counts) this.#counters.giveBack(device, pool);
    };
    for (const constraint of this.#constraints[claim]!) {
      if (constraint.add(alternative, device)) {
        added.push(constraint);
        continue;
      }
      back();
      if (!isNeeded) return undefined;
      throw new ClaimError(
        `claim ${claims[claim]!.key}, request ${alternative.name}: cannot add device ${id} ` +
          "because a claim constraint would not be satisfied",
      );
    }
    const share = isShared ? amountsTaken(device, alternative.amounts) : undefined;
    if (share === undefined) this.#given.set(id, [...given, claim]);
    else {
      const amounts = sumOfAmounts(mine?.amounts, share);
      this.#shares.set(id, { count: (mine?.count ?? 0) + 1, amounts });
    }
    this.#picks[claim]!.push({ alternative, device, slice, share });
    return () => {
      this.#picks[claim]!.pop();
      if (share === undefined) this.#given.set(id, given);
      else if (mine === undefined) this.#shares.delete(id);
      else this.#shares.set(id, mine);
      back();
    };
  }

  /** Whether a device can't be had as it was given already: to any claim, or for an administrator to the same one. */
  #isGiven(claim: number, { isAdmin }: Alternative, { id }: DeviceView): boolean {
    const given = this.#given.get(id);
    if (given === undefined) return false;
    return isAdmin ? given.includes(claim) : given.length > 0;
  }

  /** What is looked at of candidates beforehand, of a device that was not one. */
  #isFree(alternative: Alternative, device: DeviceView, others: Amounts | undefined): boolean {
    const { isAdmin, tolerations, amounts } = alternative;
    return (isAdmin || !this.#parts.held.isTaken(device.id)) &&
      areBorne(device.taints, tolerations) && hasRoom(device, amounts, others);
  }

  /** After a claim got too many devices: it can have fewer only where another alternative is chosen. */
  #unwound(): Step {
    const claim = this.#frames.at(-1)?.claim;
    for (;;) {
      const frame = this.#frames.at(-1);
      if (frame === undefined || frame.claim !== claim) return "failed";
      if (frame.alternative < 0) return "too many";
      frame.undo?.();
      this.#frames.pop();
    }
  }

  /** Whether each request could have enough devices if it were the only one. */
  #isPossible(): boolean {
    const { claims, pools, candidates, all } = this.#parts;
    return claims.every(({ requests }) =>
      requests.every(({ alternatives }) =>
        alternatives.some((one) => {
          if (all.has(one)) return true;
          let left = this.#wanted(one);
          for (const { slices } of pools) {
            for (const slice of slices) {
              left -= candidates.count(one, slice);
              if (left <= 0) return true;
            }
          }
          return false;
        })
      )
    );
  }

  #wanted(alternative: Alternative): number {
    return alternative.count ?? this.#parts.all.get(alternative)!.length;
  }
}

function frameAt(place: Place): Frame {
  return { ...place, pool: 0, slice: 0, at: 0, undo: undefined, onlyTooMany: true };
}
