/**
 * How much is begun in one turn of the event loop. One thread does all the work: what begins together is done one
 * after the other, and whoever comes meanwhile is behind all of it, whatever seats there are.
 *
 * @module
 */

import { clearImmediate, setImmediate } from "node:timers";

/** Seats that are given out in a turn; one request gets its seats however many it takes. */
const SEATS_A_TURN = 16;

/** Those who have somebody waiting. */
export interface Paced {
  /** Begins the next request, if any may begin; false when none may, or none waits any more. */
  beginNext(): boolean;
}

/** Says how much may begin. */
export interface Pace {
  /** Whether something may begin now; else `paced` is asked again in the next turn. */
  mayBegin(paced: Paced): boolean;
  /** Something began that takes so many seats. */
  began(seats: number): void;
  /** Nobody is asked any more: from now on everything may begin. */
  close(): void;
}

/** As much as there are seats for: where nothing is done one after the other. */
export const UNPACED: Pace = { mayBegin: () => true, began() {}, close() {} };

/** A few seats a turn, to those who wait in turns. */
export class TurnPace implements Pace {
  #left = SEATS_A_TURN;
  /** Set while this turn's seats have been counted, or somebody waits for the next one. */
  #next: ReturnType<typeof setImmediate> | undefined;
  readonly #waiting = new Set<Paced>();
  #isClosed = false;

  mayBegin(paced: Paced): boolean {
    if (this.#left > 0 || this.#isClosed) return true;
    this.#waiting.add(paced);
    return false;
  }

  began(seats: number): void {
    if (this.#isClosed) return;
    this.#left -= seats;
    this.#next ??= setImmediate(this.#turn);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#next !== undefined) clearImmediate(this.#next);
    this.#next = undefined;
    this.#waiting.clear();
  }

  readonly #turn = (): void => {
    this.#next = undefined;
    this.#left = SEATS_A_TURN;
    for (const paced of this.#waiting) {
      if (this.#left <= 0) break;
      this.#waiting.delete(paced);
      // Who goes on waiting comes behind all others.
      if (paced.beginNext()) this.#waiting.add(paced);
    }
  };
}
