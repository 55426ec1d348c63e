/**
 * Events are kept for a while only: what is older than that is deleted in the background, a few at a
 * time. Each replica does so; that another was faster is no error.
 *
 * @module
 */

import { repeatedly } from "../../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ResourceStorage } from "../../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../../storage/cache/mod.ts";
import { Conflict } from "../../storage/mod.ts";

/** The longest that an event outlives its time while there are few. */
export const SWEEP_INTERVAL_MS = 10_000;
/** The longest time without a look at all events, whatever is known of them: other replicas have other clocks. */
export const LONGEST_REST_MS = 300_000;
/** Events that are deleted at once; then others have their turn. */
export const BATCH_EVENTS = 200;
/** The pause between batches, which bounds what deleting takes from the store. */
export const BATCH_PAUSE_MS = 500;

/** Options of {@link expireEvents}. */
export interface ExpiryOptions {
  readonly storage: ResourceStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `--event-ttl`: how long after its last write an event goes. */
  readonly ttlMs: number;
}

/** Deletes events whose time is over. */
export function expireEvents(options: ExpiryOptions): Runnable {
  const { clock, logger } = options;
  let restUntil = -Infinity;
  const turn = async (signal: AbortSignal) => {
    const began = clock.monotonic();
    // Not by a clock that somebody may set back.
    if (began >= restUntil) restUntil = began + await sweep(options, signal);
  };
  return {
    name: "event expiry",
    run: ({ signal }) =>
      repeatedly(() => turn(signal), {
        clock,
        signal,
        intervalMs: SWEEP_INTERVAL_MS,
        failed: (error) => logger.error("Old events can't be deleted", error),
      }),
  };
}

/** Deletes the events whose time is over by now; returns after how long from now there may be others. */
async function sweep(
  { storage, clock, ttlMs }: ExpiryOptions,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const old: CachedObject[] = [];
  // What is written from now on has all of its time before it.
  let rest = Math.min(ttlMs, LONGEST_REST_MS);
  for (const entry of storage.cache.entries()) {
    const left = lastWritten(entry, now, ttlMs) + ttlMs - now;
    if (left <= 0) old.push(entry);
    else if (left < rest) rest = left;
  }
  for (let start = 0; start < old.length; start += BATCH_EVENTS) {
    if (start > 0) await sleep(clock, BATCH_PAUSE_MS, signal);
    const batch = old.slice(start, start + BATCH_EVENTS);
    await Promise.all(batch.map((entry) => remove(storage, entry)));
    signal.throwIfAborted();
  }
  return rest;
}

async function remove(storage: ResourceStorage, entry: CachedObject): Promise<void> {
  try {
    await storage.delete(entry);
  } catch (error) {
    // Somebody has written or deleted it since: the next sweep sees what is to be done.
    if (!(error instanceof Conflict)) throw error;
  }
}

const decoder = new TextDecoder();

const writtenAt = derivedValue((entry: CachedObject) => {
  // What is parsed is not kept: there are many events, and nobody reads most of them.
  const { creationTimestamp, managedFields } = metadataOf(JSON.parse(decoder.decode(entry.json)));
  return [creationTimestamp, ...managedFields?.map(({ time }) => time) ?? []]
    .map((time) => Date.parse(time ?? ""))
    .filter((time) => !Number.isNaN(time));
});

/**
 * When the object was last written, as far as the server itself has noted it in the object. A time to
 * come is by the clock of another replica, or by ours before it was set back; one that is further
 * away than `ttlMs` is what a client made up, and lets nothing live longer.
 */
function lastWritten(entry: CachedObject, now: number, ttlMs: number): number {
  const counts = (time: number) => time <= now + ttlMs;
  const last = writtenAt(entry).reduce(
    (last, time) => counts(time) ? Math.max(last, time) : last,
    0,
  );
  return Math.min(now, last);
}
