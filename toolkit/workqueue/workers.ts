/**
 * Workers of a queue.
 *
 * @module
 */

import type { Logger } from "../logger.ts";
import type { WorkQueue } from "./queue.ts";
import type { Work } from "./work.ts";

/** How {@link runWorkers} goes on. */
export interface WorkersOptions<T> {
  /** How many keys are worked on at once. */
  readonly workers: number;
  /** No work begins after it has aborted; what is under way has to end by itself. */
  readonly signal: AbortSignal;
  /** Told of each failure. */
  failed(work: Work<T>, error: unknown): void;
}

/**
 * Does `work` for each key of a queue. A number that it settles with is in how many milliseconds the
 * key is to be done again; a key whose work fails rests and is tried again. Settles when the signal has
 * aborted and all work has ended; never rejects.
 */
export async function runWorkers<T>(
  queue: WorkQueue<T>,
  work: (key: T) => Promise<number | void>,
  { workers, signal, failed }: WorkersOptions<T>,
): Promise<void> {
  const run = async () => {
    while (!signal.aborted) {
      // It rejects when there will be no more work.
      const taken = await queue.take(signal).catch(() => undefined);
      if (taken === undefined) return;
      using one = taken;
      try {
        const again = await work(one.key);
        if (again === undefined) one.done();
        else one.again(again);
      } catch (error) {
        if (!signal.aborted) failed(one, error);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
}

/** How failures are logged: the first ones of a key are nothing to be told of. */
export function logFailures<T>(
  logger: Logger,
  message: string,
): (work: Work<T>, error: unknown) => void {
  return ({ key, attempt }, error) => {
    const pairs = { key: String(key), attempt, error: String(error) };
    if (attempt > QUIET_ATTEMPTS) logger.warning(message, pairs);
    else logger.v(2).info(message, pairs);
  };
}

/** Conflicts and what others have not got to yet are over by then. */
const QUIET_ATTEMPTS = 5;
