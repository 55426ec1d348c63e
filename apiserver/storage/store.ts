/**
 * The interface of the store under the API server, and what it guarantees.
 *
 * @module
 */

/** One key's value at a revision. */
export interface Stored {
  readonly key: string;
  readonly value: Uint8Array;
  /** The revision of the commit that wrote this value. */
  readonly revision: number;
  /** The revision of the commit that made the key, since it was last absent. */
  readonly createRevision: number;
  /** True when the value was encoded in a way that is no longer the first choice: write it again. */
  readonly stale?: boolean;
  /**
   * Why the value can't be told from what is stored: a key of encryption that is gone, bytes that
   * were spoiled. `value` is empty then. Only this item is: all others are read as ever.
   */
  readonly corrupt?: Error;
}

/**
 * One operation of a commit. `revision` is the revision that the key must have (0: it must be
 * absent); without it the key may be in any state.
 */
export type Op =
  | {
    readonly type: "put";
    readonly key: string;
    readonly value: Uint8Array;
    readonly revision?: number | undefined;
  }
  | { readonly type: "delete"; readonly key: string; readonly revision?: number | undefined };

/** One change of one key. */
export interface Change {
  readonly type: "put" | "delete";
  readonly key: string;
  readonly revision: number;
  /** The new value; absent for a delete. */
  readonly value?: Uint8Array;
  /** As {@link Stored.createRevision}; 0 for a delete. */
  readonly createRevision: number;
  /** As {@link Stored.stale}. */
  readonly stale?: boolean;
  /** As {@link Stored.corrupt}. */
  readonly corrupt?: Error;
  /** What the change replaced; absent when the key was, or when `previous: false` was asked. */
  readonly previous?: Stored;
}

/** A piece of the log: whole revisions, never a part of one. */
export interface ChangeBatch {
  /** Every matching change up to and including this revision has been yielded by now. */
  readonly revision: number;
  /** In order of revision, within one revision in the order of the commit's operations. */
  readonly changes: readonly Change[];
}

/** One page of a range. */
export interface Page {
  readonly items: readonly Stored[];
  /** The revision whose state this is; later pages pass it as `at`. */
  readonly revision: number;
  /** How many further items the range has after the last of `items`. */
  readonly remaining: number;
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link Store.get}. */
export interface GetOptions extends CallOptions {
  /** The revision to read at; default the newest. */
  readonly at?: number | undefined;
}

/** Options of {@link Store.commit}. */
export interface CommitOptions extends CallOptions {
  /**
   * The least revision that the commit may have: a restore goes on where the old store ended. A
   * backend that does not choose its revisions itself (etcd) takes no notice; look at the result.
   */
  readonly minRevision?: number | undefined;
}

/** Options of {@link Store.range}. */
export interface RangeOptions extends GetOptions {
  /** Only keys after this one; it need not exist. */
  readonly after?: string | undefined;
  /** Most items to return; default all. */
  readonly limit?: number | undefined;
  /** Once items have so many bytes of values no more are returned, but one is always. Default: all. */
  readonly limitBytes?: number | undefined;
}

/** Options of {@link Store.changes}. */
export interface ChangesOptions extends CallOptions {
  /** Only changes of keys that start so; default all. */
  readonly prefix?: string | undefined;
  /** Whether changes carry the value that they replaced; default true. */
  readonly previous?: boolean | undefined;
  /**
   * Whether to yield a batch without changes where the store's revision moves on and nothing
   * matched, so that the reader knows how far it has seen; default false.
   */
  readonly progress?: boolean | undefined;
}

/** What a store says about itself. */
export interface StoreStatus {
  /** `memory`, `file` and so on. */
  readonly backend: string;
  readonly revision: number;
  /** The oldest revision that can be read; 0 when nothing was ever compacted. */
  readonly compacted: number;
  /** How many keys exist, where the backend knows. */
  readonly keys?: number;
  /** What the store occupies, where the backend knows. */
  readonly sizeBytes?: number;
  /** The part of it that only old revisions need, where the backend knows. */
  readonly historyBytes?: number;
}

/**
 * The store under the API server: a versioned map from keys to bytes, with atomic commits over
 * several keys, reads at old revisions, and a log of changes.
 *
 * These guarantees hold for every backend; the suites in `contract/` test them.
 *
 * - **Revisions** are whole numbers that grow by one with each commit that changes something, from
 *   1 (the empty store), or by more where a commit asks for it (`minRevision`). All changes of one
 *   commit have one revision, and no two commits share one.
 * - **Order**: a commit that starts after another was acknowledged has the higher revision. Commits
 *   under way together are acknowledged in the order of their revisions, but on etcd, which works on
 *   many at once: there the acknowledgements of two of them may come in either order. What was
 *   acknowledged is durable, and every read that starts later sees it, through whichever handle.
 * - **Atomicity**: a commit is visible as a whole or not at all, in reads, in changes, and after a
 *   crash at any moment.
 * - **Keys** are well-formed strings of 1 to `MAX_KEY_BYTES` bytes, ordered by their UTF-8 bytes. A
 *   prefix is a plain string prefix: `/a/b` also covers `/a/bc`, so callers end theirs with a slash.
 * - **Bytes** handed in belong to the store from then on, and bytes handed out are shared between
 *   readers: neither may be modified.
 * - **Cancellation**: an aborted `signal` makes a call reject with the signal's reason. A commit that
 *   is already on its way to the backend can't be withdrawn: it settles with its outcome.
 * - **Errors** are those of `errors.ts`. After `close()` every call rejects with `Closed`.
 */
export interface Store {
  /** The newest revision: at least that of every commit acknowledged before the call. */
  revision(options?: CallOptions): Promise<number>;

  /** The same where it is known without a question, as no other process writes to the backend; or undefined. */
  readonly ownRevision: number | undefined;

  /**
   * States before this revision are as old as states get: who has kept them answers no more from them. Undefined: none are,
   * however old.
   */
  readonly forgotten?: number | undefined;

  /**
   * Reads one key, or undefined when it is absent at that revision.
   *
   * Throws `Compacted` for an `at` before the history, `FutureRevision` for one after the newest.
   */
  get(key: string, options?: GetOptions): Promise<Stored | undefined>;

  /**
   * Reads the keys that start with `prefix`, in order, all at one revision. Errors as {@link get}.
   */
  range(prefix: string, options?: RangeOptions): Promise<Page>;

  /**
   * Does all of `ops` or none, and resolves with the commit's revision once it is durable. A commit
   * that changes nothing (no operations, or deletes of absent keys) resolves with the newest
   * revision and makes none.
   *
   * Throws `Conflict` for the first operation whose `revision` does not hold; `TooLarge`;
   * `InvalidRequest` for a key twice; `Overloaded` when too much is waiting; `Unavailable` when the
   * backend fails, saying whether the outcome is known.
   */
  commit(ops: readonly Op[], options?: CommitOptions): Promise<number>;

  /**
   * Every change after revision `since`, once, in order, then further ones as they come, without
   * end. The reader sets the pace: what it has not taken is not held for it, so a slow reader costs
   * nothing and may fall behind the history.
   *
   * The iteration throws `Compacted` when `since`, or later the reader's place, is before the
   * history, `FutureRevision` when `since` is after the newest revision, the signal's reason when it
   * aborts, `Closed` when the store closes. To stop while waiting for a change, abort the signal.
   */
  changes(since: number, options?: ChangesOptions): AsyncIterable<ChangeBatch>;

  /**
   * Forgets what only reads before `revision` need. Reads at `revision` and later, and changes
   * since then, stay complete. A revision that is compacted already is fine; a future one throws
   * `FutureRevision`. Space may come back later than this resolves.
   */
  compact(revision: number, options?: CallOptions): Promise<void>;

  /** Facts for people and metrics. */
  status(options?: CallOptions): Promise<StoreStatus>;

  /**
   * Takes no further calls, waits for commits in flight, ends all changes with `Closed`, and
   * releases what the store holds. A second call waits for the first.
   */
  close(): Promise<void>;
}
