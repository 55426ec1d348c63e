/**
 * How much may be done to find devices for one pod, so that no claim holds up the others.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";

/** Steps of a microsecond or two for one node: a fraction of a second, in which nobody else has a turn. */
const NODE_STEPS = 200_000;
/** The same for all nodes together: others have their turns in between, but no other pod is given a node. */
const POD_STEPS = 1_000_000;
/** How often is looked at the clock. */
const LOOK_EACH = 1024;

/** It takes too long to find out whether there are devices. */
export class TooLong extends Error {
  override name = "TooLong";
  constructor() {
    super("timed out trying to allocate devices");
  }
}

/** The steps that are left. */
export class Effort {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  #podLeft = POD_STEPS;
  #nodeLeft = NODE_STEPS;
  #nextLook = 0;
  #endMs = Infinity;

  /** `timeoutMs`: for each node; 0: steps alone count. */
  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** The next node begins. */
  beginNode(): void {
    this.#nodeLeft = NODE_STEPS;
    this.#nextLook = NODE_STEPS - LOOK_EACH;
    this.#endMs = this.#timeoutMs > 0 ? this.#clock.monotonic() + this.#timeoutMs : Infinity;
  }

  /** Counts steps. Throws {@link TooLong} when there were too many, or the time is over. */
  spend(steps: number): void {
    this.#podLeft -= steps;
    this.#nodeLeft -= steps;
    if (this.#podLeft < 0 || this.#nodeLeft < 0) throw new TooLong();
    if (this.#nodeLeft > this.#nextLook) return;
    this.#nextLook = this.#nodeLeft - LOOK_EACH;
    if (this.#clock.monotonic() > this.#endMs) throw new TooLong();
  }

  /** How many steps this node has taken so far. */
  get taken(): number {
    return NODE_STEPS - this.#nodeLeft;
  }
}
