/**
 * The loop of those who keep something in line with the objects of a resource: now, and after each
 * change.
 *
 * @module
 */

import { type Clock, sleep } from "../../../toolkit/clock.ts";
import { keepTrying } from "../../../toolkit/backoff.ts";
import { Closed } from "../errors.ts";
import type { ResourceCache } from "./resource_cache.ts";
import type { WatchScope } from "./watcher.ts";

/** How changes are followed. */
export interface FollowOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Which changes. Default: all of the resource. */
  readonly scope?: WatchScope;
  /** The least time between two turns, so that many changes make one. Default 0. */
  readonly pauseMs?: number;
  /** Told of each failure; the work is tried again all the same, ever later. */
  failed(error: unknown): void;
}

/** The first wait after a failure, and the longest. */
const RETRY_MS = 100;
const MOST_RETRY_MS = 60_000;
/** One for all turns: to make one takes longer than a turn. */
const TURN_OVER = new DOMException("something else came first", "AbortError");

/**
 * Does `work` at once, after each change of the resource, and as soon again as the work says that it
 * wants to be done whatever changes (in milliseconds; nothing: only after a change). What changes while
 * it works is not missed. Settles when the signal aborts or the store closes; never rejects.
 */
export async function followChanges(
  cache: ResourceCache,
  work: () => Promise<number | void>,
  { clock, signal, scope = {}, pauseMs = 0, failed }: FollowOptions,
): Promise<void> {
  const follow = async (progressed: () => void): Promise<void> => {
    // From before the work on, so that nothing is missed.
    const watcher = cache.watch(scope);
    try {
      for (;;) {
        const again = await work();
        progressed();
        const turn = new AbortController();
        const either = AbortSignal.any([signal, turn.signal]);
        const changed = watcher.next(either);
        const due = again === undefined ? [] : [sleep(clock, Math.max(0, again), either)];
        // Whichever comes first ends the other.
        await Promise.race([changed, ...due]).finally(() => {
          turn.abort(TURN_OVER);
          changed.catch(() => {});
          for (const one of due) one.catch(() => {});
        });
        if (pauseMs > 0) await sleep(clock, pauseMs, signal);
      }
    } finally {
      cache.unwatch(watcher);
    }
  };
  try {
    await keepTrying(follow, {
      firstMs: RETRY_MS,
      mostMs: MOST_RETRY_MS,
      clock,
      signal,
      failed(error) {
        if (error instanceof Closed) throw error;
        failed(error);
      },
    });
  } catch (error) {
    if (!signal.aborted && !(error instanceof Closed)) throw error;
  }
}
