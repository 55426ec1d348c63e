/**
 * Telling a client of changes as they come.
 *
 * @module
 */

import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import type { Clock, Timer } from "../../toolkit/clock.ts";
import { fromUnknown, resourceExpired, type StatusError } from "../../toolkit/errors/mod.ts";
import type { BodySink, PushBody } from "../../toolkit/serving/mod.ts";
import { convertForResponse } from "../bodies/representation.ts";
import { changedObject, type WatchFrames } from "../bodies/watch_frames.ts";
import type { WatchedScope } from "../resource/watch_metrics.ts";
import {
  type CachedObject,
  isUnreadable,
  type NoticeBatch,
  SlowWatcher,
  type Watcher,
} from "../storage/cache/mod.ts";
import { Closed, Compacted } from "../storage/mod.ts";
import type { Selection } from "../resource/selection.ts";
import { fromStore } from "../resource/store_errors.ts";
import { chosenAsShown, noticesAsShown, prepareNotices } from "./shown_selection.ts";
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
  /** When the request came, in milliseconds of {@link clock}. */
  readonly arrived: number;
  /**
   * Called when all that was there has been sent, when there is nothing to send before a version that is yet to
   * come, and when the watch ends; it may be called several times.
   */
  readonly onBegun?: (() => void) | undefined;
  /** Told of what ends the watch and is no client's doing. */
  readonly onFault: (error: unknown) => void;
}

/** Bytes of objects that were there, past which they are sent in several pieces. */
const INITIAL_PIECE_BYTES = 256 * 1024;

/** How long before the end of a watch its client is told how far it has come. */
const LAST_BOOKMARK_MS = 2000;
/** One for all watches: to make one takes longer than all else that a watch does to end. */
const OVER = new DOMException("the watch has ended", "AbortError");

/**
 * The frames of a watch, in pieces that are each to be sent at once. Ends when the time is over, the
 * client is too slow, or the server stops; one that can't begin, or not go on, ends with an error
 * among its frames, as clients of the reference have learned to expect.
 */
export function watchObjects(
  target: Target,
  request: WatchRequest,
  frames: WatchFrames,
): PushBody {
  return new Watch(target, request, frames);
}

class Watch implements PushBody {
  readonly #target: Target;
  readonly #request: WatchRequest;
  readonly #frames: WatchFrames;
  /** Ends what is waited for at the beginning. */
  readonly #over = new AbortController();
  #sink: BodySink | undefined;
  /** Set once the watch follows what happens. */
  #watcher: Watcher | undefined;
  #timers: Timer[] = [];
  /** A table's columns come with the first event only. */
  #first = true;
  #revision = 0;
  /** Whether it waits for its turn, for its client, or for how objects are to be shown. */
  #isBusy = false;
  #hasEnded = false;

  constructor(target: Target, request: WatchRequest, frames: WatchFrames) {
    this.#target = target;
    this.#request = request;
    this.#frames = frames;
  }

  start(sink: BodySink): void {
    this.#sink = sink;
    const { clock, timeoutMs, signal, since } = this.#request;
    if (signal.aborted) return this.#end();
    signal.addEventListener("abort", this.#aborted);
    this.#timers.push(clock.after(timeoutMs, () => this.#end()));
    const begun = since === undefined ? this.#fromState() : this.#since(since);
    begun.catch((error) => this.#fail(error));
  }

  cancel(): void {
    this.#stop();
  }

  readonly #aborted = (): void => this.#end();

  async #since(revision: number): Promise<void> {
    const { signal } = this.#over;
    const { storage } = this.#target;
    const { cache } = storage;
    // A version that is yet to come is waited for, without a seat: whoever asks for one that never comes
    // would have it as long as the watch lasts.
    if (revision > cache.revision) {
      this.#request.onBegun?.();
      await storage.waitForRevision(revision, signal, this.#request.timeoutMs);
    }
    this.#revision = revision;
    const watcher = await cache.watchSince(this.#scope(), revision, signal);
    if (this.#hasEnded) cache.unwatch(watcher);
    else this.#follow(watcher);
  }

  async #fromState(): Promise<void> {
    const { signal } = this.#over;
    const { storage, resource } = this.#target;
    const { measures } = storage;
    const { notOlderThan, endOfInitial, arrived } = this.#request;
    if (notOlderThan === undefined) await storage.waitUntilFresh(signal);
    else if (notOlderThan > 0) await storage.waitForRevision(notOlderThan, signal);
    const { cache } = storage;
    const scope = this.#scope();
    const { prefix, key, filter, index } = scope;
    refuseUnreadable(resource, storage, prefix, key);
    // Nothing may happen between the two: both see the same state.
    const listing = cache.list({ prefix: key ?? prefix, ...(filter && { filter }), index });
    const watcher = cache.watch(scope);
    try {
      const { entries, revision, search } = await listing;
      measures.cache.begun(search?.looked ?? 0);
      const found = key === undefined ? entries : entries.filter((one) => one.key === key);
      const shown = await chosenAsShown(resource, this.#request.selection, found, signal);
      for (const piece of this.#initial(shown)) await this.#written(piece);
      this.#revision = revision;
      if (endOfInitial !== undefined) {
        await this.#written(this.#frames.bookmark(revision, { [endOfInitial]: "true" }));
        measures.watches(resource).listed(this.#watchedScope(), arrived);
      }
      signal.throwIfAborted();
      this.#follow(watcher);
    } finally {
      if (this.#watcher === undefined) cache.unwatch(watcher);
    }
  }

  /** Sends a piece, and settles when there is room for the next one. */
  #written(piece: Uint8Array): Promise<void> {
    const { signal } = this.#over;
    signal.throwIfAborted();
    const sink = this.#sink!;
    if (sink.write(piece)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const ended = () => reject(signal.reason);
      signal.addEventListener("abort", ended, { once: true });
      sink.onDrain(() => {
        signal.removeEventListener("abort", ended);
        resolve();
      });
    });
  }

  #statusOf(error: unknown) {
    const { resource } = this.#target;
    if (error instanceof Compacted) {
      const message = `too old resource version: ${error.requested} (${error.oldest})`;
      return resourceExpired(message).status;
    }
    const mapped = fromStore(error, resource, "", "watch");
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

  #watchedScope(): WatchedScope {
    const { namespace } = this.#target;
    if (this.#request.selection.name !== undefined) return "resource";
    return namespace === "" ? "cluster" : "namespace";
  }

  *#initial(entries: readonly CachedObject[]): Generator<Uint8Array> {
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

  #follow(watcher: Watcher): void {
    this.#watcher = watcher;
    const { storage } = this.#target;
    const { bookmarks, clock, timeoutMs } = this.#request;
    if (bookmarks) storage.sendBookmarks(watcher);
    if (bookmarks && timeoutMs > LAST_BOOKMARK_MS) {
      const last = () => watcher.bookmark(storage.cache.revision);
      this.#timers.push(clock.after(timeoutMs - LAST_BOOKMARK_MS, last));
    }
    const { deliveries } = storage.cache;
    watcher.listen(() => {
      if (this.#isBusy) return;
      this.#isBusy = true;
      deliveries.add(this.#deliver);
    });
    this.#request.onBegun?.();
    this.#deliver();
  }

  /** Sends what there is, as long as there is some and the client takes it. */
  readonly #deliver = (): void => {
    this.#isBusy = true;
    try {
      while (!this.#hasEnded) {
        const batch = this.#watcher!.take();
        if (batch === undefined) break;
        const preparing = this.#preparing(batch);
        if (preparing !== undefined) {
          preparing.then(() => this.#send(batch) && this.#deliver())
            .catch((error) => this.#fail(error));
          return;
        }
        if (!this.#send(batch)) return;
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#isBusy = false;
  };

  /** Settles when the objects of a batch can be shown; undefined: they can be already. */
  #preparing({ notices }: NoticeBatch): Promise<void> | undefined {
    const { resource } = this.#target;
    if (resource.converter?.manyFromStored === undefined) return undefined;
    if (this.#request.selection.shown !== undefined) {
      return prepareNotices(resource, notices, this.#over.signal);
    }
    const shown = notices.filter(({ event }) => !isUnreadable(event))
      .map(({ type, event }) => changedObject(event, type));
    return convertForResponse(resource, shown, this.#over.signal);
  }

  /** Sends a batch as one piece; false when the client has to catch up, or the watch has ended. */
  #send({ notices: all, revision, bookmark }: NoticeBatch): boolean {
    if (this.#hasEnded) return false;
    const { selection } = this.#request;
    const notices = selection.shown === undefined
      ? all
      : noticesAsShown(this.#target.resource, selection, all);
    // What a watch began with may be as new as its first events.
    const isNew = notices.length === 0 || notices[0]!.event.revision > this.#revision;
    const fresh = isNew ? notices : notices.filter(({ event }) => event.revision > this.#revision);
    // Whether its client knows the object, and as what, can't be seen: it has to list again.
    const corrupt = fresh.findIndex(({ event }) => isUnreadable(event));
    const told = corrupt < 0 ? fresh : fresh.slice(0, corrupt);
    const pieces: Uint8Array[] = [];
    if (told.length > 0) pieces.push(this.#frames.events(told, this.#takeFirst()));
    if (corrupt < 0 && bookmark && this.#request.bookmarks) {
      pieces.push(this.#frames.bookmark(revision));
    }
    const sink = this.#sink!;
    const piece = pieces.length === 1 ? pieces[0]! : joinedBytes(pieces);
    const more = piece.length === 0 || sink.write(piece);
    if (corrupt >= 0) throw this.#unreadable(fresh[corrupt]!.event.key);
    if (!more) sink.onDrain(this.#deliver);
    return more;
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

  /** Ends with what went wrong, unless that is told by the end itself. */
  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    if (!(error instanceof SlowWatcher || error instanceof Closed)) {
      this.#sink!.write(this.#frames.error({ ...this.#statusOf(error) }));
    }
    this.#end();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#stop();
    this.#sink!.end();
  }

  #stop(): void {
    this.#hasEnded = true;
    this.#request.onBegun?.();
    this.#request.signal.removeEventListener("abort", this.#aborted);
    for (const timer of this.#timers) timer.cancel();
    if (this.#watcher !== undefined) this.#target.storage.cache.unwatch(this.#watcher);
    this.#over.abort(OVER);
  }
}
