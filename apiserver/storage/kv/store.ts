/**
 * A store in a Deno KV database.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import type { Expected } from "../description.ts";
import { Closed, Corrupt, Overloaded, StoreError, Unavailable, Unusable } from "../errors.ts";
import { Notifier } from "../history/notifier.ts";
import type { Version } from "../history/history.ts";
import { changes, type ChangesSource, stored } from "../history/changes.ts";
import { DEFAULT_HISTORY_BYTES, MAX_WAITING_BYTES } from "../limits.ts";
import { checkKey, checkMinRevision, checkOps, checkRange, checkRevision } from "../requests.ts";
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
} from "../store.ts";
import { type CommitInput, CommitQueue, PendingCommit } from "./commit_queue.ts";
import { deleteVersions, markCompacted } from "./compaction.ts";
import { InFlight } from "./in_flight.ts";
import { chooseChunks, inlineBytes } from "./inline.ts";
import type { KvDatabase } from "./database.ts";
import { COMPACTED_ROW, NEWEST_FORMAT, NEWEST_ROW } from "./layout.ts";
import { claimStore } from "./meta.ts";
import { discardChunks, stageChunks, type StagedChunks, sweepChunks } from "./chunks.ts";
import { chunkCount } from "./record.ts";
import { Replica } from "./replica.ts";
import { RowReader } from "./rows.ts";
import { GroupWriter } from "./writer.ts";

/** Options of a {@link KvStore}. */
export interface KvStoreOptions {
  /** What people call the place, for errors: `store /var/lib/x/store.kv`. */
  readonly where: string;
  /** The name of the backend in the store's status. */
  readonly backend: string;
  readonly dialect: Dialect;
  /** True when no other process can write: nothing needs to be looked up before a read then. */
  readonly exclusive: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The newest format that is read and written. Default: that of this program. */
  readonly newestFormat?: number | undefined;
  /** Make a store where there is none. Default true. */
  readonly create?: boolean | undefined;
  /** How much history to keep at most, in bytes; 0 for no bound. Default 2 GiB. */
  readonly historyBytes?: number | undefined;
  /** Bytes that the database occupies, where that can be known. */
  readonly sizeBytes?: () => Promise<number>;
  /** Called after rows were deleted. */
  readonly onDeleted?: () => void;
  /** Releases what belongs to the database, after it was closed. */
  readonly onClose?: () => Promise<void>;
}

/** After a compaction for its size, this part of the allowed history is left. */
const HISTORY_REFILL = 0.9;

/** How often a read is tried again when compactions take away what it was about to read. */
const READ_ATTEMPTS = 8;

/** Pause before the database is watched again after the watch failed. */
const WATCH_RETRY_MS = 500;

/**
 * A store in a Deno KV database: an embedded file of this process, or a remote one that other
 * processes write to at the same time. `layout.ts` says where everything is.
 */
export class KvStore implements Store {
  readonly #kv: KvDatabase;
  readonly #options: KvStoreOptions;
  readonly #historyLimit: number;
  readonly #notifier = new Notifier();
  readonly #rows: RowReader;
  readonly #replica: Replica;
  readonly #queue: CommitQueue;
  readonly #inFlight = new InFlight();
  readonly #stop = new AbortController();
  readonly #source: ChangesSource;
  /** Bytes of values of commits whose chunks are being written. */
  #stagingBytes = 0;
  #compacting: Promise<void> = Promise.resolve();
  /** What the history has forgotten, and whose rows are to be deleted still: that may fail. */
  #forgotten: Version[] = [];
  #bounding = false;
  #closing: Promise<void> | undefined;
  /** Settles when other processes' writes are no longer followed. */
  #following: Promise<void> = Promise.resolve();

  private constructor(kv: KvDatabase, options: KvStoreOptions) {
    const { exclusive, clock, logger } = options;
    const expected = expectedOf(options);
    this.#kv = kv;
    this.#options = options;
    this.#historyLimit = options.historyBytes ?? DEFAULT_HISTORY_BYTES;
    const rows = this.#rows = new RowReader(kv, expected.newestFormat);
    const onAdvance = () => this.#advanced();
    const replica = this.#replica = new Replica({ kv, rows, exclusive, expected, onAdvance });
    const onUnused = (staged: StagedChunks) => this.#discard(staged);
    const writer = new GroupWriter({ kv, replica, rows, clock, logger, exclusive, onUnused });
    this.#queue = new CommitQueue((group) => writer.write(group));
    this.#source = {
      get history() {
        return replica.history;
      },
      notifier: this.#notifier,
      check: () => this.#check(),
      catchUp: (signal) => this.#run({ signal }, () => replica.catchUp()),
      values: (versions) => this.#run({}, () => rows.values(versions)),
    };
  }

  /**
   * Opens the store in `kv`, which belongs to it from then on, also when this fails. An empty
   * database becomes a store of the dialect.
   */
  static async open(kv: KvDatabase, options: KvStoreOptions): Promise<KvStore> {
    try {
      await claimStore(kv, expectedOf(options));
      const store = new KvStore(kv, options);
      const swept = await sweepChunks(kv, options.clock, options.exclusive);
      if (swept > 0) options.logger.info("Deleted values that no commit points to", { swept });
      await store.#replica.load();
      const unfinished = store.#replica.unfinishedCompaction;
      if (unfinished !== undefined) await store.#compact(unfinished);
      if (!options.exclusive) {
        store.#following = store.#tail()
          .catch((error) => store.#failed("Watching the store", error));
      }
      return store;
    } catch (error) {
      kv.close();
      throw error;
    }
  }

  get ownRevision(): number | undefined {
    return this.#options.exclusive && !this.#closed ? this.#replica.history.revision : undefined;
  }

  revision(options: CallOptions = {}): Promise<number> {
    return this.#run(options, async () => {
      await this.#replica.catchUp();
      return this.#replica.history.revision;
    });
  }

  get(key: string, options: GetOptions = {}): Promise<Stored | undefined> {
    return this.#run(options, async () => {
      checkKey(key);
      return await this.#read(options.at, async (revision) => {
        const version = this.#replica.history.at(key, revision);
        if (version === undefined) return { result: undefined };
        const [value] = await this.#rows.values([version]);
        return value && { result: stored(version, value) };
      });
    });
  }

  range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    return this.#run(options, async () => {
      checkRange(prefix, options);
      const { after = "", limit = Infinity, limitBytes = Infinity } = options;
      return await this.#read(options.at, async (revision) => {
        const range = { after, limit, limitBytes };
        const page = this.#replica.history.range(prefix, revision, range);
        const items = await this.#itemsOf(page.versions);
        return items && { result: { items, revision, remaining: page.remaining } };
      });
    });
  }

  commit(ops: readonly Op[], options: CommitOptions = {}): Promise<number> {
    const { signal, minRevision } = options;
    try {
      signal?.throwIfAborted();
      this.#check();
      const valueBytes = checkOps(ops);
      checkMinRevision(minRevision);
      const waiting = this.#queue.valueBytes + this.#stagingBytes;
      if (waiting > 0 && waiting + valueBytes > MAX_WAITING_BYTES) throw new Overloaded(waiting);
      const bytes = inlineBytes(ops);
      if (bytes !== undefined) {
        return this.#enqueue({ ops, valueBytes, bytes, minRevision }, signal);
      }
      // Not as the call's signal: it must not cut short the wait for a commit that is on its way.
      return this.#run({}, () => this.#commitLarge(ops, valueBytes, options), signal);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  changes(since: number, options: ChangesOptions = {}): AsyncIterable<ChangeBatch> {
    return changes(this.#source, since, options);
  }

  compact(revision: number, options: CallOptions = {}): Promise<void> {
    return this.#run(options, async () => {
      checkRevision(revision, "the revision to compact at");
      const turn = this.#compacting.catch(() => {}).then(() => this.#compact(revision));
      this.#compacting = turn;
      await turn;
    });
  }

  status(options: CallOptions = {}): Promise<StoreStatus> {
    return this.#run(options, async () => {
      await this.#replica.catchUp();
      const { revision, compacted, keys, historyBytes } = this.#replica.history;
      const { backend, sizeBytes } = this.#options;
      const facts = { backend, revision, compacted, keys, historyBytes };
      return sizeBytes === undefined ? facts : { ...facts, sizeBytes: await sizeBytes() };
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stop.abort(new Closed());
    this.#notifier.notifyAll();
    await this.#inFlight.none();
    await this.#queue.idle();
    // A commit that failed at the end may have left chunks to delete.
    await this.#inFlight.none();
    this.#kv.close();
    await this.#following;
    await this.#options.onClose?.();
  }

  /** Throws once no further calls are taken. */
  #check(): void {
    if (this.#closed) throw new Closed();
    this.#replica.checkUsable();
  }

  get #closed(): boolean {
    return this.#stop.signal.aborted;
  }

  async #commitLarge(
    ops: readonly Op[],
    valueBytes: number,
    { signal, minRevision }: CommitOptions,
  ): Promise<number> {
    const { large, pointers, bytes } = chooseChunks(ops);
    this.#stagingBytes += valueBytes;
    let staged: StagedChunks;
    try {
      staged = await stageChunks(this.#kv, this.#options.clock, large, signal);
    } finally {
      this.#stagingBytes -= valueBytes;
    }
    return await this.#enqueue(
      { ops, valueBytes, bytes, staged, pointers, minRevision },
      signal,
    );
  }

  #enqueue(input: CommitInput, signal: AbortSignal | undefined): Promise<number> {
    const commit = new PendingCommit(input);
    if (signal !== undefined) this.#withdrawOnAbort(commit, signal);
    this.#queue.push(commit);
    return commit.promise;
  }

  #withdrawOnAbort(commit: PendingCommit, signal: AbortSignal): void {
    const { staged } = commit.input;
    const abort = () => {
      if (commit.withdraw(signal.reason) && staged !== undefined) this.#discard(staged);
    };
    if (signal.aborted) return abort();
    const forget = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    commit.promise.then(forget, forget);
  }

  /**
   * Reads at `at`, or at the newest revision. `attempt` answers undefined when rows were gone by the
   * time it read them: at a fixed revision it is compacted then, at the newest a later one will do.
   */
  async #read<T>(
    at: number | undefined,
    attempt: (revision: number) => Promise<{ result: T } | undefined>,
  ): Promise<T> {
    if (at !== undefined) checkRevision(at, "a revision to read at");
    if (at === undefined || at > this.#replica.history.revision) await this.#replica.catchUp();
    for (let tries = 0; tries < READ_ATTEMPTS; tries++) {
      const revision = at ?? this.#replica.history.revision;
      this.#replica.history.checkReadable(revision);
      const answer = await attempt(revision);
      if (answer !== undefined) return answer.result;
      await this.#replica.catchUp();
    }
    throw new Corrupt(`${this.#options.where} lacks a value that its log lists`);
  }

  async #itemsOf(versions: readonly Version[]): Promise<Stored[] | undefined> {
    const values = await this.#rows.values(versions);
    const items: Stored[] = [];
    for (const [index, version] of versions.entries()) {
      const value = values[index];
      if (value === undefined) return undefined;
      items.push(stored(version, value));
    }
    return items;
  }

  async #compact(revision: number): Promise<void> {
    await this.#replica.catchUp();
    const { history } = this.#replica;
    if (revision > history.revision) history.checkReadable(revision);
    if (revision <= history.compacted) return;
    await markCompacted(this.#kv, { revision, done: false });
    addAll(this.#forgotten, history.compact(revision));
    const dropped = this.#forgotten;
    const finished = await deleteVersions(this.#kv, this.#rows, dropped, () => this.#closed);
    if (!finished) return;
    this.#forgotten = [];
    await markCompacted(this.#kv, { revision, done: true });
    if (dropped.length > 0) this.#options.onDeleted?.();
  }

  /** The newest revision has moved. */
  #advanced(): void {
    this.#notifier.notifyAll();
    const limit = this.#historyLimit;
    if (limit === 0 || this.#bounding || this.#closed) return;
    if (this.#replica.history.historyBytes <= limit) return;
    this.#bounding = true;
    this.#background("Compacting the store for its size", async () => {
      try {
        await this.compact(this.#replica.history.compactionFor(limit * HISTORY_REFILL));
      } finally {
        this.#bounding = false;
      }
    });
  }

  /**
   * Follows what other processes write, until the database is closed. That alone ends the watch: what
   * a cancelled one awaits of the database would go on after the store was closed.
   */
  async #tail(): Promise<void> {
    const { clock, logger } = this.#options;
    while (!this.#closed) {
      const reader = this.#kv.watch([NEWEST_ROW, COMPACTED_ROW]).getReader();
      try {
        while (!(await reader.read()).done) {
          if (!this.#closed) await this.#replica.refresh();
        }
      } catch (error) {
        await reader.cancel().catch(() => {});
        if (this.#closed) return;
        // Nothing that comes can be read any more.
        if (error instanceof Unusable) throw error;
        logger.error("Watching the store failed", error);
        await sleep(clock, WATCH_RETRY_MS, this.#stop.signal).catch(() => {});
      }
    }
  }

  #discard({ id, pointers }: StagedChunks): void {
    const count = pointers.reduce((sum, { length }) => sum + chunkCount(length), 0);
    this.#background("Deleting values of a failed commit", () => {
      return discardChunks(this.#kv, id, count);
    });
  }

  /** Runs what no caller waits for; closing does. A failure is logged. */
  #background(action: string, work: () => Promise<void>): void {
    void this.#inFlight.run(work).catch((error) => this.#failed(action, error));
  }

  #failed(action: string, error: unknown): void {
    if (this.#closed) return;
    this.#options.logger.error("A task of the store failed in the background", error, { action });
  }

  /**
   * Runs a call, counted until it settles, and sees to it that it fails only as callers expect. An
   * abort of the signal ends the caller's wait; one of `cancel` is for the call itself to act upon.
   */
  async #run<T>(
    { signal }: CallOptions,
    call: () => Promise<T>,
    cancel = signal,
  ): Promise<T> {
    cancel?.throwIfAborted();
    this.#check();
    try {
      const running = this.#inFlight.run(call);
      return await (signal === undefined ? running : abortable(running, signal));
    } catch (error) {
      if (error instanceof StoreError || (cancel?.aborted ?? false)) throw error;
      throw new Unavailable(`a call to ${this.#options.where}`, "nothing written", error);
    }
  }
}

function expectedOf(options: KvStoreOptions): Expected {
  const { where, dialect, newestFormat = NEWEST_FORMAT, create = true } = options;
  return { where, dialect, newestFormat, create };
}

/** Settles as `running` does, or rejects with the signal's reason when that aborts first. */
function abortable<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
