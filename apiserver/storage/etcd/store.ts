/**
 * A store in an etcd cluster.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import type { Expected } from "../description.ts";
import {
  Closed,
  Compacted,
  FutureRevision,
  InvalidRequest,
  Overloaded,
  SetBack,
  StoreError,
  Unavailable,
  Unusable,
} from "../errors.ts";
import { InFlight } from "../kv/in_flight.ts";
import { MAX_WAITING_BYTES } from "../limits.ts";
import type { Proxy } from "../../../toolkit/transport/mod.ts";
import type { StoreTls } from "../options.ts";
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
import { changes, type ChangesSource } from "./changes.ts";
import { EtcdClient, saysCompacted, saysFuture, type Timeouts } from "./client.ts";
import { CommitWriter } from "./commit.ts";
import { compactAt, findCompacted } from "./compaction.ts";
import type { Member } from "./servers.ts";
import { rangeOfPrefix } from "./key_range.ts";
import { claimStore, type Marker, markerKey, markerOf, NEWEST_FORMAT } from "./marker.ts";
import { decodeStatus, METHODS } from "./messages.ts";
import { readKey, readPage, readRange } from "./read.ts";

/** Options of an {@link EtcdStore}. */
export interface EtcdStoreOptions {
  /** What people call the place, for errors. */
  readonly where: string;
  /** The cluster's servers, in any order; some may be down. */
  readonly members: readonly Member[];
  readonly tls?: StoreTls | undefined;
  readonly proxy?: Proxy | undefined;
  /** What the store's keys start with, without a slash at the end. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** The largest message that is taken from a server, in bytes. Default 256 MiB. */
  readonly messageLimitBytes?: number | undefined;
  /** The newest format that is read and written. Default: that of this program. */
  readonly newestFormat?: number | undefined;
  /** Make a store where there is none. Default true. */
  readonly create?: boolean | undefined;
}

/**
 * A store in an etcd cluster. Revisions, transactions, history, watches and compaction are etcd's
 * own, and other processes may write under the same prefix through stores of their own. In a
 * cluster that others use too, their writes make revisions as well, so a store's own commits may
 * skip some.
 */
export class EtcdStore implements Store {
  readonly #options: EtcdStoreOptions;
  readonly #client: EtcdClient;
  /** What all keys start with. */
  readonly #root: string;
  readonly #markerKey: Uint8Array;
  #marker: Marker;
  /** Set once the store was raised to a format that this program does not know, or set back. */
  #unusable: Unusable | undefined;
  readonly #writer: CommitWriter;
  readonly #inFlight = new InFlight();
  readonly #stop = new AbortController();
  readonly #source: ChangesSource;
  #seen = 0;
  #knownCompacted = 0;
  #commitBytes = 0;
  #asking: Promise<number> | undefined;
  #askingNext: Promise<number> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: EtcdStoreOptions, client: EtcdClient, marker: Marker) {
    this.#options = options;
    this.#client = client;
    this.#root = `${options.prefix}/`;
    this.#markerKey = markerKey(options.prefix);
    this.#marker = marker;
    const seen = () => this.#seen;
    this.#writer = new CommitWriter(client, {
      get seen() {
        return seen();
      },
    });
    const knownCompacted = () => this.#knownCompacted;
    this.#source = {
      client,
      closed: this.#stop.signal,
      marker: this.#markerKey,
      revision: (signal) => this.revision({ signal }),
      saw: (revision) => this.#see(revision, 0),
      get knownCompacted() {
        return knownCompacted();
      },
      narrow: (prefix) => this.#narrow(prefix),
    };
  }

  /** Opens the store under the prefix, and makes it where nothing is there. */
  static async open(options: EtcdStoreOptions): Promise<EtcdStore> {
    const client = new EtcdClient(options);
    try {
      const marker = await claimStore(client, options.prefix, expectedOf(options));
      return new EtcdStore(options, client, marker);
    } catch (error) {
      client.close();
      if (error instanceof StoreError) throw error;
      throw new Unavailable(`opening ${options.where}`, "nothing written", error);
    }
  }

  /** Others write to it, too. */
  get ownRevision(): undefined {
    return undefined;
  }

  revision(options: CallOptions = {}): Promise<number> {
    return this.#run(options, () => this.#newest());
  }

  get(key: string, options: GetOptions = {}): Promise<Stored | undefined> {
    return this.#run(options, async () => {
      checkKey(key);
      const at = readAt(options.at);
      const before = this.#seen;
      return await this.#reading(at, async () => {
        const { found, revision } = await readKey(this.#client, key, at, options.signal);
        this.#see(revision, before);
        return key.startsWith(this.#root) ? found : undefined;
      });
    });
  }

  range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    return this.#run(options, async () => {
      checkRange(prefix, options);
      const { after, limit = Infinity, limitBytes = Infinity, signal } = options;
      const at = readAt(options.at);
      const before = this.#seen;
      return await this.#reading(at, async () => {
        const narrow = this.#narrow(prefix);
        const request = { prefix: narrow ?? this.#root, after, limit, limitBytes, revision: at };
        const { items, revision, remaining, newest } = await readPage(
          this.#client,
          narrow === undefined ? { ...request, limit: 1 } : request,
          signal,
        );
        this.#see(newest, before);
        if (narrow === undefined) return { items: [], revision, remaining: 0 };
        return { items, revision: options.at ?? revision, remaining };
      });
    });
  }

  commit(ops: readonly Op[], options: CommitOptions = {}): Promise<number> {
    // Not as the call's signal: it must not cut short the wait for a commit that is on its way.
    return this.#run({}, async () => {
      checkMinRevision(options.minRevision);
      const bytes = checkOps(ops);
      for (const { key } of ops) {
        if (!key.startsWith(this.#root)) {
          throw new InvalidRequest(`key ${JSON.stringify(key)} is not under ${this.#root}`);
        }
      }
      if (ops.length === 0) return await this.#newest();
      const waiting = this.#commitBytes;
      if (waiting > 0 && waiting + bytes > MAX_WAITING_BYTES) throw new Overloaded(waiting);
      this.#commitBytes += bytes;
      const before = this.#seen;
      try {
        const revision = await this.#writer.write(ops, options.signal);
        this.#see(revision, before);
        return revision;
      } finally {
        this.#commitBytes -= bytes;
      }
    }, options.signal);
  }

  changes(since: number, options: ChangesOptions = {}): AsyncIterable<ChangeBatch> {
    return changes(this.#source, since, options);
  }

  compact(revision: number, options: CallOptions = {}): Promise<void> {
    return this.#run(options, async () => {
      checkRevision(revision, "the revision to compact at");
      if (revision <= this.#knownCompacted || revision === 0) return;
      const outcome = await compactAt(this.#client, revision, options.signal);
      if (outcome === "future") throw new FutureRevision(revision, await this.#newest());
      this.#knownCompacted = Math.max(this.#knownCompacted, revision);
    });
  }

  status(options: CallOptions = {}): Promise<StoreStatus> {
    return this.#run(options, async () => {
      const { signal } = options;
      const before = this.#seen;
      const [own, count, compacted] = await Promise.all([
        this.#client.repeat(METHODS.status, new Uint8Array(0), signal),
        readRange(this.#client, { ...rangeOfPrefix(this.#root), countOnly: true }, signal),
        this.#compacted(signal),
      ]);
      this.#see(count.revision, before);
      return {
        backend: "etcd",
        revision: count.revision,
        compacted,
        keys: count.count,
        sizeBytes: decodeStatus(own).sizeBytes,
      };
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stop.abort(new Closed());
    await this.#inFlight.none();
    this.#client.close();
  }

  /**
   * Notes the newest revision that an answer has named; what was asked was asked when `before` had
   * been seen. All of etcd's answers are of the state after that, unless it was set back.
   */
  #see(revision: number, before: number): void {
    if (revision < before) {
      this.#unusable ??= new SetBack(this.#options.where, before, revision);
    }
    if (revision > this.#seen) this.#seen = revision;
  }

  /** Asks for the newest revision; callers that ask while a question is under way share the next. */
  #newest(): Promise<number> {
    if (this.#asking === undefined) {
      this.#asking = this.#ask().finally(() => this.#asking = undefined);
      return this.#asking;
    }
    // The answer under way may be older than what was acknowledged before this call.
    this.#askingNext ??= this.#asking.catch(() => {}).then(() => {
      this.#askingNext = undefined;
      return this.#newest();
    });
    return this.#askingNext;
  }

  async #ask(): Promise<number> {
    // Another process may have raised the store's format, and who asks must not miss that.
    const request = { key: this.#markerKey };
    const before = this.#seen;
    const { revision, items: [found] } = await readRange(this.#client, request, undefined);
    this.#see(revision, before);
    this.#checkUsable();
    if (found?.modRevision !== this.#marker.changedAt) {
      try {
        this.#marker = markerOf(found, expectedOf(this.#options));
      } catch (error) {
        if (error instanceof Unusable) this.#unusable = error;
        throw error;
      }
    }
    return revision;
  }

  #checkUsable(): void {
    if (this.#unusable !== undefined) throw this.#unusable;
  }

  /** What keys under `prefix` of this store have in common; undefined when there can be none. */
  #narrow(prefix: string): string | undefined {
    if (prefix.startsWith(this.#root)) return prefix;
    return this.#root.startsWith(prefix) ? this.#root : undefined;
  }

  /** Turns etcd's words for a revision that can't be read into the store's. */
  async #reading<T>(at: number, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (saysFuture(error)) throw new FutureRevision(at, await this.#newest());
      if (saysCompacted(error)) throw new Compacted(at, await this.#compacted(undefined));
      throw error;
    }
  }

  async #compacted(signal: AbortSignal | undefined): Promise<number> {
    const either = AbortSignal.any(signal === undefined ? [] : [signal]);
    const found = await findCompacted(this.#client, this.#markerKey, either);
    this.#knownCompacted = Math.max(this.#knownCompacted, found);
    return this.#knownCompacted;
  }

  /**
   * Runs a call, counted until it settles, and sees to it that it fails only as callers expect. An
   * abort of the signal ends the caller's wait; one of `cancel` is for the call itself to act upon.
   */
  async #run<T>({ signal }: CallOptions, call: () => Promise<T>, cancel = signal): Promise<T> {
    cancel?.throwIfAborted();
    if (this.#stop.signal.aborted) throw new Closed();
    this.#checkUsable();
    try {
      const running = this.#inFlight.run(call);
      return await (signal === undefined ? running : abortable(running, signal));
    } catch (error) {
      if (error instanceof StoreError || (cancel?.aborted ?? false)) throw error;
      throw new Unavailable(`a call to ${this.#options.where}`, "nothing written", error);
    }
  }
}

function expectedOf(options: EtcdStoreOptions): Expected {
  const { where, dialect, newestFormat = NEWEST_FORMAT, create = true } = options;
  return { where, dialect, newestFormat, create };
}

/** The revision to ask etcd for, where 0 is the newest. Revision 1 is that of an empty etcd. */
function readAt(at: number | undefined): number {
  if (at === undefined) return 0;
  checkRevision(at, "a revision to read at");
  return Math.max(at, 1);
}

/** Settles as `running` does, or rejects with the signal's reason when that aborts first. */
function abortable<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
