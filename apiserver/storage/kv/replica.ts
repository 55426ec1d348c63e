/**
 * The index of a database's versions.
 *
 * @module
 */

import { type Expected, formatOf } from "../description.ts";
import { Corrupt, SetBack, Unusable } from "../errors.ts";
import { History } from "../history/history.ts";
import type { KvDatabase } from "./database.ts";
import {
  CHANGES,
  COMPACTED_ROW,
  type CompactedMark,
  decodeMark,
  decodeRevision,
  LIST_ROWS,
  META_ROW,
  NEWEST_ROW,
  revisionRow,
} from "./layout.ts";
import type { ChangeRecord } from "./record.ts";
import { packPlace, positionOf, type RowReader } from "./rows.ts";

/** The revision of an empty store. */
export const EMPTY_REVISION = 1;

/** The newest revision in the database, with what a commit on top of it must check. */
export interface Newest {
  readonly revision: number;
  readonly versionstamp: string;
}

interface Row {
  readonly revision: number;
  readonly position: number;
  readonly record: ChangeRecord;
}

/** What a {@link Replica} is made with. */
export interface ReplicaOptions {
  readonly kv: KvDatabase;
  readonly rows: RowReader;
  /** Whether no other process writes. */
  readonly exclusive: boolean;
  /** What the store's description must say, now and later. */
  readonly expected: Expected;
  /** Called when the revision moves, or the store is found to be of no more use. */
  readonly onAdvance: () => void;
}

/**
 * What this process knows of the database: the index of all versions, built from the log when the
 * store opens, and kept up to date from it where other processes write too.
 */
export class Replica {
  readonly #kv: KvDatabase;
  readonly #rows: RowReader;
  readonly #exclusive: boolean;
  readonly #expected: Expected;
  readonly #onAdvance: () => void;
  #history = new History(EMPTY_REVISION);
  #newest: Newest = { revision: 0, versionstamp: "" };
  #described = "";
  #format = 0;
  #unusable: Unusable | undefined;
  #unfinished: number | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshNext: Promise<void> | undefined;

  constructor({ kv, rows, exclusive, expected, onAdvance }: ReplicaOptions) {
    this.#kv = kv;
    this.#rows = rows;
    this.#exclusive = exclusive;
    this.#expected = expected;
    this.#onAdvance = onAdvance;
  }

  /** All versions, up to the newest revision that this process has seen. */
  get history(): History {
    return this.#history;
  }

  /** The format that the store is written in. */
  get format(): number {
    return this.#format;
  }

  /** Throws once the store was found set back, or raised to a format that this program does not know. */
  checkUsable(): void {
    if (this.#unusable !== undefined) throw this.#unusable;
  }

  /** Where the next commit goes on. */
  get newest(): Newest {
    return this.#newest;
  }

  /** The revision of a compaction that {@link load} found begun, and that no other process goes on
   * with: the history still holds what it was to forget. */
  get unfinishedCompaction(): number | undefined {
    return this.#unfinished;
  }

  /** Notes that this process wrote up to `newest`; the caller has added the versions. */
  wrote(newest: Newest): void {
    this.#see(newest);
    this.#onAdvance();
  }

  /** Sees all that any process wrote before this call. */
  catchUp(): Promise<void> {
    return this.#exclusive ? Promise.resolve() : this.refresh();
  }

  /** As {@link catchUp}, also where no other process writes: after an uncertain commit of our own. */
  refresh(): Promise<void> {
    if (this.#refreshing === undefined) {
      this.#refreshing = this.#refresh().finally(() => this.#refreshing = undefined);
      return this.#refreshing;
    }
    // The one under way may have looked before this call: the next one serves all who ask by then.
    this.#refreshNext ??= this.#refreshing.catch(() => {}).then(() => {
      this.#refreshNext = undefined;
      return this.refresh();
    });
    return this.#refreshNext;
  }

  /** Builds the index anew from the whole log. */
  async load(): Promise<void> {
    const { newest, mark } = await this.#head();
    // Nobody else deletes what the compaction left: the store takes it up again, as if from the start.
    this.#unfinished = this.#exclusive && !mark.done ? mark.revision : undefined;
    const history = new History(EMPTY_REVISION, this.#unfinished === undefined ? mark.revision : 0);
    for await (const row of this.#list({ prefix: CHANGES })) {
      if (row.revision > newest.revision) break;
      addRow(history, row);
    }
    history.advance(newest.revision);
    if (!this.#exclusive) await this.#forgetDeleted(history, mark);
    this.#history = history;
    this.#see(newest);
    this.#onAdvance();
  }

  /**
   * While the log was read, another process may have been deleting what a compaction made obsolete:
   * a put was still there, the tombstone after it no longer. Of one key older rows go first, so such
   * a put is gone by now.
   */
  async #forgetDeleted(history: History, before: CompactedMark): Promise<void> {
    const { mark } = await this.#head();
    if (before.done && mark.done && mark.revision === before.revision) return;
    const present = new Set<string>();
    const range = { start: CHANGES, end: revisionRow(mark.revision + 1) };
    for await (const { revision, position } of this.#list(range)) {
      present.add(`${revision}/${position}`);
    }
    history.discardHeads(
      mark.revision,
      ({ revision, place }) => present.has(`${revision}/${positionOf(place)}`),
    );
  }

  async #refresh(): Promise<void> {
    const before = this.#newest.revision;
    const { newest, mark } = await this.#head();
    if (newest.revision < before) {
      throw this.#end(new SetBack(this.#expected.where, before, newest.revision));
    }
    const base = this.#history.revision;
    if (newest.revision > base) {
      const range = { start: revisionRow(base + 1), end: revisionRow(newest.revision + 1) };
      const rows = await Array.fromAsync(this.#list(range));
      const after = decodeMark((await this.#kv.get(COMPACTED_ROW)).value);
      // Rows that this process never saw may have been deleted: tombstones, for one.
      if (after.revision > base) return await this.load();
      this.#addRows(rows);
    }
    this.#see(newest);
    const compacted = Math.min(mark.revision, this.#history.revision);
    // The process that compacts deletes the rows; here only the index forgets.
    if (compacted > this.#history.compacted) this.#history.compact(compacted);
    if (newest.revision > base) this.#onAdvance();
  }

  /** Adds whole revisions, leaving out those that a commit of this process added meanwhile. */
  #addRows(rows: readonly Row[]): void {
    const seen = this.#history.revision;
    const added = rows.filter(({ revision }) => revision > seen);
    // What a commit in flight has staged is among these rows, or will be refused.
    if (added.length > 0) this.#history.unstage();
    for (const row of added) {
      const version = addRow(this.#history, row);
      if (row.record.value === undefined) continue;
      version.value = row.record.value;
      this.#rows.remember(version);
    }
  }

  #see(newest: Newest): void {
    this.#history.advance(newest.revision);
    // Raising the format writes the row of a revision anew.
    const { revision, versionstamp } = this.#newest;
    const isNewer = newest.revision > revision ||
      newest.revision === revision && newest.versionstamp > versionstamp;
    if (isNewer) this.#newest = newest;
  }

  async #head(): Promise<{ newest: Newest; mark: CompactedMark }> {
    const [newest, mark, described] = await this.#kv.getMany<[unknown, unknown, unknown]>(
      [NEWEST_ROW, COMPACTED_ROW, META_ROW],
    );
    if (described.versionstamp === null || described.versionstamp !== this.#described) {
      this.#readDescription(described);
    }
    if (newest.versionstamp === null) throw new Corrupt("the store has lost its newest revision");
    return {
      newest: { revision: decodeRevision(newest.value), versionstamp: newest.versionstamp },
      mark: decodeMark(mark.value),
    };
  }

  /** Reads the store's description, which another process may have changed. */
  #readDescription({ value, versionstamp }: Deno.KvEntryMaybe<unknown>): void {
    try {
      this.#format = formatOf(value, this.#expected);
      this.#described = versionstamp ?? "";
    } catch (error) {
      throw error instanceof Unusable ? this.#end(error) : error;
    }
  }

  /** Nothing more can be read: who follows the changes is to know. */
  #end(error: Unusable): Unusable {
    this.#unusable = error;
    this.#onAdvance();
    return error;
  }

  async *#list(range: Deno.KvListSelector): AsyncGenerator<Row> {
    for await (const { key, value } of this.#kv.list(range, { batchSize: LIST_ROWS })) {
      const [, revision, position] = key;
      if (typeof revision !== "number" || typeof position !== "number") {
        throw new Corrupt(`the store's log holds a row ${JSON.stringify(key)}`);
      }
      yield { revision, position, record: this.#rows.record({ key, value }) };
    }
  }

  /** Whether a row is there and was written by `writer`. */
  async hasRow(row: Deno.KvKey, writer: Uint8Array): Promise<boolean> {
    const entry = await this.#kv.get(row);
    if (entry.value === null) return false;
    const found = this.#rows.record(entry).writer;
    return found.every((byte, index) => byte === writer[index]);
  }
}

function addRow(history: History, { revision, position, record }: Row) {
  const { key, createRevision, value, pointer } = record;
  const bytes = value?.length ?? pointer?.length ?? 0;
  const place = packPlace(position, pointer !== undefined);
  return history.add(key, revision, createRevision, bytes, place);
}
