/**
 * Compacts a store at an interval, for any backend: at each turn it forgets what was already past
 * at the turn before, so that the history always covers at least one interval, and at most two.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { Closed } from "./errors.ts";
import type { Store } from "./store.ts";

/** Options of {@link startCompactor}. */
export interface CompactorOptions {
  readonly store: Store;
  /** Milliseconds between compactions; 0 for none. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A compactor at work. */
export interface Compactor {
  /** The revision before which all has been forgotten for its age; undefined: nothing yet. */
  readonly forgotten: number | undefined;
  /** Stops it, and waits for a compaction under way. */
  close(): Promise<void>;
}

/** Starts compacting. A failed turn is logged, and the next one makes up for it. */
export function startCompactor(options: CompactorOptions): Compactor {
  const stop = new AbortController();
  const turns = new Turns(options);
  const running = options.intervalMs === 0 ? Promise.resolve() : turns.run(stop);
  return {
    get forgotten() {
      return turns.forgotten;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

class Turns {
  readonly #options: CompactorOptions;
  /** The newest revision of the turn before. */
  #past: number | undefined;
  forgotten: number | undefined;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  async run(stop: AbortController): Promise<void> {
    const { intervalMs, clock, logger } = this.#options;
    const { signal } = stop;
    await repeatedly(() => this.#compact(signal), {
      clock,
      signal,
      intervalMs,
      failed: (error) => {
        if (error instanceof Closed) stop.abort();
        else logger.error("Compacting the store failed", error, { revision: this.#past });
      },
    });
  }

  async #compact(signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const now = await store.revision({ signal });
    if (this.#past !== undefined) {
      await store.compact(this.#past, { signal });
      this.forgotten = this.#past;
    }
    this.#past = now;
  }
}
