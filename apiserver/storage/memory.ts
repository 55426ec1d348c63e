/**
 * A store in memory.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { Closed } from "./errors.ts";
import { Notifier } from "./history/notifier.ts";
import { changes, type ChangesSource, stored } from "./history/changes.ts";
import { alive, History, type Version } from "./history/history.ts";
import { DEFAULT_HISTORY_BYTES } from "./limits.ts";
import {
  checkKey,
  checkMinRevision,
  checkOps,
  checkPrecondition,
  checkRange,
  checkRevision,
} from "./requests.ts";
import type {
  CallOptions,
  ChangeBatch,
  ChangesOptions,
  CommitOptions,
  GetOptions,
  Op,
  Page,
  RangeOptions,
  Store,
  Stored,
  StoreStatus,
} from "./store.ts";

/** Options of a {@link MemoryStore}. */
export interface MemoryStoreOptions {
  /** How much history to keep at most, in bytes; 0 for no bound. Default 2 GiB. */
  readonly historyBytes?: number | undefined;
}

/** After a compaction for its size, this part of the allowed history is left. */
const HISTORY_REFILL = 0.9;

/** The revision of an empty store. */
const EMPTY_REVISION = 1;

/**
 * A store in the memory of the process: for tests, and for servers whose data may be lost. Every
 * call settles without leaving the current turn of the event loop.
 */
export class MemoryStore implements Store {
  #history: History;
  #notifier = new Notifier();
  #closed = false;
  #historyLimit: number;
  #source: ChangesSource;

  constructor(options: MemoryStoreOptions = {}) {
    this.#history = new History(EMPTY_REVISION);
    this.#historyLimit = options.historyBytes ?? DEFAULT_HISTORY_BYTES;
    this.#source = this.#makeSource();
  }

  /**
   * A store with the same keys and the same newest revision, in microseconds; from here on each
   * goes its own way. The fork's history begins at this revision.
   */
  fork(): MemoryStore {
    this.#checkOpen();
    const fork = new MemoryStore({ historyBytes: this.#historyLimit });
    fork.#history = this.#history.fork();
    fork.#source = fork.#makeSource();
    return fork;
  }

  /**
   * Brings all keys back to what they are in `to`, which this store or one that both come from was forked
   * into, by commits of its own: what `to` lacks, or has of an earlier creation, is deleted, and then what
   * differs is written. So revisions go on, and who follows the changes is told of these as of any others,
   * each at a revision of its own; reads see none of them or all. Resolves with the newest revision.
   */
  reset(to: MemoryStore): Promise<number> {
    return this.#run({}, () => {
      to.#checkOpen();
      const history = this.#history;
      const gone: string[] = [];
      const written: Version[] = [];
      history.differences(to.#history, (key, own, wanted) => {
        const isSame = own?.createRevision === wanted?.createRevision;
        if (own !== undefined && wanted !== undefined && isSame) {
          if (isEqual(valueOf(own), valueOf(wanted))) return;
        } else if (own !== undefined) gone.push(key);
        if (wanted !== undefined) written.push(wanted);
      });
      for (const key of gone) history.add(key, history.revision + 1, 0, 0, 0);
      for (const { key, createRevision, bytes, value } of written) {
        history.add(key, history.revision + 1, createRevision, bytes, 0, value);
      }
      this.#boundHistory();
      this.#notifier.notifyAll();
      return history.revision;
    });
  }

  /** The newest revision, at once. */
  get newest(): number {
    return this.#history.revision;
  }

  get ownRevision(): number | undefined {
    return this.#closed ? undefined : this.#history.revision;
  }

  revision(options: CallOptions = {}): Promise<number> {
    return this.#run(options, () => this.#history.revision);
  }

  get(key: string, options: GetOptions = {}): Promise<Stored | undefined> {
    return this.#run(options, () => {
      checkKey(key);
      const version = this.#history.at(key, this.#readAt(options.at));
      return version && stored(version, valueOf(version));
    });
  }

  range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    return this.#run(options, () => {
      checkRange(prefix, options);
      const revision = this.#readAt(options.at);
      const { after = "", limit = Infinity, limitBytes = Infinity } = options;
      const range = { after, limit, limitBytes };
      const { versions, remaining } = this.#history.range(prefix, revision, range);
      const items = versions.map((version) => stored(version, valueOf(version)));
      return { items, revision, remaining };
    });
  }

  commit(ops: readonly Op[], options: CommitOptions = {}): Promise<number> {
    return this.#run(options, () => {
      checkOps(ops);
      checkMinRevision(options.minRevision);
      const history = this.#history;
      for (const op of ops) checkPrecondition(op, alive(history.head(op.key))?.revision ?? 0);
      const revision = Math.max(history.revision + 1, options.minRevision ?? 0);
      for (const op of ops) this.#apply(op, revision);
      if (history.revision !== revision) return history.revision;
      this.#boundHistory();
      this.#notifier.notifyAll();
      return revision;
    });
  }

  changes(since: number, options: ChangesOptions = {}): AsyncIterable<ChangeBatch> {
    return changes(this.#source, since, options);
  }

  compact(revision: number, options: CallOptions = {}): Promise<void> {
    return this.#run(options, () => {
      checkRevision(revision, "the revision to compact at");
      this.#history.compact(revision);
    });
  }

  status(options: CallOptions = {}): Promise<StoreStatus> {
    return this.#run(options, () => {
      const { revision, compacted, keys, historyBytes } = this.#history;
      return { backend: "memory", revision, compacted, keys, historyBytes };
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#notifier.notifyAll();
    return Promise.resolve();
  }

  #apply(op: Op, revision: number): void {
    const current = alive(this.#history.head(op.key));
    if (op.type === "put") {
      const created = current?.createRevision ?? revision;
      this.#history.add(op.key, revision, created, op.value.length, 0, op.value);
    } else if (current !== undefined) {
      this.#history.add(op.key, revision, 0, 0, 0);
    }
  }

  #boundHistory(): void {
    const limit = this.#historyLimit;
    if (limit === 0 || this.#history.historyBytes <= limit) return;
    this.#history.compact(this.#history.compactionFor(limit * HISTORY_REFILL));
  }

  #readAt(at: number | undefined): number {
    if (at === undefined) return this.#history.revision;
    checkRevision(at, "a revision to read at");
    this.#history.checkReadable(at);
    return at;
  }

  /** Runs a call at once; what it throws becomes the rejection that callers expect. */
  #run<T>(options: CallOptions, call: () => T): Promise<T> {
    try {
      options.signal?.throwIfAborted();
      this.#checkOpen();
      return Promise.resolve(call());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw new Closed();
  }

  #makeSource(): ChangesSource {
    return {
      history: this.#history,
      notifier: this.#notifier,
      check: () => this.#checkOpen(),
      catchUp: () => Promise.resolve(),
      values: (versions: readonly Version[]) => Promise.resolve(versions.map(valueOf)),
    };
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || one.length === other.length && Buffer.compare(one, other) === 0;
}

/** The value of a version that exists: all are in memory here. */
function valueOf(version: Version): Uint8Array {
  if (version.value === undefined) throw new Error(`${version.key} has no value in memory`);
  return version.value;
}
