/**
 * Wakes all who wait for the next thing to happen.
 *
 * @module
 */

/** See the module's comment. */
export class Bell {
  #next = Promise.withResolvers<void>();
  #waiting = 0;

  /** Wakes all who wait now. */
  ring(): void {
    if (this.#waiting === 0) return;
    this.#waiting = 0;
    const rung = this.#next;
    this.#next = Promise.withResolvers<void>();
    rung.resolve();
  }

  /** Settles at the next ring, or rejects with the signal's reason when it aborts. */
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
