/**
 * Reads values from rows.
 *
 * @module
 */

import { Corrupt } from "../errors.ts";
import type { Version } from "../history/history.ts";
import { Queue } from "../../../toolkit/queue.ts";
import type { KvDatabase } from "./database.ts";
import { changeRow, GET_ROWS, LIST_ROWS, revisionRow } from "./layout.ts";
import { readChunks } from "./chunks.ts";
import { type ChangeRecord, decodeRecord } from "./record.ts";

/** Packs where a row is, within its revision, and whether its value lies in chunks, into a place. */
export function packPlace(position: number, inChunks: boolean): number {
  return position * 2 + (inChunks ? 1 : 0);
}

/** The position of a packed place. */
export function positionOf(place: number): number {
  return place >> 1;
}

/** Whether the value of a packed place lies in chunks. */
export function isInChunks(place: number): boolean {
  return (place & 1) === 1;
}

/** The row of a version. */
export function rowOf({ revision, place }: Version): Deno.KvKey {
  return changeRow(revision, positionOf(place));
}

/** How many calls to the database one read keeps under way. */
const PARALLEL_GETS = 4;

/** From this many rows on, neighbours in the log are read by one list instead of by their keys. */
const LEAST_RUN = 32;

/** Neighbours: at most this many revisions apart. */
const RUN_GAP = 4;

/** Bytes of values that are kept in memory for watchers at the end of the log. */
const RECENT_BYTES = 8 * 1024 * 1024;

/** What each of them counts beside its value, so that empty ones end too. */
const RECENT_OVERHEAD_BYTES = 64;

/**
 * Reads the values of versions from their rows, one or many at a time. Values that were just
 * written stay in memory for a while, up to a bound, as watchers ask for them.
 */
export class RowReader {
  readonly #kv: KvDatabase;
  readonly #newestFormat: number;
  /** Versions whose values are in memory, the oldest first. */
  readonly #recent = new Queue<Version>();
  #recentBytes = 0;

  constructor(kv: KvDatabase, newestFormat: number) {
    this.#kv = kv;
    this.#newestFormat = newestFormat;
  }

  /** Reads a row's record; throws as `decodeRecord` does. */
  record({ key, value }: { key: Deno.KvKey; value: unknown }): ChangeRecord {
    return decodeRecord(value, key, this.#newestFormat);
  }

  /** Has a version that was just added keep its value for a while: watchers will ask for it. */
  remember(version: Version): void {
    this.#recent.push(version);
    this.#recentBytes += version.bytes + RECENT_OVERHEAD_BYTES;
    while (this.#recentBytes > RECENT_BYTES) {
      const oldest = this.#recent.at(0);
      if (oldest === undefined) break;
      this.#recent.drop(1);
      this.#recentBytes -= oldest.bytes + RECENT_OVERHEAD_BYTES;
      oldest.value = undefined;
    }
  }

  /** The values of versions that exist, in their order; undefined where the row is gone. */
  async values(versions: readonly Version[]): Promise<(Uint8Array | undefined)[]> {
    const values = versions.map(({ value }) => value);
    // One version may be asked for twice: as a change, and as what a later change replaced.
    const missing = new Set<Version>();
    versions.forEach((version, index) => values[index] === undefined && missing.add(version));
    if (missing.size === 0) return values;
    const read = await this.#read([...missing]);
    return values.map((value, index) => value ?? read.get(versions[index] as Version));
  }

  async #read(versions: Version[]): Promise<Map<Version, Uint8Array>> {
    const read = new Map<Version, Uint8Array>();
    versions.sort((a, b) => a.revision - b.revision);
    const single: Version[] = [];
    for (let start = 0; start < versions.length;) {
      const run = versions.slice(start, runEnd(versions, start));
      if (run.length < LEAST_RUN) single.push(...run);
      else await this.#readRun(run, read);
      start += run.length;
    }
    await this.#readSingle(single, read);
    return read;
  }

  /** Reads neighbours by one pass over that part of the log. */
  async #readRun(run: readonly Version[], read: Map<Version, Uint8Array>): Promise<void> {
    const wanted = new Map(run.map((version) => [rowId(version), version]));
    const range = {
      start: revisionRow((run[0] as Version).revision),
      end: revisionRow((run.at(-1) as Version).revision + 1),
    };
    for await (const entry of this.#kv.list(range, { batchSize: LIST_ROWS })) {
      const version = wanted.get(`${String(entry.key[1])}/${String(entry.key[2])}`);
      if (version !== undefined) await this.#decode(version, entry, read);
    }
  }

  async #readSingle(
    versions: readonly Version[],
    read: Map<Version, Uint8Array>,
  ): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < versions.length) {
        const some = versions.slice(next, next += GET_ROWS);
        const keys = some.map(rowOf);
        const entries = await this.#kv.getMany<unknown[]>(keys);
        for (const [index, version] of some.entries()) {
          const entry = entries[index];
          if (entry !== undefined && entry.value !== null) await this.#decode(version, entry, read);
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_GETS }, work));
  }

  async #decode(
    version: Version,
    entry: { key: Deno.KvKey; value: unknown },
    read: Map<Version, Uint8Array>,
  ): Promise<void> {
    const { key, value, pointer } = this.record(entry);
    if (key !== version.key) {
      throw new Corrupt(`the record at ${JSON.stringify(entry.key)} is of another key than it was`);
    }
    const found = value ?? (pointer && await readChunks(this.#kv, pointer));
    if (found !== undefined) read.set(version, found);
  }
}

/** Where a run of neighbours in the log ends that starts at `start`. */
function runEnd(versions: readonly Version[], start: number): number {
  let end = start + 1;
  for (let last = versions[start]; end < versions.length; end++) {
    const next = versions[end] as Version;
    if (next.revision - (last as Version).revision > RUN_GAP) break;
    last = next;
  }
  return end;
}

function rowId({ revision, place }: Version): string {
  return `${revision}/${positionOf(place)}`;
}
