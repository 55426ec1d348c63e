/**
 * Whether somebody is still at the other end: nobody tells of a connection that is lost on the way.
 *
 * @module
 */

import type { Clock, Timer } from "../clock.ts";

/** Silence after which the other side is asked, and how long it has to say something: Go's clients have the same. */
const ASKED_AFTER_MS = 30_000;
const ANSWERED_WITHIN_MS = 15_000;

/** Whom it watches for. */
export interface LivenessEvents {
  /** Whether anything is waited for. */
  isWaiting(): boolean;
  /** Asks the other side for a sign of life. */
  ask(): void;
  /** None came. */
  lost(silentMs: number): void;
}

/**
 * Watches a connection while something is waited for. It has one timer, which looks when something
 * came last: what comes costs a reading of the clock.
 */
export class Liveness {
  readonly #clock: Clock;
  readonly #events: LivenessEvents;
  #timer: Timer | undefined;
  #heardAt = 0;
  /** When the other side was asked, while nothing has come since. */
  #askedAt: number | undefined;

  constructor(clock: Clock, events: LivenessEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Something came. */
  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#askedAt = undefined;
  }

  /** Something is waited for from now on. */
  watch(): void {
    if (this.#timer !== undefined) return;
    this.heard();
    this.#lookIn(ASKED_AFTER_MS);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #lookIn(ms: number): void {
    this.#timer = this.#clock.after(ms, () => this.#look());
  }

  #look(): void {
    this.#timer = undefined;
    if (!this.#events.isWaiting()) return;
    const now = this.#clock.monotonic();
    const silentMs = now - this.#heardAt;
    if (this.#askedAt === undefined && silentMs < ASKED_AFTER_MS) {
      return this.#lookIn(ASKED_AFTER_MS - silentMs);
    }
    // Who was held up itself has not read yet what came meanwhile.
    const isLate = this.#askedAt !== undefined && now - this.#askedAt > 2 * ANSWERED_WITHIN_MS;
    if (this.#askedAt !== undefined && !isLate) return this.#events.lost(silentMs);
    this.#askedAt = now;
    this.#events.ask();
    this.#lookIn(ANSWERED_WITHIN_MS);
  }
}
