/**
 * The objects of one resource in memory, as new as the feed that fills it, with the watches on
 * them. Reads at the newest revision never touch the store.
 *
 * @module
 */

import { Closed, Compacted, FutureRevision } from "../errors.ts";
import { lessByBytes } from "../keys.ts";
import { isPrefix } from "../requests.ts";
import type { OrderedMap } from "../history/ordered_map.ts";
import type { Change, Store, Stored } from "../store.ts";
import type { Deliveries } from "./deliveries.ts";
import type { CacheMeasures, Search } from "./cache_metrics.ts";
import { Dispatcher, type IndexValue } from "./dispatcher.ts";
import { type CachedObject, type Decode, entryOf, readEntry, sharing } from "./cached_object.ts";
import { CacheEvent, type Filter, visible } from "./event.ts";
import { countAfter, EntryIndex } from "./index.ts";
import { type JoinedList, JoinedLists, JoinedPages, joinJson } from "./joined.ts";
import { KeptStates } from "./kept_states.ts";
import {
  DEFAULT_WINDOW_EVENTS,
  JOINED_LIST_BYTES,
  JOINED_PAGES_BYTES,
  WATCHER_QUEUE_BYTES,
} from "./limits.ts";
import { Watcher, type WatchScope } from "./watcher.ts";
import { EventWindow } from "./window.ts";

/** What a resource's cache is made with. */
export interface ResourceOptions {
  /** What all keys of the resource start with, its final slash included. */
  readonly prefix: string;
  readonly decode: Decode;
  /** Where the resource is read anew, and what only the store has kept. Default: the feed's store. */
  readonly store?: Store;
  /** Default: nothing is counted. */
  readonly measures?: CacheMeasures;
  /** Values by which watches and lists are found without looking at every object. */
  readonly indexes?: Readonly<Record<string, IndexValue>>;
  /** Changes that are kept for watches that come back. Default 100. */
  readonly windowEvents?: number;
  /** Bytes of events that may wait for one watcher. Default 16 MiB. */
  readonly watcherBytes?: number;
  /** Bytes after the brace of each object's JSON that {@link ResourceCache.joined} leaves out. */
  readonly joinedSkip?: number;
  /** What else than the stored value `decode` goes by, if it is not always the same. */
  readonly form?: unknown;
}

/** Objects as they were read once, for caches of the same objects. */
export interface ReadObjects {
  /** As in {@link ResourceOptions}: only a cache with the same one would read them so. */
  readonly form: unknown;
  readonly entries: OrderedMap<CachedObject>;
}

/** What to list. */
export interface ListOptions {
  /** Only keys that start so: a namespace. Default: the resource. */
  readonly prefix?: string;
  /** Only keys after this one. */
  readonly after?: string | undefined;
  /** Most entries to return. Default: all. */
  readonly limit?: number | undefined;
  readonly filter?: Filter;
  /** Only entries with this value of an index, which `filter` must also ask for. */
  readonly index?: { readonly name: string; readonly value: string } | undefined;
  /** The revision to list at. Default: the newest that the cache has seen. */
  readonly at?: number | undefined;
}

/** A list, or a page of one. */
export interface Listed {
  readonly entries: readonly CachedObject[];
  readonly revision: number;
  /** How many more there are after these; undefined when a filter leaves that unknown. */
  readonly remaining: number | undefined;
  /** Whether anything at all comes after these. */
  readonly more: boolean;
  /** How they were found; undefined where the store was asked. */
  readonly search: Search | undefined;
}

/** A state of the resource, as far as pages need it. */
interface State {
  /** The index that it goes by. */
  readonly index?: string | undefined;
  /** Visits the entries from `start` on, in order, until told to stop. */
  scan(start: string, visit: (entry: CachedObject) => boolean): void;
  /** How many entries of a prefix are after the one at `after`, where that is known at once. */
  countAfter?(after: string, prefix: string): number;
}

/**
 * Gets, lists and watches of one resource, served from memory. Only older revisions that it has
 * not kept are read from the store. Made by a `CacheFeed`, which fills it.
 */
export class ResourceCache {
  /** Where watches wait for their turn to send what they have. */
  readonly deliveries: Deliveries;
  readonly #options: ResourceOptions;
  readonly #store: Store;
  readonly #seen: () => number;
  readonly #index: EntryIndex;
  readonly #dispatcher: Dispatcher;
  readonly #window: EventWindow;
  readonly #joined: JoinedLists;
  readonly #pages = new JoinedPages<Listed & JoinedList>(JOINED_PAGES_BYTES);
  readonly #kept = new KeptStates();
  readonly #corrupt = new Map<string, Error>();
  readonly #followers = new Set<(events: readonly CacheEvent[]) => void>();
  readonly #windowEvents: number;
  readonly #measures: CacheMeasures | undefined;
  /** The last revision that changed anything here. */
  #changedAt: number;
  #storedBytes = 0;

  /**
   * A cache of `items` as they were at `revision`; `seen` says how far the feed is. What is among
   * `read` at the same revision is not read again.
   */
  constructor(
    options: ResourceOptions,
    store: Store,
    seen: () => number,
    items: readonly Stored[],
    revision: number,
    deliveries: Deliveries,
    read?: ReadObjects,
  ) {
    this.#options = options;
    this.deliveries = deliveries;
    this.#store = store;
    this.#seen = seen;
    this.#changedAt = revision;
    this.#joined = new JoinedLists(JOINED_LIST_BYTES, options.joinedSkip ?? 0);
    const indexes = new Map(Object.entries(options.indexes ?? {}));
    this.#index = new EntryIndex(indexes);
    this.#dispatcher = new Dispatcher(indexes);
    this.#windowEvents = options.windowEvents ?? DEFAULT_WINDOW_EVENTS;
    this.#window = new EventWindow(this.#windowEvents, revision);
    this.#measures = options.measures;
    this.#measures?.filled(items.length);
    const known = read?.form === options.form ? read?.entries : undefined;
    for (const item of items) {
      const entry = known?.get(item.key);
      const isKnown = entry !== undefined && entry.revision === item.revision;
      this.#set(item.key, isKnown ? sharing(entry) : entryOf(item, options.decode));
    }
  }

  /** The objects as they are now, for a cache of the same objects in a fork of the store. */
  read(): ReadObjects {
    return { form: this.#options.form, entries: this.#index.snapshot() };
  }

  /** The revision that the cache has seen. */
  get revision(): number {
    return this.#seen();
  }

  /** How many objects there are. */
  get size(): number {
    return this.#index.size;
  }

  /** What their values occupy in the store, before encryption. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** How many changes are kept for watches that come back. */
  get windowEvents(): number {
    return this.#windowEvents;
  }

  /** The last revision that changed anything here. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** All objects that can be read. */
  entries(): CachedObject[] {
    const entries: CachedObject[] = [];
    this.#index.scan(this.#options.prefix, (entry) => {
      if (visible(entry, undefined)) entries.push(entry);
      return true;
    });
    return entries;
  }

  /** How many watches there are. */
  get watchers(): number {
    return this.#dispatcher.count;
  }

  /** How many watches ask for one of these prefixes, or for this key; those by an index are left out. */
  watchersOf(prefix: string, narrower: string | undefined, key: string | undefined): number {
    return this.#dispatcher.filedUnder(prefix, narrower, key);
  }

  /** The keys whose values can't be read, and why. */
  get corrupt(): ReadonlyMap<string, Error> {
    return this.#corrupt;
  }

  /** The object at `key`, as new as the cache. */
  get(key: string): CachedObject | undefined {
    return this.#index.get(key);
  }

  /** Lists objects. Throws `Compacted` for a revision that neither cache nor store has any more, or that is too old. */
  async list(options: ListOptions = {}): Promise<Listed> {
    const { at, limit } = options;
    this.#refuseForgotten(at);
    const seen = this.revision;
    if (at === undefined || at === seen) {
      const listed = this.#listNow(options, seen);
      // The pages after this one will ask for this state.
      if (limit !== undefined && listed.more) this.#keepState(seen);
      return listed;
    }
    if (at > seen) throw new FutureRevision(at, seen);
    // Nothing of this resource has changed since: the state then is the state now.
    if (at >= this.#changedAt) return this.#listNow(options, at);
    const kept = this.#kept.get(at);
    if (kept !== undefined) {
      const { entries, readable } = kept;
      return this.#page(options, at, {
        scan: (start, visit) => entries.scan(start, (_, one) => visit(one)),
        ...(readable && { countAfter: (after, prefix) => countAfter(entries, after, prefix) }),
      });
    }
    return await this.#listStored(options, at);
  }

  /** All objects under `prefix`, and their JSON with commas between. */
  joined(prefix = this.#options.prefix): JoinedList {
    return this.#joined.get(prefix, () => {
      const entries: CachedObject[] = [];
      this.#index.scan(prefix, (entry) => {
        if (!entry.key.startsWith(prefix)) return false;
        if (visible(entry, undefined)) entries.push(entry);
        return true;
      });
      return entries;
    });
  }

  /**
   * A list as {@link list} gives it, and its JSON joined; kept under `name`, which tells apart all
   * that `options` ask for, while nothing in the resource changes.
   */
  async joinedList(name: string, options: ListOptions): Promise<Listed & JoinedList> {
    const { at } = options;
    this.#refuseForgotten(at);
    if (at !== undefined && at < this.#changedAt) return this.#join(await this.list(options));
    const kept = this.#pages.get(name, this.#changedAt);
    if (kept !== undefined) {
      const revision = at ?? this.revision;
      if (options.limit !== undefined && kept.more) this.#keepState(revision);
      return { ...kept, revision };
    }
    const changedAt = this.#changedAt;
    const page = this.#join(await this.list(options));
    this.#pages.set(name, changedAt, page);
    return page;
  }

  #join(listed: Listed): Listed & JoinedList {
    const bytes = joinJson(listed.entries, this.#options.joinedSkip ?? 0);
    return { ...listed, bytes };
  }

  /** A watcher of everything in `scope` from the newest state on. */
  watch(scope: WatchScope): Watcher {
    const limit = this.#options.watcherBytes ?? WATCHER_QUEUE_BYTES;
    const watcher = new Watcher(scope, this.revision, limit);
    this.#dispatcher.add(watcher);
    return watcher;
  }

  /**
   * A watcher of everything in `scope` after the revision `since`. Where what has happened since is
   * more than may wait for a watcher, it is told of as much as that and ends: who watches on from
   * there is told of the rest. Throws `Compacted` when `since` is before what the store has kept, and
   * `FutureRevision` when it is yet to come.
   */
  async watchSince(scope: WatchScope, since: number, signal: AbortSignal): Promise<Watcher> {
    const limit = this.#options.watcherBytes ?? WATCHER_QUEUE_BYTES;
    if (since > this.revision) throw new FutureRevision(since, this.revision);
    const watcher = new Watcher(scope, since, limit);
    let begun = 0;
    const recall = (event: CacheEvent) => {
      begun++;
      return watcher.recall(event);
    };
    /** The log may be ahead of the cache, which tells of the rest itself when it comes there. */
    let ahead: CacheEvent[] = [];
    const takeSeen = () => {
      const past = ahead;
      ahead = past.filter(({ revision }) => revision > this.revision);
      return past.every((event) => event.revision > this.revision || recall(event));
    };
    let place = since;
    let hasRoom = true;
    // What the window has dropped is read from the store's log, until the window goes on from there.
    while (hasRoom && place < this.#window.start) {
      const batch = await this.#nextLogged(place, signal);
      for (const change of batch.changes) ahead.push(this.#pastEvent(change));
      place = batch.revision;
      hasRoom = takeSeen();
    }
    // From here on nothing may happen in between.
    hasRoom &&= takeSeen();
    if (hasRoom) {
      for (const event of this.#window.after(place)) if (!(hasRoom = recall(event))) break;
    }
    this.#measures?.begun(begun);
    if (hasRoom) {
      watcher.wake(this.revision);
      this.#dispatcher.add(watcher);
      return watcher;
    }
    // A revision that is too much by itself is never told of.
    if (watcher.isEmpty) throw new Compacted(since, this.revision);
    watcher.end(new Closed());
    return watcher;
  }

  /** Forgets a watcher. */
  unwatch(watcher: Watcher): void {
    this.#dispatcher.remove(watcher);
  }

  /**
   * Has `follower` called with all changes from now on, while the cache takes them in: before anybody
   * who waited for them goes on. It must not throw. What is returned ends it.
   */
  follow(follower: (events: readonly CacheEvent[]) => void): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** Takes in changes of whole revisions; for the feed alone. */
  apply(changes: readonly Change[]): void {
    this.#measures?.received(changes.length);
    const events = changes.map((change) => {
      const { key, revision } = change;
      if (change.type !== "put") {
        return new CacheEvent(key, revision, undefined, this.#set(key, undefined));
      }
      const { entry, protobuf } = readEntry(change as Stored, this.#options.decode);
      return new CacheEvent(key, revision, entry, this.#set(key, entry), protobuf);
    });
    this.#changed(events, events.at(-1)?.revision);
  }

  /** All that the store has of the resource at a revision; for the feed alone. */
  async stored(at: number, signal: AbortSignal): Promise<readonly Stored[]> {
    return (await this.#store.range(this.#options.prefix, { at, signal })).items;
  }

  /**
   * Takes in the whole state at `revision` after the changes since `seen` were missed: what differs
   * becomes events of that revision or of the objects' own; for the feed alone. Where some of it is
   * older than what was seen already, the past is another one than it was (a backup was restored):
   * no events lead from there to here, and watches end with `Compacted`.
   */
  replace(items: readonly Stored[], revision: number, seen: number): void {
    const events: CacheEvent[] = [];
    let isOtherPast = false;
    this.#measures?.filled(items.length);
    const gone = new Set(this.#index.keys());
    for (const item of items) {
      gone.delete(item.key);
      if (this.#index.get(item.key)?.revision === item.revision) continue;
      if (item.revision <= seen) isOtherPast = true;
      const { key, createRevision } = item;
      const entry = entryOf(item, this.#options.decode);
      let before = this.#set(key, entry);
      if (before !== undefined && before.createRevision !== createRevision) {
        // It is another object, before which the one that was known went.
        events.push(new CacheEvent(key, createRevision - 1, undefined, before));
        before = undefined;
      }
      events.push(new CacheEvent(key, item.revision, entry, before));
    }
    for (const key of gone) {
      events.push(new CacheEvent(key, revision, undefined, this.#set(key, undefined)));
    }
    events.sort((a, b) => a.revision - b.revision);
    // What came before can't be replayed without the changes that are missing.
    this.#window.reset(revision);
    this.#kept.clear();
    // What came and went in between is in no event, and was there all the same.
    this.#changedAt = revision;
    if (isOtherPast) this.end(new Compacted(seen, revision));
    this.#notify(events);
  }

  /** Tells all watchers how far the cache has seen. */
  bookmark(wanted: (watcher: Watcher) => boolean): void {
    for (const watcher of this.#dispatcher.watchers()) {
      if (wanted(watcher)) watcher.bookmark(this.revision);
    }
  }

  /** Ends all watches with `error`. */
  end(error: unknown): void {
    for (const watcher of [...this.#dispatcher.watchers()]) {
      watcher.end(error);
      this.#dispatcher.remove(watcher);
    }
    this.deliveries.close();
  }

  #changed(events: readonly CacheEvent[], revision: number | undefined): void {
    if (revision === undefined) return;
    this.#kept.forget(this.#store.forgotten ?? 0);
    this.#changedAt = revision;
    this.#window.add(events);
    this.#notify(events);
  }

  #notify(events: readonly CacheEvent[]): void {
    this.#measures?.dispatched(events.length);
    for (const follower of this.#followers) follower(events);
    const woken = new Set<Watcher>();
    const slow: Watcher[] = [];
    for (const event of events) {
      this.#dispatcher.dispatch(event, woken, (watcher) => slow.push(watcher));
    }
    for (const watcher of slow) {
      this.#dispatcher.remove(watcher);
      this.#measures?.terminated();
    }
    const revision = events.at(-1)?.revision ?? this.revision;
    for (const watcher of woken) watcher.wake(revision);
  }

  #set(key: string, entry: CachedObject | undefined): CachedObject | undefined {
    this.#joined.changed(key);
    if (entry?.corrupt !== undefined) this.#corrupt.set(key, entry.corrupt);
    else if (this.#corrupt.size > 0) this.#corrupt.delete(key);
    const before = this.#index.set(key, entry);
    this.#storedBytes += (entry?.storedBytes ?? 0) - (before?.storedBytes ?? 0);
    return before;
  }

  #listNow(options: ListOptions, revision: number): Listed {
    const { index } = options;
    const entries = this.#index;
    const indexed = index !== undefined && entries.has(index.name) ? index : undefined;
    return this.#page(options, revision, {
      index: indexed?.name,
      scan(start, visit) {
        if (indexed === undefined) entries.scan(start, visit);
        else entries.scanValue(indexed.name, indexed.value, start, visit);
      },
      // What can't be read is in no list.
      ...(this.#corrupt.size === 0 && {
        countAfter: (after, prefix) => entries.countAfter(after, prefix),
      }),
    });
  }

  /** A page of a state: it takes as long as it has entries, and no more for all that come after it. */
  #page(options: ListOptions, revision: number, state: State): Listed {
    const { scan, countAfter } = state;
    const { prefix = this.#options.prefix, after = "", limit = Infinity, filter, index } = options;
    const entries: CachedObject[] = [];
    let remaining = 0;
    let looked = 0;
    // How many more there are is only told where counting them costs no filter.
    const counts = filter === undefined && index === undefined;
    const goesOn = counts && countAfter === undefined;
    scan(lessByBytes(prefix, after) ? after : prefix, (entry) => {
      if (!entry.key.startsWith(prefix)) return false;
      if (entry.key === after) return true;
      looked++;
      if (!visible(entry, filter)) return true;
      if (entries.length < limit) entries.push(entry);
      else {
        remaining++;
        return goesOn;
      }
      return true;
    });
    if (remaining > 0 && counts && countAfter !== undefined) {
      remaining = countAfter(entries.at(-1)!.key, prefix);
    }
    return {
      entries,
      revision,
      remaining: counts ? remaining : undefined,
      more: remaining > 0,
      search: { looked, index: state.index },
    };
  }

  async #listStored(options: ListOptions, at: number): Promise<Listed> {
    const { prefix = this.#options.prefix, after, limit, filter, index } = options;
    const { decode } = this.#options;
    // What clients say they have come to may be no key.
    const isPlace = after === undefined || isPrefix(after);
    if (limit !== undefined && filter === undefined && index === undefined && isPlace) {
      const { items, remaining } = await this.#store.range(prefix, { at, after, limit });
      const entries = items.map((item) => entryOf(item, decode));
      // The store counts what comes after as well; but it can't know what is in no list.
      if (entries.every((entry) => visible(entry, undefined))) {
        this.#measures?.listedStore(entries.length, entries.length, entries.length);
        return { entries, revision: at, remaining, more: remaining > 0, search: undefined };
      }
    }
    const { items } = await this.#store.range(prefix, { at });
    const entries = items.map((item) => entryOf(item, decode));
    const page = this.#page(options, at, {
      scan(start, visit) {
        for (const entry of entries) if (!lessByBytes(entry.key, start) && !visit(entry)) break;
      },
    });
    this.#measures?.listedStore(entries.length, page.search?.looked ?? 0, page.entries.length);
    return { ...page, search: undefined };
  }

  #keepState(revision: number): void {
    this.#kept.keep(revision, () => ({
      entries: this.#index.snapshot(),
      readable: this.#corrupt.size === 0,
    }));
  }

  #refuseForgotten(at: number | undefined): void {
    const { forgotten = 0 } = this.#store;
    if (at !== undefined && at < forgotten) throw new Compacted(at, forgotten);
  }

  async #nextLogged(place: number, signal: AbortSignal) {
    const ended = new AbortController();
    const { prefix } = this.#options;
    const options = {
      prefix,
      progress: true,
      signal: AbortSignal.any([signal, ended.signal]),
    };
    for await (const batch of this.#store.changes(place, options)) {
      ended.abort();
      return batch;
    }
    throw new Compacted(place, this.#window.start);
  }

  #pastEvent(change: Change): CacheEvent {
    const { decode } = this.#options;
    const entry = change.type === "put" ? entryOf(change as Stored, decode) : undefined;
    const previous = change.previous && entryOf(change.previous, decode);
    return new CacheEvent(change.key, change.revision, entry, previous);
  }
}
