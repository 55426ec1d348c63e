/**
 * Following the objects of a kind for ever: lists and watches in turns, whatever happens on the way.
 *
 * @module
 */

import { Backoff } from "../backoff.ts";
import { type Delta, isNewer, type NewObject, type ObjectCache } from "../cache/mod.ts";
import { type Clock, sleep } from "../clock.ts";
import { CodecError } from "../codec/error.ts";
import {
  isGone,
  isResourceExpired,
  isTooLargeResourceVersion,
  suggestedDelaySeconds,
} from "../errors/mod.ts";
import { quoteText } from "../values/quote.ts";
import type { Received } from "../wire/form.ts";
import type { ObjectSource } from "./source.ts";

/** What {@link reflect} goes by. */
export interface ReflectOptions<R> {
  readonly source: ObjectSource<R>;
  /** What lists and watches are entered in. */
  readonly cache: ObjectCache;
  /**
   * What of an object the cache keeps; undefined: it is not one of those that are kept, and goes where it
   * was one before.
   */
  keep(received: Received<R>): NewObject | undefined;
  /** Told of each object that has changed, before the differences that come of it. */
  changed?(received: Received<R>): void;
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

/**
 * A step: differences, in their order, each made when it is taken, or the end of the first list. All of
 * a step is to be taken before the next one.
 */
export type Step =
  | { readonly type: "changes"; readonly deltas: Iterable<Delta> }
  | { readonly type: "synced" };

const NO_BYTES = new Uint8Array();
const PAGE_OBJECTS = 500;
/**
 * Of a page, so many are told of at once: what is remembered until then outlives collections of garbage,
 * and the more does, the larger the heap is made for good.
 */
const TOLD_OBJECTS = 32;
/** How long a server is asked to keep a watch; twice as long at most, so that not all end together. */
const WATCH_SECONDS = 300;
/**
 * A server that says nothing for so long, not even a bookmark, which comes about once a minute, is
 * asked anew: a lost connection may look like silence for ever.
 */
const SILENCE_MS = 150_000;
const WAITS = { firstMs: 200, mostMs: 30_000, jitter: 0.5 };
/** A watch that ended sooner is a failure, so that a server that ends them all is not pressed. */
const SHORT_WATCH_MS = 1000;
/** Who was heard for so long before a failure has recovered from those before. */
const RECOVERED_MS = 30_000;
/** However long a server says. */
const LONGEST_WAIT_MS = 60_000;
/** So often what can't be read is asked for once more before all is listed anew. */
const UNREADABLE_LIMIT = 3;
/**
 * After so many watches in a row that said nothing at all, all is listed: a server that was set back
 * has nothing to say to who asks for what comes after its future.
 */
const SILENT_LIMIT = 2;

/**
 * Lists, watches from there, and goes on after everything: the end of a watch, lost connections,
 * silence, answers that nobody can read, a server that has forgotten the revision, or was set back. It
 * takes the next event when the last step has been dealt with. Ends when the signal aborts, without an
 * error, and throws only what `failed` throws.
 */
export async function* reflect<R>(options: ReflectOptions<R>): AsyncGenerator<Step, void> {
  const { signal, clock, random } = options;
  const backoff = new Backoff({ ...WAITS, random });
  let list: ListKind | undefined = { latest: false, pageSize: PAGE_OBJECTS };
  let synced = false;
  let unreadable = 0;
  let silent = 0;
  while (!signal.aborted) {
    let began = clock.monotonic();
    const wasListed = list === undefined;
    try {
      if (list !== undefined) {
        yield* listed(options, list, !synced);
        if (signal.aborted) return;
        list = undefined;
        unreadable = silent = 0;
        if (!synced) yield { type: "synced" };
        synced = true;
      }
      began = clock.monotonic();
      const heard = yield* watched(options);
      if (signal.aborted) return;
      silent = heard ? 0 : silent + 1;
      if (silent >= SILENT_LIMIT) list = { latest: false, pageSize: PAGE_OBJECTS };
      if (clock.monotonic() - began < SHORT_WATCH_MS) {
        throw new Error("the watch ended as soon as it had begun");
      }
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      if (clock.monotonic() - began >= RECOVERED_MS) backoff.reset();
      if (error instanceof CodecError) unreadable++;
      // The server is well, and has only forgotten the revision: no reason to wait as for one that is away.
      // One that forgets at once what it has just listed is not well.
      if (wasListed && (isResourceExpired(error) || isGone(error))) backoff.reset();
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
  initial: boolean,
): AsyncGenerator<Step, void> {
  const listing = cache.list({ latest });
  let started = false;
  using silence = new Silence(clock, signal);
  const pages = source.pages({
    atLeast: listing.atLeast,
    pageSize,
    signal: silence.signal,
    heard: () => silence.begins(),
  });
  silence.begins();
  for await (const page of pages) {
    silence.ends();
    stats.heardAt = clock.monotonic();
    checkRevision(page.revision, "a list");
    if (!started && !listing.start(page.revision)) {
      throw new ServerIsBehind(
        `the server's list is of revision ${page.revision}, older than what was seen before`,
      );
    }
    started = true;
    let keys: string[] = [];
    for (const item of page.items) {
      checkIdentity(item);
      const kept = keep(item);
      if (kept !== undefined) keys.push(...listing.put(kept));
      if (keys.length < TOLD_OBJECTS) continue;
      yield { type: "changes", deltas: cache.tell(keys, initial) };
      keys = [];
    }
    if (keys.length > 0) yield { type: "changes", deltas: cache.tell(keys, initial) };
    silence.begins();
  }
  // Who was told to end has no more pages: what they lack is not gone.
  if (signal.aborted) return;
  if (!started) throw new CodecError("the server's list has no pages");
  const keys = listing.finish();
  stats.lists++;
  if (keys.length > 0) yield { type: "changes", deltas: cache.tell(keys, initial) };
}

/** Returns whether the server said anything. */
async function* watched<R>(options: ReflectOptions<R>): AsyncGenerator<Step, boolean> {
  const { source, cache, keep, changed, signal, clock, random, stats } = options;
  const since = cache.revision;
  const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + random()));
  using silence = new Silence(clock, signal);
  stats.watches++;
  let heard = false;
  /** What had been written when the bookmark before came. */
  let written = "";
  const events = source.events({ since, timeoutSeconds, signal: silence.signal });
  silence.begins();
  for await (const event of events) {
    silence.ends();
    heard = true;
    stats.heardAt = clock.monotonic();
    const revision = event.type === "BOOKMARK" ? event.revision : event.object.revision;
    checkRevision(revision, "an event");
    if (isNewer(since, revision)) {
      throw new ServerIsBehind(
        `the server's watch since revision ${since} tells of revision ${revision}`,
      );
    }
    if (event.type === "BOOKMARK") {
      cache.bookmark(revision);
      // A bookmark later, it knows nothing of what it has said itself.
      if (isNewer(written, revision)) {
        throw new ServerIsBehind(
          `the server's watch is at revision ${revision}, and ${written} was written long ago`,
        );
      }
      written = cache.newest;
    } else {
      checkIdentity(event.object);
      changed?.(event.object);
      // Most events of a program that writes are of its own writes, which it need not read twice.
      const kept = cache.has(event.object)
        ? { ...event.object, bytes: NO_BYTES }
        : keep(event.object);
      const keys = kept === undefined ? cache.left(event.object) : cache.event(event.type, kept);
      if (keys.length > 0) yield { type: "changes", deltas: cache.tell(keys) };
    }
    silence.begins();
  }
  return heard;
}

/** Throws a CodecError for a revision from which nothing can go on. */
function checkRevision(revision: string, what: string): void {
  if (revision !== "" && revision !== "0") return;
  throw new CodecError(`the server sent ${what} without a resourceVersion`);
}

/** Throws a CodecError for what can't be told from other objects. */
function checkIdentity({ key, uid, revision }: Received<unknown>): void {
  const slash = key.indexOf("/");
  if (slash === 0 || slash === key.length - 1 || slash !== key.lastIndexOf("/")) {
    throw new CodecError(`the server sent an object of the name ${quoteText(key)}`);
  }
  if (uid === "") throw new CodecError(`the server sent ${quoteText(key)} without a uid`);
  checkRevision(revision, quoteText(key));
}

/** Ends what is listened to when the server has said nothing for too long, or an outer signal aborts. */
class Silence implements Disposable {
  readonly #clock: Clock;
  readonly #outer: AbortSignal;
  readonly #end = new AbortController();
  #since: number | undefined;
  #timer: { cancel(): void } | undefined;

  constructor(clock: Clock, outer: AbortSignal) {
    this.#clock = clock;
    this.#outer = outer;
    outer.addEventListener("abort", this.#abort, { once: true });
    if (outer.aborted) this.#abort();
    else this.#wait(SILENCE_MS);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** It is listened to from here. */
  begins(): void {
    this.#since = this.#clock.monotonic();
  }

  /** It is not: who listens has something else to do. */
  ends(): void {
    this.#since = undefined;
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#outer.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#end.abort(this.#outer.reason);

  /** One timer for many events: it looks again when the silence could be long enough. */
  #wait(ms: number): void {
    this.#timer = this.#clock.after(ms, () => {
      const silentMs = this.#since === undefined ? 0 : this.#clock.monotonic() - this.#since;
      if (silentMs < SILENCE_MS) this.#wait(SILENCE_MS - silentMs);
      else this.#end.abort(new Error(`the server has said nothing for ${SILENCE_MS / 1000} s`));
    });
  }
}
