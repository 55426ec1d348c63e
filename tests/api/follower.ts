/**
 * A client that follows a collection by watches, one after the other, and sees to it that what they
 * tell is without a gap and without a repeat.
 *
 * @module
 */

import { Notifier } from "../../apiserver/storage/history/notifier.ts";
import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import type { TestWatch, WatchEvent } from "../../testing/api_watch.ts";

/** What is kept of an event. */
export interface Told {
  readonly type: string;
  readonly name: string;
  readonly revision: number;
  /** What the object says that it was written with. */
  readonly token: string;
}

/** An object as a watch or a list shows it. */
export interface State {
  readonly name: string;
  readonly revision: number;
  readonly token: string;
}

/**
 * Follows one collection over any number of watches, each from where the last one ended. It
 * keeps what it was told, and fails on a repeat, on an event that does not fit what was there,
 * and on a watch that goes back.
 */
export class Follower {
  readonly #path: string;
  readonly #wrote = new Notifier();
  #began: number | undefined;
  #last: number | undefined;
  #failed: unknown;
  /** All events that it was told, but those of what was there at the beginning. */
  readonly told: Told[] = [];
  readonly #state = new Map<string, State>();

  /** `path` is the collection's, with a query; without `since` it begins with what is there. */
  constructor(path: string, since?: number) {
    this.#path = path;
    this.#began = this.#last = since;
  }

  /** The revision after which it is told what happens; undefined until there is one. */
  get began(): number | undefined {
    return this.#began;
  }

  /** The objects as it believes them to be, by name, in order. */
  get states(): State[] {
    return inOrder(this.#state.values());
  }

  /** The revision up to which it has been told everything. */
  get last(): number {
    return this.#last ?? 0;
  }

  /**
   * Follows until the watch ends, by itself or with its connection. Never rejects: what must not be
   * is thrown by {@link until} and {@link check}.
   */
  async follow(client: ApiClient): Promise<void> {
    try {
      await this.#follow(client);
    } catch (error) {
      this.#failed ??= error;
      this.#wrote.notifyAll();
    }
  }

  /** Throws if it was told what it must not have been. */
  check(): void {
    if (this.#failed !== undefined) throw this.#failed;
  }

  /** Settles once it has been told of everything up to `revision`. */
  async until(revision: number, signal = AbortSignal.timeout(30_000)): Promise<void> {
    this.check();
    while (this.last < revision) {
      await this.#wrote.wait(signal);
      this.check();
    }
  }

  /** As {@link follow}, again and again until the signal aborts, whatever becomes of servers. */
  async followOn(client: ApiClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#failed === undefined) await this.follow(client);
  }

  async #follow(client: ApiClient): Promise<void> {
    const separator = this.#path.includes("?") ? "&" : "?";
    const from = this.#last === undefined
      ? "sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
      : `resourceVersion=${this.#last}`;
    const path = `${this.#path}${separator}watch=1&allowWatchBookmarks=true&${from}`;
    let watch: TestWatch;
    try {
      watch = await client.watch(path);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    let event = await nextOf(watch);
    if (this.#last === undefined) event = await this.#begin(watch, event);
    for (; event !== undefined; event = await nextOf(watch)) {
      this.#take(event);
      this.#wrote.notifyAll();
    }
  }

  /** Takes in what was there when the watch began; returns the first event after that. */
  async #begin(
    watch: TestWatch,
    first: WatchEvent | undefined,
  ): Promise<WatchEvent | undefined> {
    this.#state.clear();
    for (let event = first; event !== undefined; event = await nextOf(watch)) {
      const { type, object } = event;
      if (type === "BOOKMARK") {
        this.#began = this.#last = revisionOf(object);
        this.#wrote.notifyAll();
        return await nextOf(watch);
      }
      if (type !== "ADDED") throw new Error(`${type} among what was there at the beginning`);
      this.#state.set(object.metadata.name, stateOf(object));
    }
    return undefined;
  }

  #take({ type, object }: WatchEvent): void {
    if (type === "ERROR") throw new Error(`the watch failed: ${JSON.stringify(object)}`);
    const revision = revisionOf(object);
    if (type === "BOOKMARK") {
      if (revision < this.last) throw new Error(`bookmark ${revision} came after ${this.last}`);
      this.#last = revision;
      return;
    }
    const { name } = object.metadata;
    const what = `${type} ${name} at ${revision}`;
    if (revision <= this.last) throw new Error(`${what} came after ${this.last}: it is a repeat`);
    const known = this.#state.has(name);
    if (known !== (type !== "ADDED")) {
      throw new Error(`${what}, which was ${known ? "" : "not "}there: something was left out`);
    }
    this.#last = revision;
    this.told.push({ type, name, revision, token: tokenOf(object) });
    if (type === "DELETED") this.#state.delete(name);
    else this.#state.set(name, stateOf(object));
  }
}

/** The next event; undefined when the watch or its connection has ended. */
async function nextOf(watch: TestWatch): Promise<WatchEvent | undefined> {
  try {
    return await watch.next();
  } catch (error) {
    // The half of an event that a killed server got out is no event.
    if (error instanceof SyntaxError) throw error;
    return undefined;
  }
}

/** An object's resourceVersion as a number. */
export function revisionOf(object: AnyObject): number {
  return Number(object.metadata.resourceVersion);
}

/** What a list shows, by name, in order. */
export function statesOf(items: readonly AnyObject[]): State[] {
  return inOrder(items.map(stateOf));
}

function stateOf(object: AnyObject): State {
  return { name: object.metadata.name, revision: revisionOf(object), token: tokenOf(object) };
}

function inOrder(states: Iterable<State>): State[] {
  return [...states].sort((a, b) => a.name < b.name ? -1 : 1);
}

/** What an object was written with; a list's items are compared with what watches told by it. */
export function tokenOf(object: AnyObject): string {
  return object.data?.token ?? "";
}
