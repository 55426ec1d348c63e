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
  const { store, intervalMs, clock, logger } = options;
  const stop = new AbortController();
  const { signal } = stop;
  let past: number | undefined;
  let forgotten: number | undefined;
  const compact = async () => {
    const now = await store.revision({ signal });
    if (past !== undefined) {
      await store.compact(past, { signal });
      forgotten = past;
    }
    past = now;
  };
  const running = intervalMs === 0 ? Promise.resolve() : repeatedly(compact, {
    clock,
    signal,
    intervalMs,
    failed(error) {
      if (error instanceof Closed) stop.abort();
      else logger.error("Compacting the store failed", error, { revision: past });
    },
  });
  return {
    get forgotten() {
      return forgotten;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
