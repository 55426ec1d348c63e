/**
 * Following the objects of a kind for ever: lists and watches in turns, whatever happens on the way.
 *
 * @module
 */

import { Backoff } from "../backoff.ts";
import type { Delta, NewObject, ObjectCache } from "../cache/mod.ts";
import { type Clock, sleep } from "../clock.ts";
import { CodecError } from "../codec/error.ts";
import {
  isGone,
  isResourceExpired,
  isTooLargeResourceVersion,
  suggestedDelaySeconds,
} from "../errors/mod.ts";
import type { Received } from "../wire/form.ts";
import type { ObjectSource } from "./source.ts";

/** What {@link reflect} goes by. */
export interface ReflectOptions<R> {
  readonly source: ObjectSource<R>;
  /** What lists and watches are entered in. */
  readonly cache: ObjectCache;
  /** What of an object the cache keeps; undefined: it is not one of those that are kept. */
  keep(received: Received<R>): NewObject | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  /** Told of what went wrong, and of the wait that follows; throws what is not to be waited out. */
  failed(error: unknown, waitMs: number): void;
  /** Counts, for whoever shows them. */
  readonly stats: ReflectorStats;
}

/** What a reflector has done. */
export interface ReflectorStats {
  /** Lists that were finished. */
  lists: number;
  /** Watches that were begun. */
  watches: number;
  /** When the server said something last, on the clock's monotonic scale. */
  heardAt: number;
}

/** A step: differences, in their order, or the end of the first list. */
export type Step =
  | { readonly type: "changes"; readonly deltas: readonly Delta[] }
  | { readonly type: "synced" };

const PAGE_OBJECTS = 500;
/** How long a server is asked to keep a watch; twice as long at most, so that not all end together. */
const WATCH_SECONDS = 300;
/**
 * A server that says nothing for so long, not even a bookmark, which comes about once a minute, is
 * asked anew: a lost connection may look like silence for ever.
 */
export const SILENCE_MS = 150_000;
const WAITS = { firstMs: 200, mostMs: 30_000, jitter: 0.5 };
/** A watch that ended sooner is a failure, so that a server that ends them all is not pressed. */
const SHORT_WATCH_MS = 1000;
/** However long a server says. */
const LONGEST_WAIT_MS = 60_000;
/** So often what can't be read is asked for once more before all is listed anew. */
const UNREADABLE_LIMIT = 3;

/**
 * Lists, watches from there, and goes on after everything: the end of a watch, lost connections,
 * silence, answers that nobody can read, a server that has forgotten the revision, or was set back. It
 * takes the next event when the last step has been dealt with. Ends when the signal aborts, without an
 * error, and throws only what `failed` throws.
 */
export async function* reflect<R>(options: ReflectOptions<R>): AsyncGenerator<Step, void> {
  const { cache, signal, clock, random } = options;
  const backoff = new Backoff({ ...WAITS, random });
  let list: ListKind | undefined = { latest: false, pageSize: PAGE_OBJECTS };
  let synced = false;
  let unreadable = 0;
  while (!signal.aborted) {
    try {
      if (list !== undefined) {
        yield* listed(options, list);
        list = undefined;
        if (!synced) yield { type: "synced" };
        synced = true;
      }
      const before = cache.revision;
      const began = clock.monotonic();
      yield* watched(options);
      if (signal.aborted) return;
      if (cache.revision !== before) unreadable = 0;
      if (clock.monotonic() - began < SHORT_WATCH_MS) {
        throw new Error("the watch ended as soon as it had begun");
      }
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CodecError) unreadable++;
      list = nextList(error, list, unreadable);
      const asked = suggestedDelaySeconds(error) ?? 0;
      const waitMs = Math.max(backoff.next(), Math.min(asked * 1000, LONGEST_WAIT_MS));
      options.failed(error, waitMs);
      await sleep(clock, waitMs, signal).catch(() => {});
    }
  }
}

/** How a list is asked for. */
interface ListKind {
  /** The most recent one, whatever was seen. */
  readonly latest: boolean;
  readonly pageSize: number;
}

/** The server's past is another one than it was, or it is behind. */
class ServerIsBehind extends Error {}

/** What to list after a failure; undefined: the watch goes on where it was. */
function nextList(
  error: unknown,
  last: ListKind | undefined,
  unreadable: number,
): ListKind | undefined {
  if (error instanceof ServerIsBehind || isTooLargeResourceVersion(error)) {
    return { latest: true, pageSize: last?.pageSize ?? PAGE_OBJECTS };
  }
  if (isResourceExpired(error) || isGone(error)) {
    // Where pages took longer than their moment is kept, all come at once.
    return { latest: last?.latest ?? false, pageSize: last === undefined ? PAGE_OBJECTS : 0 };
  }
  if (last === undefined && unreadable > UNREADABLE_LIMIT) {
    return { latest: false, pageSize: PAGE_OBJECTS };
  }
  return last;
}

async function* listed<R>(
  { source, cache, keep, signal, clock, stats }: ReflectOptions<R>,
  { latest, pageSize }: ListKind,
): AsyncGenerator<Step, void> {
  const listing = cache.list({ latest });
  let started = false;
  for await (const page of source.pages({ atLeast: listing.atLeast, pageSize, signal })) {
    stats.heardAt = clock.monotonic();
    if (!started && !listing.start(page.revision)) {
      throw new ServerIsBehind(
        `the server's list is of revision ${page.revision}, older than what was seen before`,
      );
    }
    started = true;
    const deltas = page.items.flatMap((item) => {
      const kept = keep(item);
      return kept === undefined ? [] : listing.put(kept);
    });
    if (deltas.length > 0) yield { type: "changes", deltas };
  }
  // Who was told to end has no more pages: what they lack is not gone.
  if (signal.aborted) return;
  const deltas = listing.finish();
  stats.lists++;
  if (deltas.length > 0) yield { type: "changes", deltas };
}

async function* watched<R>(options: ReflectOptions<R>): AsyncGenerator<Step, void> {
  const { source, cache, keep, signal, clock, random, stats } = options;
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + random()));
  const silence = new Silence(clock, () => stop.abort());
  stats.watches++;
  try {
    const events = source.events({ since: cache.revision, timeoutSeconds, signal: stop.signal });
    silence.begins();
    for await (const event of events) {
      silence.ends();
      stats.heardAt = clock.monotonic();
      if (event.type === "BOOKMARK") cache.bookmark(event.revision);
      else {
        const kept = keep(event.object);
        if (kept === undefined) cache.bookmark(event.object.revision);
        const deltas = kept === undefined ? [] : cache.event(event.type, kept);
        if (deltas.length > 0) yield { type: "changes", deltas };
      }
      silence.begins();
    }
  } finally {
    silence.ends();
    silence.stop();
    signal.removeEventListener("abort", abort);
  }
}

/** Notices that a server has said nothing for too long while it was listened to. */
class Silence {
  readonly #clock: Clock;
  readonly #noticed: () => void;
  #since: number | undefined;
  #timer: { cancel(): void } | undefined;

  constructor(clock: Clock, noticed: () => void) {
    this.#clock = clock;
    this.#noticed = noticed;
    this.#wait(SILENCE_MS);
  }

  begins(): void {
    this.#since = this.#clock.monotonic();
  }

  ends(): void {
    this.#since = undefined;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** One timer for many events: it looks again when the silence could be long enough. */
  #wait(ms: number): void {
    this.#timer = this.#clock.after(ms, () => {
      const silentMs = this.#since === undefined ? 0 : this.#clock.monotonic() - this.#since;
      if (silentMs >= SILENCE_MS) this.#noticed();
      else this.#wait(SILENCE_MS - silentMs);
    });
  }
}
