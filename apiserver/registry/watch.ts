/**
 * Telling a client of changes as they come.
 *
 * @module
 */

import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { fromUnknown, resourceExpired, type StatusError } from "../../toolkit/errors/mod.ts";
import { readyToShow } from "../codec/shown.ts";
import { changedObject, type WatchFrames } from "../codec/watch_frames.ts";
import { type Entry, type NoticeBatch, SlowWatcher, type Watcher } from "../storage/cache/mod.ts";
import { Closed, Compacted } from "../storage/mod.ts";
import type { Selection } from "../resource/selection.ts";
import { fromStore } from "../resource/store_errors.ts";
import type { Target } from "../resource/target.ts";
import { refuseUnreadable, unreadable } from "../resource/unreadable.ts";

/** What to watch, and how. */
export interface WatchRequest {
  readonly selection: Selection;
  /** The revision after which the changes are told; undefined: what is there comes first. */
  readonly since: number | undefined;
  /** How old what comes first may be: nothing older than this; undefined: not older than the request. */
  readonly notOlderThan: number | undefined;
  readonly bookmarks: boolean;
  /** Whether to mark the end of what was there, with this annotation. */
  readonly endOfInitial: string | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told of what ends the watch and is no client's doing. */
  readonly onFault: (error: unknown) => void;
}

/** Bytes of objects that were there, past which they are sent in several pieces. */
const INITIAL_PIECE_BYTES = 256 * 1024;

/** How long before the end of a watch its client is told how far it has come. */
const LAST_BOOKMARK_MS = 2000;

/**
 * The frames of a watch, in pieces that are each to be sent at once. Ends when the time is over, the
 * client is too slow, or the server stops; one that can't begin, or not go on, ends with an error
 * among its frames, as clients of the reference have learned to expect.
 */
export function watchObjects(
  target: Target,
  request: WatchRequest,
  frames: WatchFrames,
): AsyncGenerator<Uint8Array, void> {
  const watch = new Watch(target, request, frames);
  return request.since === undefined ? watch.fromState() : watch.since(request.since);
}

class Watch {
  readonly #target: Target;
  readonly #request: WatchRequest;
  readonly #frames: WatchFrames;
  readonly #over = new AbortController();
  /** A table's columns come with the first event only. */
  #first = true;
  #revision = 0;

  constructor(target: Target, request: WatchRequest, frames: WatchFrames) {
    this.#target = target;
    this.#request = request;
    this.#frames = frames;
  }

  async *since(revision: number): AsyncGenerator<Uint8Array, void> {
    yield* this.#limited(async function* (this: Watch, signal: AbortSignal) {
      const { storage } = this.#target;
      // A version that is yet to come is waited for.
      if (revision > storage.cache.revision) {
        await storage.seen(revision, signal, this.#request.timeoutMs);
      }
      this.#revision = revision;
      yield* this.#follow(await storage.cache.watchSince(this.#scope(), revision, signal), signal);
    });
  }

  async *fromState(): AsyncGenerator<Uint8Array, void> {
    yield* this.#limited(async function* (this: Watch, signal: AbortSignal) {
      const { storage } = this.#target;
      const { notOlderThan, endOfInitial } = this.#request;
      if (notOlderThan === undefined) await storage.fresh(signal);
      else if (notOlderThan > 0) await storage.seen(notOlderThan, signal);
      const { cache } = storage;
      const scope = this.#scope();
      const { prefix, key, filter, index } = scope;
      refuseUnreadable(this.#target.resource, storage, prefix, key);
      // Nothing may happen between the two: both see the same state.
      const listing = cache.list({ prefix: key ?? prefix, ...(filter && { filter }), index });
      const watcher = cache.watch(scope);
      try {
        const { entries, revision } = await listing;
        const shown = key === undefined ? entries : entries.filter((one) => one.key === key);
        await readyToShow(this.#target.resource, shown, signal);
        yield* this.#initial(shown);
        this.#revision = revision;
        if (endOfInitial !== undefined) {
          yield this.#frames.bookmark(revision, { [endOfInitial]: "true" });
        }
        yield* this.#follow(watcher, signal);
      } finally {
        cache.unwatch(watcher);
      }
    });
  }

  /** Runs a watch until its time is over. */
  async *#limited(
    run: (this: Watch, signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
  ): AsyncGenerator<Uint8Array, void> {
    const { clock, timeoutMs, signal } = this.#request;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const timer = clock.after(timeoutMs, () => this.#over.abort(TIME_IS_OVER));
    try {
      yield* run.call(this, either);
    } catch (error) {
      const ended = either.aborted || error instanceof SlowWatcher || error instanceof Closed;
      if (!ended) yield this.#frames.error({ ...this.#statusOf(error) });
    } finally {
      timer.cancel();
    }
  }

  #statusOf(error: unknown) {
    const { resource } = this.#target;
    if (error instanceof Compacted) {
      const message = `too old resource version: ${error.requested} (${error.oldest})`;
      return resourceExpired(message).status;
    }
    const mapped = fromStore(error, resource, "");
    const known = fromUnknown(mapped);
    if (known !== mapped || known.cause !== undefined) this.#request.onFault(error);
    return known.status;
  }

  #scope() {
    const { storage, namespace } = this.#target;
    const { filter, index, name } = this.#request.selection;
    const one = name !== undefined && (namespace !== "" || !storage.namespaced);
    return {
      prefix: storage.namespacePrefix(namespace),
      ...(one && { key: storage.key(namespace, name) }),
      ...(filter && { filter }),
      ...(index && { index }),
    };
  }

  *#initial(entries: readonly Entry[]): Generator<Uint8Array> {
    let frames: Uint8Array[] = [];
    let bytes = 0;
    for (const entry of entries) {
      const frame = this.#frames.existing(entry, this.#takeFirst());
      frames.push(frame);
      bytes += frame.length;
      if (bytes < INITIAL_PIECE_BYTES) continue;
      yield joinedBytes(frames, bytes);
      frames = [];
      bytes = 0;
    }
    if (frames.length > 0) yield joinedBytes(frames, bytes);
  }

  async *#follow(watcher: Watcher, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const { storage } = this.#target;
    const { bookmarks, clock, timeoutMs } = this.#request;
    if (bookmarks) storage.sendBookmarks(watcher);
    const last = bookmarks && timeoutMs > LAST_BOOKMARK_MS
      ? clock.after(timeoutMs - LAST_BOOKMARK_MS, () => watcher.bookmark(storage.cache.revision))
      : undefined;
    try {
      for (;;) {
        const batch = await watcher.next(signal);
        const shown = batch.notices.map(({ type, event }) => changedObject(event, type));
        await readyToShow(this.#target.resource, shown, signal);
        const piece = this.#pieceOf(batch);
        if (piece.length > 0) yield piece;
      }
    } finally {
      last?.cancel();
      storage.cache.unwatch(watcher);
    }
  }

  /** The events of a batch as one piece: what came together goes out together. */
  #pieceOf({ notices, revision, bookmark }: NoticeBatch): Uint8Array {
    const frames: Uint8Array[] = [];
    let bytes = 0;
    const add = (frame: Uint8Array) => {
      frames.push(frame);
      bytes += frame.length;
    };
    for (const { type, event } of notices) {
      // What a watch began with may be as new as its first events.
      if (event.revision <= this.#revision) continue;
      // It went out of sight because it can't be seen, which is no deletion.
      if (event.entry?.corrupt !== undefined) throw this.#unreadable(event.key);
      add(this.#frames.event(event, type, this.#takeFirst()));
    }
    if (bookmark && this.#request.bookmarks) add(this.#frames.bookmark(revision));
    return frames.length === 1 ? frames[0]! : joinedBytes(frames, bytes);
  }

  #unreadable(key: string): StatusError {
    const { resource, storage } = this.#target;
    return unreadable(resource, [key.slice(storage.prefix.length)]);
  }

  #takeFirst(): boolean {
    const first = this.#first;
    this.#first = false;
    return first;
  }
}

const TIME_IS_OVER = new Error("the time of this watch is over");
