/**
 * Whose requests, or handshakes, begin in one turn of the event loop. One thread does all the work: what begins together
 * is done one after the other, and whoever comes meanwhile is behind all of it. So of a sender with many a few begin in
 * a turn, in rotation with other senders'; one that sends now and then never waits.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import { Queue } from "../queue.ts";

/** How many requests begin in a turn although their senders have had one in it. */
export const REQUESTS_A_TURN = 4;
/** Senders that are remembered although nothing of theirs waits. */
const KEPT_SENDERS = 1024;

/** Somebody who sends requests. */
interface Sender {
  readonly name: string;
  readonly waiting: Queue<() => void>;
  /** The turn in which one last began. */
  servedIn: number;
}

/** Lets requests, or handshakes, begin. */
export class Turns {
  readonly #moreATurn: number;
  readonly #known = new Map<string, Sender>();
  /** Those of whom something waits; whoever is first is next. */
  readonly #next = new Queue<Sender>();
  readonly #later: (turn: () => void) => void;
  #turns = 0;
  #mostKnown = KEPT_SENDERS;
  #comes = false;

  /**
   * So many begin in a turn although their senders have had one in it, or have some that came before. `later` calls back
   * in the next turn.
   */
  constructor(moreATurn: number, later: (turn: () => void) => void = setImmediate) {
    this.#moreATurn = moreATurn;
    this.#later = later;
  }

  /** Calls `begin` at once, or in the turn that its sender gets. */
  take(name: string, begin: () => void): void {
    if (!this.#comes) {
      this.#comes = true;
      this.#later(this.#turn);
    }
    const sender = this.#known.get(name) ?? this.#meet(name);
    if (sender.waiting.length > 0) sender.waiting.push(begin);
    else if (sender.servedIn === this.#turns) {
      sender.waiting.push(begin);
      this.#next.push(sender);
    } else {
      sender.servedIn = this.#turns;
      begin();
    }
  }

  readonly #turn = (): void => {
    this.#turns++;
    // First, as what begins may throw.
    this.#comes = this.#next.length > 0;
    if (this.#comes) this.#later(this.#turn);
    for (let left = this.#moreATurn; left > 0 && this.#next.length > 0; left--) this.#beginNext();
  };

  #beginNext(): void {
    const sender = this.#next.take()!;
    const begin = sender.waiting.take()!;
    // Behind all others.
    if (sender.waiting.length > 0) this.#next.push(sender);
    sender.servedIn = this.#turns;
    begin();
  }

  #meet(name: string): Sender {
    if (this.#known.size >= this.#mostKnown) this.#forget();
    const sender = { name, waiting: new Queue<() => void>(), servedIn: -1 };
    this.#known.set(name, sender);
    return sender;
  }

  /** Those only matter of whom something waits, or has begun in this turn. */
  #forget(): void {
    for (const [name, { waiting, servedIn }] of this.#known) {
      if (waiting.length === 0 && servedIn !== this.#turns) this.#known.delete(name);
    }
    // However many stay, each newcomer is worth a look at two of them.
    this.#mostKnown = Math.max(KEPT_SENDERS, 2 * this.#known.size);
  }
}
