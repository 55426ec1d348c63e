/**
 * Signals that abort when time is up.
 *
 * @module
 */

import type { Clock, Timer } from "../../../toolkit/clock.ts";
import { KvConnectError } from "./error.ts";

/** Aborts its signal when a parent's does, or when its timer, once started, has run out. */
export class Deadline implements Disposable {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #parent: AbortSignal;
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#parent.reason);
  #timer: Timer | undefined;

  constructor(clock: Clock, timeoutMs: number, parent: AbortSignal) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#parent = parent;
    if (parent.aborted) this.#abort();
    else parent.addEventListener("abort", this.#abort, { once: true });
  }

  /** One that runs already. */
  static start(clock: Clock, timeoutMs: number, parent: AbortSignal): Deadline {
    const deadline = new Deadline(clock, timeoutMs, parent);
    deadline.restart();
    return deadline;
  }

  /** Aborts with the parent's reason, or with a `KvConnectError`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives it all of its time, from now on. */
  restart(): void {
    this.stop();
    if (this.signal.aborted) return;
    this.#timer = this.#clock.after(this.#timeoutMs, () => {
      const message = `the database did not answer within ${this.#timeoutMs} ms`;
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
