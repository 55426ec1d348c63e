/**
 * The endless list of changes that `Store.changes` promises, from watches of etcd that follow one
 * another without gap or repetition.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { sleep } from "../../../toolkit/clock.ts";
import { Compacted, FutureRevision, Unavailable } from "../errors.ts";
import { FEED_BATCH_BYTES, FEED_BATCH_CHANGES } from "../limits.ts";
import { checkPrefix, checkRevision } from "../requests.ts";
import type { Change, ChangeBatch, ChangesOptions } from "../store.ts";
import type { EtcdClient } from "./client.ts";
import { GrpcError } from "../../../toolkit/grpc/mod.ts";
import { decodeKey, encodeKey, EVERYTHING, rangeOfPrefix, startsWith } from "./key_range.ts";
import type { WatchEvent } from "./messages.ts";
import { storedOf } from "./stored.ts";
import { watch, WatchCompacted } from "./watch.ts";

/** What the changes need of their store. */
export interface ChangesSource {
  readonly client: EtcdClient;
  /** Aborts, with `Closed`, when the store closes. */
  readonly closed: AbortSignal;
  /** The newest revision; throws `NewerFormat` or `SetBack` once the store can't be used any more. */
  revision(signal: AbortSignal): Promise<number>;
  /** Told of each revision that a watch has come to. */
  saw(revision: number): void;
  /** The oldest revision that can be read, as far as this process knows without asking. */
  readonly knownCompacted: number;
  /** The key of the store's description. */
  readonly marker: Uint8Array;
  /** The prefix that the store's keys and `prefix` have in common; undefined for none. */
  narrow(prefix: string): string | undefined;
}

/** Pause before a watch is opened again: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 1000;

/** The changes after `since`, as `Store.changes` describes. */
export async function* changes(
  source: ChangesSource,
  since: number,
  options: ChangesOptions,
): AsyncGenerator<ChangeBatch, never> {
  checkRevision(since, "the revision to see changes since");
  checkPrefix(options.prefix ?? "");
  options.signal?.throwIfAborted();
  const { client, closed } = source;
  const signal = options.signal === undefined ? closed : AbortSignal.any([closed, options.signal]);
  let place = since;
  const pauses = new Backoff({ firstMs: FIRST_PAUSE_MS, mostMs: LAST_PAUSE_MS });
  for (;;) {
    signal.throwIfAborted();
    try {
      for await (const batch of follow(source, place, options, signal)) {
        signal.throwIfAborted();
        if (place < source.knownCompacted) throw new Compacted(place, source.knownCompacted);
        place = batch.revision;
        source.saw(place);
        pauses.reset();
        if (batch.changes.length > 0 || options.progress === true) yield batch;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WatchCompacted) throw new Compacted(place, error.oldest);
      const passing = error instanceof Unavailable || error instanceof GrpcError && !error.final;
      if (error instanceof GrpcError && !passing) {
        throw new Unavailable("watching etcd", "nothing written", error);
      }
      if (!passing) throw error;
      client.logger.warning("Watching etcd failed and is tried again", { error, since: place });
    }
    await sleep(client.clock, pauses.next(), signal);
  }
}

/** The batches of one watch. */
async function* follow(
  source: ChangesSource,
  since: number,
  options: ChangesOptions,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const { prefix = "", previous = true, progress = false } = options;
  const newest = await source.revision(signal);
  if (since > newest) throw new FutureRevision(since, newest);
  if (since < source.knownCompacted) throw new Compacted(since, source.knownCompacted);
  const narrow = source.narrow(prefix);
  // To tell how far a reader is, every revision must be seen, also those of others in this cluster.
  const range = progress || narrow === undefined ? EVERYTHING : rangeOfPrefix(narrow);
  const wanted = narrow === undefined ? undefined : encodeKey(narrow);
  // To begin with what was seen already has etcd apply the store's own rule to what is compacted.
  const startRevision = since === newest ? since + 1 : Math.max(since, 1);
  const request = { ...range, startRevision, previous };
  let place = since;
  for await (const events of watch(source.client, request, signal)) {
    // Should the store have been raised, then before what is in the new format.
    if (events.some(({ item }) => startsWith(item.key, source.marker))) {
      await source.revision(signal);
    }
    for (const { revision, matching } of batchesOf(events, place, wanted)) {
      const found = matching.map((event) => changeOf(event, previous, place));
      place = revision;
      yield { revision, changes: found };
    }
  }
}

interface EventBatch {
  revision: number;
  matching: WatchEvent[];
}

/** Cuts events after `since` into batches of whole revisions. */
function* batchesOf(
  events: readonly WatchEvent[],
  since: number,
  wanted: Uint8Array | undefined,
): Generator<EventBatch> {
  let batch: EventBatch = { revision: since, matching: [] };
  let bytes = 0;
  for (const event of events) {
    const { modRevision, key, value } = event.item;
    if (modRevision <= since) continue;
    const full = batch.matching.length >= FEED_BATCH_CHANGES || bytes >= FEED_BATCH_BYTES;
    if (full && modRevision !== batch.revision) {
      yield batch;
      batch = { revision: since, matching: [] };
      bytes = 0;
    }
    batch.revision = modRevision;
    if (wanted === undefined || !startsWith(key, wanted)) continue;
    batch.matching.push(event);
    bytes += value.length;
  }
  if (batch.revision > since) yield batch;
}

function changeOf(event: WatchEvent, previous: boolean, since: number): Change {
  const { type, item } = event;
  const { createRevision, modRevision: revision } = item;
  const key = decodeKey(item.key);
  const isNew = type === "put" && createRevision === revision;
  if (previous && !isNew && event.previous === undefined) {
    // Between the change and its sending what it replaced was compacted.
    throw new Compacted(since, revision);
  }
  return {
    ...(type === "put"
      ? { type, key, revision, createRevision, value: item.value.slice() }
      : { type, key, revision, createRevision: 0 }),
    ...(previous && event.previous !== undefined && { previous: storedOf(event.previous) }),
  };
}
