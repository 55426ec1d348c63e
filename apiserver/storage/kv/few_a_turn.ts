/**
 * Work that is done a few pieces in a turn of the event loop. What a commit's caller does next, such as writing an
 * answer, follows in the same turn; after a group of a hundred nobody else would be served until all of that is done.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import { Queue } from "../../../toolkit/queue.ts";
import { REQUESTS_A_TURN } from "../../../toolkit/serving/turns.ts";

/**
 * Pieces that are done in one turn. One more than requests of one sender begin in it, which are these and the first:
 * with fewer, those that are written already wait here for their turn, and keep their seats until nobody else has one.
 */
export const PIECES_A_TURN = REQUESTS_A_TURN + 2;

/** Does pieces of work in the order in which they came. */
export class FewATurn {
  readonly #waiting = new Queue<() => void>();
  readonly #later: (turn: () => void) => void;
  #done: PromiseWithResolvers<void> | undefined;

  /** `later` calls back in the next turn. */
  constructor(later: (turn: () => void) => void = setImmediate) {
    this.#later = later;
  }

  /** Does the first of these pieces at once unless others wait, and the rest in the turns that follow. None may throw. */
  add(pieces: readonly (() => void)[]): void {
    const begins = this.#done === undefined;
    for (const piece of pieces) this.#waiting.push(piece);
    if (begins) this.#turn();
  }

  /** Settles when nothing waits. */
  async idle(): Promise<void> {
    await this.#done?.promise;
  }

  readonly #turn = (): void => {
    for (let left = PIECES_A_TURN; left > 0; left--) this.#waiting.take()?.();
    if (this.#waiting.length > 0) {
      this.#done ??= Promise.withResolvers();
      this.#later(this.#turn);
    } else {
      this.#done?.resolve();
      this.#done = undefined;
    }
  };
}
