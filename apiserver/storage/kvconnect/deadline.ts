/**
 * Signals that abort when time is up.
 *
 * @module
 */

import type { Clock, Timer } from "../../../toolkit/clock.ts";
import { KvConnectError } from "./error.ts";

/** Aborts its signal when a parent's does, or when its time, where it was given some, has run out. */
export class Deadline implements Disposable {
  readonly #clock: Clock;
  readonly #parent: AbortSignal;
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#parent.reason);
  #timer: Timer | undefined;

  /** `ms` is its first time. */
  constructor(clock: Clock, ms: number, parent: AbortSignal) {
    this.#clock = clock;
    this.#parent = parent;
    if (parent.aborted) this.#abort();
    else parent.addEventListener("abort", this.#abort, { once: true });
    this.restart(ms);
  }

  /** Aborts with the parent's reason, or with a `KvConnectError`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives it time anew, from now on. */
  restart(ms: number): void {
    this.stop();
    if (this.signal.aborted) return;
    this.#timer = this.#clock.after(ms, () => {
      const message = `the database did not answer within ${Math.ceil(ms)} ms`;
      this.#controller.abort(new KvConnectError(message, "later"));
    });
  }

  /** Lets time pass. The parent still counts. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  [Symbol.dispose](): void {
    this.stop();
    this.#parent.removeEventListener("abort", this.#abort);
  }
}

/** Settles as `running` does, or rejects with the signal's reason when that aborts first. */
export function unlessAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
