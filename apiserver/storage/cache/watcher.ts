/**
 * One watch: a queue that the cache fills and the watch's own pace empties.
 *
 * @module
 */

import { Notifier } from "../history/notifier.ts";
import { SlowWatcher } from "./errors.ts";
import { type CacheEvent, type EventType, type Filter, typeFor } from "./event.ts";
import { sizeOf } from "./cached_object.ts";

/** What of a resource a watch is about: all of it, or only what is under one prefix or key. */
export interface WatchScope {
  /** Only keys that start so: a namespace. */
  readonly prefix?: string;
  /** Only this key. */
  readonly key?: string;
  /** Only objects with this value of a declared index. */
  readonly index?: { readonly name: string; readonly value: string };
  readonly filter?: Filter;
}

/** One thing that a watch is told. */
export interface Notice {
  readonly type: EventType;
  readonly event: CacheEvent;
}

/** Everything that a watch is told at once: whole commits. */
export interface NoticeBatch {
  readonly notices: readonly Notice[];
  /** The watch has now seen everything up to this revision. */
  readonly revision: number;
  /** Set where the watch asked for bookmarks and one is due at `revision`. */
  readonly bookmark: boolean;
}

/**
 * The queue of one watch. Events come out once, in order and in whole commits; a watch that
 * leaves more than its limit of bytes waiting is ended with `SlowWatcher`.
 */
export class Watcher {
  readonly scope: WatchScope;
  readonly #limitBytes: number;
  readonly #notifier = new Notifier();
  #notices: Notice[] = [];
  #waitingBytes = 0;
  #revision: number;
  #bookmark = false;
  #ended: { readonly error: unknown } | undefined;
  /** Called when there is something to take. */
  #ready: (() => void) | undefined;

  /** A watcher that has seen everything up to `revision`. */
  constructor(scope: WatchScope, revision: number, limitBytes: number) {
    this.scope = scope;
    this.#revision = revision;
    this.#limitBytes = limitBytes;
  }

  /** True when it takes no more. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Queues an event if it is for this watcher; false when it was too slow, and has ended. */
  offer(event: CacheEvent): boolean {
    const type = this.#typeOf(event);
    if (type === undefined || this.#queue(event, type)) return true;
    this.end(new SlowWatcher(this.#waitingBytes));
    return false;
  }

  /**
   * Queues an event of before the watch began, if it is for this watcher; false when there is no room
   * for it, and then for nothing of its revision: of that none is told without the others.
   */
  recall(event: CacheEvent): boolean {
    const type = this.#typeOf(event);
    if (type === undefined || this.#queue(event, type)) return true;
    while (this.#notices.at(-1)?.event.revision === event.revision) this.#notices.pop();
    return false;
  }

  /** Whether nothing waits for it. */
  get isEmpty(): boolean {
    return this.#notices.length === 0;
  }

  /** What an event is to this watcher; undefined: it is not for it. */
  #typeOf(event: CacheEvent): EventType | undefined {
    const { key, prefix, filter } = this.scope;
    if (this.ended || (prefix !== undefined && !event.key.startsWith(prefix))) return undefined;
    if (key !== undefined && event.key !== key) return undefined;
    return typeFor(event, filter);
  }

  /** False when there is no room. */
  #queue(event: CacheEvent, type: EventType): boolean {
    this.#waitingBytes += sizeOf(event.shown);
    if (this.#waitingBytes > this.#limitBytes) return false;
    this.#notices.push({ type, event });
    return true;
  }

  /** All events up to `revision` have been offered: what is queued may go out. */
  wake(revision: number): void {
    this.#revision = revision;
    if (this.#notices.length > 0) this.#wake();
  }

  /** Has the watcher told that it has seen everything up to `revision`, unless it has ended before. */
  bookmark(revision: number): void {
    if (this.ended) return;
    this.#revision = revision;
    this.#bookmark = true;
    this.#wake();
  }

  /** Ends the watch: what is queued still goes out, unless it is too much, then `error` is thrown. */
  end(error: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = { error };
    if (error instanceof SlowWatcher) {
      this.#notices = [];
      // It would say that what was dropped has been seen.
      this.#bookmark = false;
    }
    this.#wake();
  }

  /**
   * Has `ready` called whenever there may be something to {@link take}, from the next change on. It
   * is called in the middle of what made it so, and must not throw.
   */
  listen(ready: () => void): void {
    this.#ready = ready;
  }

  /** The next batch; undefined when there is none yet. Throws what the watch has ended with. */
  take(): NoticeBatch | undefined {
    if (this.#notices.length > 0 || this.#bookmark) return this.#batch();
    if (this.#ended !== undefined) throw this.#ended.error;
    return undefined;
  }

  /** The next batch, when there is one. Rejects when the watch has ended or the signal aborts. */
  async next(signal: AbortSignal): Promise<NoticeBatch> {
    for (;;) {
      if (this.#notices.length > 0 || this.#bookmark) {
        signal.throwIfAborted();
        return this.#batch();
      }
      if (this.#ended !== undefined) throw this.#ended.error;
      await this.#notifier.wait(signal);
    }
  }

  #batch(): NoticeBatch {
    const batch = {
      notices: this.#notices,
      revision: this.#revision,
      bookmark: this.#bookmark,
    };
    this.#notices = [];
    this.#waitingBytes = 0;
    this.#bookmark = false;
    return batch;
  }

  #wake(): void {
    this.#notifier.notifyAll();
    this.#ready?.();
  }
}
