/**
 * Requests that wait to be charged.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { internalError } from "../../../toolkit/errors/mod.ts";
import { addAmounts, type Amounts } from "../../../toolkit/quota/mod.ts";
import type { Quantity } from "../../../toolkit/values/mod.ts";
import type { MeasuredRequest } from "./measured_request.ts";

/** How long a request waits. */
export const CHARGE_TIMEOUT_MS = 10_000;

/** What quotas, by their uids, have been charged for one write. */
export type Paid = Map<string, Map<string, Quantity>>;

/** One request that waits, 10 s at most and no longer than its client does. */
export class Waiter {
  readonly asked: MeasuredRequest;
  /** Whether quotas are charged: else it is only said whether they could be. */
  readonly isCharged: boolean;
  readonly #paid: Paid;
  readonly #done = Promise.withResolvers<void>();
  readonly #end: () => void;
  #isOver = false;

  constructor(asked: MeasuredRequest, isCharged: boolean, paid: Paid, clock: Clock) {
    this.asked = asked;
    this.isCharged = isCharged;
    this.#paid = paid;
    const { signal } = asked.request;
    const abort = () => this.fail(signal.reason);
    const timer = clock.after(CHARGE_TIMEOUT_MS, () => {
      this.fail(internalError("resource quota evaluation timed out"));
    });
    signal.addEventListener("abort", abort, { once: true });
    this.#end = () => {
      this.#isOver = true;
      timer.cancel();
      signal.removeEventListener("abort", abort);
    };
    if (signal.aborted) abort();
  }

  /** Settles with the answer. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** Whether there is an answer, and nobody waits. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What a quota has been charged for this write already. */
  paidTo(uid: string): Amounts {
    return this.#paid.get(uid) ?? NOTHING;
  }

  /** Notes what a quota has been charged. */
  pay(uid: string, amounts: Amounts): void {
    const paid = this.#paid.get(uid) ?? new Map();
    addAmounts(paid, amounts);
    this.#paid.set(uid, paid);
  }

  /** Says yes. */
  succeed(): void {
    this.#end();
    this.#done.resolve();
  }

  /** Says no, or what went wrong. */
  fail(error: unknown): void {
    this.#end();
    this.#done.reject(error);
  }
}

const NOTHING: Amounts = new Map();
