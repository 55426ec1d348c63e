/**
 * Work that several callers wait for, and that is done once.
 *
 * @module
 */

/**
 * Runs `work` for whoever asks while it does not run, and lets those who ask meanwhile wait for the
 * same run. A caller that aborts stops waiting; when the last one did, the work is aborted.
 */
export class SharedTask<T> {
  readonly #work: (signal: AbortSignal) => Promise<T>;
  #running: { result: Promise<T>; controller: AbortController; waiting: number } | undefined;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work;
  }

  /** The result of the run that goes on, or of a new one. */
  async run(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const running = this.#running ??= this.#start();
    running.waiting++;
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => {
      reject(signal?.reason);
      if (--running.waiting > 0) return;
      if (this.#running === running) this.#running = undefined;
      running.controller.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await Promise.race([running.result, promise]);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #start() {
    const controller = new AbortController();
    const result = this.#work(controller.signal);
    const running = { result, controller, waiting: 0 };
    const end = () => {
      if (this.#running === running) this.#running = undefined;
    };
    result.then(end, end);
    return running;
  }
}
