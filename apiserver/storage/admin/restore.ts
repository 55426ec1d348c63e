/**
 * Writes a backup into a store. While it runs, a key of the store says so: a restore that was cut
 * short leaves a store that nothing else opens, and that the next restore begins anew.
 *
 * @module
 */

import type { Dialect } from "../../../toolkit/names.ts";
import { Conflict, StoreError, TooLarge } from "../errors.ts";
import { MAX_COMMIT_OPS } from "../limits.ts";
import type { Op, Store } from "../store.ts";
import { type Backup, type BackupRecord, BadBackup } from "./backup_format.ts";
import { RESTORING } from "../restoring.ts";
import { scan } from "./scan.ts";

/** Bytes of values in one commit. */
const COMMIT_BYTES = 512 * 1024;
/** Commits under way at once. */
const COMMITS = 8;
/** What a restore is told. */
export interface RestoreOptions {
  readonly store: Store;
  /** The normalized `--store-prefix`. */
  readonly prefix: string;
  readonly dialect: Dialect;
  /** Replace what the store holds. */
  readonly force: boolean;
  /** The largest record of the backup, where it is known: the store is asked whether it takes it. */
  readonly largest?: BackupRecord | undefined;
  readonly signal?: AbortSignal;
  /** Told now and then of how many keys are written. */
  readonly progress?: (keys: number) => void;
}

/** What a restore came to. */
export interface Restored {
  readonly keys: number;
  readonly revision: number;
  /** The backup's own revision: revisions up to it are known to clients of the old store. */
  readonly backupRevision: number;
}

/**
 * Writes `backup` into the store, which must be empty under its prefix unless `force` is given or
 * what is there is an unfinished restore. The backup's end is checked before the store is opened
 * for use: a damaged one throws {@link BadBackup} and leaves the store unfinished.
 */
export async function restoreBackup(backup: Backup, options: RestoreOptions): Promise<Restored> {
  try {
    return await restoreRecords(backup, options);
  } finally {
    await backup.close();
  }
}

async function restoreRecords(backup: Backup, options: RestoreOptions): Promise<Restored> {
  const { store, prefix, dialect, force, largest, signal } = options;
  const { header } = backup;
  if (header.dialect !== dialect) {
    throw new BadBackup(
      `the backup is of a store made with --api-dialect=${header.dialect}, not ${dialect}`,
    );
  }
  const marker = prefix + RESTORING;
  const unfinished = await store.get(marker, { signal }) !== undefined;
  if (!force && !unfinished) await refuseUsed(store, prefix, signal);
  if (largest !== undefined) await tryRecord(store, prefix, largest, signal);
  await store.commit([{ type: "put", key: marker, value: new TextEncoder().encode(header.time) }]);
  await clear(options, marker);
  const keys = await write(backup, options);
  const minRevision = header.revision + 1;
  const revision = await store.commit([{ type: "delete", key: marker }], { minRevision });
  return { keys, revision, backupRevision: header.revision };
}

async function refuseUsed(store: Store, prefix: string, signal?: AbortSignal): Promise<void> {
  const { items, remaining } = await store.range(`${prefix}/`, { limit: 1, signal });
  if (items.length > 0) {
    throw new StoreError(
      `the store holds ${
        items.length + remaining
      } keys: restore into an empty one, or replace them with --force`,
    );
  }
}

/** That of an empty store: no key is ever at it, so that nothing is written on the condition that one is. */
const NO_REVISION = 1;

/**
 * Throws where the store does not take a record of this size. Only the store knows: etcd has its
 * limit from its own command line, and tells it to nobody until a request is over it.
 */
async function tryRecord(
  store: Store,
  prefix: string,
  { key, value }: BackupRecord,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const op: Op = { type: "put", key: prefix + key, value, revision: NO_REVISION };
    await store.commit([op], { signal });
  } catch (error) {
    if (error instanceof Conflict) return;
    if (!(error instanceof TooLarge)) throw error;
    throw new StoreError(
      `the store can't take all of the backup, and is left as it was: of ${JSON.stringify(key)} ` +
        error.message,
      { cause: error },
    );
  }
}

async function clear(options: RestoreOptions, marker: string): Promise<void> {
  const { store, prefix, signal } = options;
  const revision = await store.revision({ signal });
  const writer = new Writer(store);
  for await (const { key } of scan(store, `${prefix}/`, revision, signal)) {
    if (key !== marker) await writer.add({ type: "delete", key });
  }
  await writer.finish();
}

async function write({ records }: Backup, options: RestoreOptions): Promise<number> {
  const { store, prefix, signal, progress } = options;
  const writer = new Writer(store);
  let keys = 0;
  for await (const { key, value } of records) {
    signal?.throwIfAborted();
    await writer.add({ type: "put", key: prefix + key, value });
    if (++keys % 1000 === 0) progress?.(keys);
  }
  await writer.finish();
  return keys;
}

/** Gathers operations into commits, several of them under way. */
class Writer {
  readonly #store: Store;
  #ops: Op[] = [];
  #bytes = 0;
  #running = new Set<Promise<unknown>>();
  #failure: { error: unknown } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async add(op: Op): Promise<void> {
    const bytes = op.type === "put" ? op.value.length : 0;
    if (this.#ops.length === MAX_COMMIT_OPS || this.#bytes + bytes > COMMIT_BYTES) {
      await this.#send();
    }
    this.#ops.push(op);
    this.#bytes += bytes;
  }

  async finish(): Promise<void> {
    await this.#send();
    await Promise.all(this.#running);
    this.#check();
  }

  async #send(): Promise<void> {
    if (this.#ops.length === 0) return;
    const ops = this.#ops;
    this.#ops = [];
    this.#bytes = 0;
    const running: Promise<unknown> = this.#commit(ops)
      .catch((error: unknown) => this.#failure ??= { error })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    if (this.#running.size >= COMMITS) await Promise.race(this.#running);
    this.#check();
  }

  /** A store may take each of the operations, and not all at once: its limit is known to it alone. */
  async #commit(ops: readonly Op[]): Promise<void> {
    try {
      await this.#store.commit(ops);
    } catch (error) {
      if (!(error instanceof TooLarge) || ops.length === 1) throw error;
      const half = ops.length >> 1;
      await this.#commit(ops.slice(0, half));
      await this.#commit(ops.slice(half));
    }
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
