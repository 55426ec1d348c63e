/**
 * Wakes all who wait for the next thing to happen.
 *
 * @module
 */

/** Wakes all who wait for what happens next. */
export class Notifier {
  #next = Promise.withResolvers<void>();
  #waiting = 0;

  /** Wakes all who wait now. */
  notifyAll(): void {
    if (this.#waiting === 0) return;
    this.#waiting = 0;
    const ended = this.#next;
    this.#next = Promise.withResolvers<void>();
    ended.resolve();
  }

  /** Settles at the next notification, or rejects with the signal's reason when it aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#waiting++;
    if (signal === undefined) return this.#next.promise;
    const { promise } = this.#next;
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      promise.then(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, reject);
    });
  }
}
