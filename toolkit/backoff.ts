/**
 * Waiting longer after each failure in a row, and doing something again until it works.
 *
 * @module
 */

import { type Clock, sleep } from "./clock.ts";

/** How long to wait after failures. */
export interface BackoffOptions {
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait. */
  readonly mostMs: number;
  /** What each wait is multiplied by for the next. Default 2. */
  readonly factor?: number;
  /**
   * The share of a wait by which it may be longer, so that those who failed together don't come back
   * together. Default 0: none.
   */
  readonly jitter?: number;
  /** A number from 0 up to 1; asked for only where there is jitter. */
  readonly random?: () => number;
}

/** The waits after failures in a row. */
export class Backoff {
  readonly #options: BackoffOptions;
  #nextMs: number;

  constructor(options: BackoffOptions) {
    this.#options = options;
    this.#nextMs = options.firstMs;
  }

  /** How long to wait now, after another failure. */
  next(): number {
    const { mostMs, factor = 2, jitter = 0, random = Math.random } = this.#options;
    const wait = this.#nextMs;
    this.#nextMs = Math.min(wait * factor, mostMs);
    return jitter > 0 ? wait * (1 + jitter * random()) : wait;
  }

  /** It worked: the next wait is the first one again. */
  reset(): void {
    this.#nextMs = this.#options.firstMs;
  }
}

/** How {@link keepTrying} goes on. */
export interface KeepTryingOptions extends BackoffOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told of each failure and of the wait that follows; throws what is not to be tried again. */
  failed(error: unknown, waitMs: number): void;
}

/**
 * Does `work` until it settles without a failure, with ever longer waits between; `progressed`, which
 * it is handed, makes the next wait the first one again. Rejects with the signal's reason when that
 * aborts.
 */
export async function keepTrying<T>(
  work: (progressed: () => void) => Promise<T>,
  options: KeepTryingOptions,
): Promise<T> {
  const { clock, signal } = options;
  const backoff = new Backoff(options);
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work(() => backoff.reset());
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = backoff.next();
      options.failed(error, waitMs);
      await sleep(clock, waitMs, signal);
    }
  }
}

/** How {@link repeatedly} goes on. */
export interface RepeatOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** From the end of one time to the beginning of the next, in milliseconds. */
  readonly intervalMs: number;
  /** The same after a failure. Default {@link intervalMs}. */
  readonly retryMs?: number;
  /** How long to wait before the first time, in milliseconds. Default 0. */
  readonly firstMs?: number;
  /** Told of each failure; the next time comes all the same. */
  failed(error: unknown): void;
}

/**
 * Does `work` again and again until the signal aborts; where it settles with a number, that is how
 * many milliseconds to wait this time. Never rejects.
 */
export async function repeatedly(
  work: () => Promise<number | void>,
  { clock, signal, intervalMs, retryMs = intervalMs, firstMs = 0, failed }: RepeatOptions,
): Promise<void> {
  if (firstMs > 0) await sleep(clock, firstMs, signal).catch(() => {});
  while (!signal.aborted) {
    let waitMs = intervalMs;
    try {
      waitMs = await work() ?? intervalMs;
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      waitMs = retryMs;
    }
    await sleep(clock, waitMs, signal).catch(() => {});
  }
}
