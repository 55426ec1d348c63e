/**
 * Deadlines of requests.
 *
 * @module
 */

import type { Clock, Timer } from "../../toolkit/clock.ts";
import { NO_PLACE, type Placed, Slots } from "../../toolkit/slots.ts";

/** Something that runs, and can be told to end. */
export interface Cancellable {
  cancel(reason: unknown): void;
}

/** A request's time; give it back when the request is over. */
export interface Deadline {
  /** On the clock's scale of spans. */
  readonly end: number;
  /** Called when the time is over, with the reason that the request is cancelled for. */
  onExpire: ((reason: unknown) => void) | undefined;
  release(): void;
}

/** How often is looked, in parts of the time that requests have. */
const LOOKS = 60;

class Running implements Deadline, Placed {
  onExpire: ((reason: unknown) => void) | undefined;
  place = NO_PLACE;
  readonly #request: Cancellable;
  readonly #release: (one: Running) => void;

  constructor(readonly end: number, request: Cancellable, release: (one: Running) => void) {
    this.#request = request;
    this.#release = release;
  }

  expire(): void {
    const reason = new DOMException("the request took too long", "TimeoutError");
    this.#request.cancel(reason);
    this.onExpire?.(reason);
  }

  release(): void {
    this.#release(this);
  }
}

/**
 * The deadlines of running requests. One timer watches over all that have the server's own limit,
 * as most are over long before and a timer each would cost more than the request; a shorter limit
 * that the client asks for has a timer of its own.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #running = new Slots<Running>();
  readonly #release = (over: Running): void => void this.#running.remove(over);
  #timer: Timer | undefined;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Begins the time of a request. `askedMs` is how long the client will wait, which counts where it
   * is less than what all have; 0: it did not say.
   */
  begin(request: Cancellable, askedMs = 0): Deadline {
    if (askedMs > 0 && askedMs < this.#timeoutMs) return this.#beginShort(request, askedMs);
    const end = this.#clock.monotonic() + this.#timeoutMs;
    const one = new Running(end, request, this.#release);
    this.#running.add(one);
    this.#timer ??= this.#look();
    return one;
  }

  /** Few ask for a time of their own: each of those has its own timer. */
  #beginShort(request: Cancellable, timeoutMs: number): Deadline {
    const end = this.#clock.monotonic() + timeoutMs;
    const one = new Running(end, request, () => timer.cancel());
    const timer = this.#clock.after(timeoutMs, () => one.expire());
    return one;
  }

  #look(): Timer {
    return this.#clock.after(this.#timeoutMs / LOOKS, () => {
      const now = this.#clock.monotonic();
      for (const one of this.#running) {
        if (one.end > now) continue;
        this.#running.remove(one);
        one.expire();
      }
      this.#timer = this.#running.size === 0 ? undefined : this.#look();
    });
  }

  /** Stops looking. */
  close(): void {
    this.#timer?.cancel();
  }
}
