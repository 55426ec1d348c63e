/**
 * Requests that are charged together, a namespace at a time.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { MeasuredRequest } from "./measured_request.ts";
import { settle, type SettleOptions } from "./settle.ts";
import { type Paid, Waiter } from "./waiter.ts";

/** What charges are made with. */
export interface ChargesOptions extends SettleOptions {
  readonly clock: Clock;
}

/** Those of one namespace who wait, and what serves them. */
interface Line {
  waiting: Waiter[];
  serving: Promise<void>;
}

/**
 * Charges requests to quotas. What comes to a namespace while its quotas are being written waits, and is
 * charged by the next write, all of it together.
 */
export class Charges {
  readonly #options: ChargesOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: ChargesOptions) {
    this.#options = options;
  }

  /**
   * Settles once the quotas of a request's namespace have been charged; rejects with why they can't be.
   * With `isCharged` false it is only said whether they could be. `paid`: what they have been charged
   * before for the same write, when it came to nothing.
   */
  charge(asked: MeasuredRequest, isCharged: boolean, paid: Paid): Promise<void> {
    const waiter = new Waiter(asked, isCharged, paid, this.#options.clock);
    const { namespace } = asked.request;
    const line = this.#lines.get(namespace);
    if (line !== undefined) line.waiting.push(waiter);
    else {
      const made: Line = { waiting: [waiter], serving: Promise.resolve() };
      this.#lines.set(namespace, made);
      made.serving = this.#serve(namespace, made);
    }
    return waiter.done;
  }

  async #serve(namespace: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const together = line.waiting;
      line.waiting = [];
      try {
        await settle(namespace, together, this.#options);
      } catch (error) {
        for (const waiter of together) waiter.fail(error);
      }
    }
    this.#lines.delete(namespace);
  }
}
