/**
 * Whose requests begin in one turn of the event loop. One thread does all the work: what begins together is done one
 * after the other, and whoever comes meanwhile is behind all of it. So of a sender with many requests a few begin in a
 * turn, in rotation with other senders'; one that sends now and then never waits.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import { Queue } from "../queue.ts";

/** Requests that begin in a turn although their senders have had one in it, or have some that came before. */
const MORE_A_TURN = 4;

/** Lets requests begin. */
export class Turns {
  /** Those who had one begin in this turn. */
  readonly #served = new Set<string>();
  /** What waits, by sender. */
  readonly #waiting = new Map<string, Queue<() => void>>();
  /** The senders of what waits; whoever is first is next. */
  readonly #senders = new Queue<string>();
  readonly #later: (turn: () => void) => void;
  #hasNext = false;

  /** `later` calls back in the next turn. */
  constructor(later: (turn: () => void) => void = setImmediate) {
    this.#later = later;
  }

  /** Calls `begin` at once, or in the turn that its sender gets. */
  take(sender: string, begin: () => void): void {
    if (!this.#hasNext) {
      this.#hasNext = true;
      this.#later(this.#turn);
    }
    const waiting = this.#waiting.get(sender);
    if (waiting !== undefined) waiting.push(begin);
    else if (this.#served.has(sender)) {
      const first = new Queue<() => void>();
      first.push(begin);
      this.#waiting.set(sender, first);
      this.#senders.push(sender);
    } else {
      this.#served.add(sender);
      begin();
    }
  }

  readonly #turn = (): void => {
    this.#served.clear();
    // First, as what begins may throw.
    this.#hasNext = this.#waiting.size > 0;
    if (this.#hasNext) this.#later(this.#turn);
    for (let left = MORE_A_TURN; left > 0 && this.#waiting.size > 0; left--) this.#beginNext();
  };

  #beginNext(): void {
    const sender = this.#senders.take()!;
    const waiting = this.#waiting.get(sender)!;
    const begin = waiting.take()!;
    // Behind all others.
    if (waiting.length > 0) this.#senders.push(sender);
    else this.#waiting.delete(sender);
    this.#served.add(sender);
    begin();
  }
}
