/**
 * Reads the values of versions from their rows, few or many at a time.
 *
 * @module
 */

import { Corrupt } from "../errors.ts";
import type { Version } from "../history/history.ts";
import { Queue } from "../history/queue.ts";
import { changeRow, GET_ROWS, LIST_ROWS, revisionRow } from "./layout.ts";
import { readPieces } from "./pieces.ts";
import { decodeRecord } from "./record.ts";

/**
 * A version whose payload says where its row is: the position within its commit and whether the
 * value lies in pieces, packed into one small number because there is one for every object.
 */
export type RowVersion = Version<number>;

/** Packs a place. */
export function packPlace(position: number, inPieces: boolean): number {
  return position * 2 + (inPieces ? 1 : 0);
}

/** The position of a packed place. */
export function positionOf(place: number): number {
  return place >> 1;
}

/** Whether the value of a packed place lies in pieces. */
export function isInPieces(place: number): boolean {
  return (place & 1) === 1;
}

/** How many calls to the database one read keeps under way. */
const PARALLEL_GETS = 4;

/** From this many rows on, neighbours in the log are read by one list instead of by their keys. */
const LEAST_RUN = 32;

/** Neighbours: at most this many revisions apart. */
const RUN_GAP = 4;

/** Values of the newest changes, which watchers are about to ask for. */
class RecentValues {
  readonly #values = new Map<RowVersion, Uint8Array>();
  /** In the order in which they were added: to find the oldest in the map gets slower and slower. */
  readonly #order = new Queue<RowVersion>();
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get(version: RowVersion): Uint8Array | undefined {
    return this.#values.get(version);
  }

  /** Adds the value of a version that was not added before. */
  add(version: RowVersion, value: Uint8Array): void {
    this.#values.set(version, value);
    this.#order.push(version);
    this.#bytes += value.length;
    while (this.#bytes > this.#limitBytes) {
      const oldest = this.#order.at(0);
      if (oldest === undefined) break;
      this.#order.drop(1);
      this.#values.delete(oldest);
      this.#bytes -= oldest.bytes;
    }
  }
}

/** Bytes of values that are kept for watchers at the end of the log. */
const RECENT_BYTES = 32 * 1024 * 1024;

/** See the module's comment. */
export class RowReader {
  readonly #kv: Deno.Kv;
  readonly #recent = new RecentValues(RECENT_BYTES);

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  /** Keeps a value that was just written, so that watchers need not read it. */
  remember(version: RowVersion, value: Uint8Array): void {
    this.#recent.add(version, value);
  }

  /** The values of versions that exist, in their order; undefined where the row is gone. */
  async values(versions: readonly RowVersion[]): Promise<(Uint8Array | undefined)[]> {
    const values = versions.map((version) => this.#recent.get(version));
    // One version may be asked for twice: as a change, and as what a later change replaced.
    const missing = new Set<RowVersion>();
    versions.forEach((version, index) => values[index] === undefined && missing.add(version));
    if (missing.size === 0) return values;
    const read = await this.#read([...missing]);
    return values.map((value, index) => value ?? read.get(versions[index] as RowVersion));
  }

  async #read(versions: RowVersion[]): Promise<Map<RowVersion, Uint8Array>> {
    const read = new Map<RowVersion, Uint8Array>();
    versions.sort((a, b) => a.revision - b.revision);
    const single: RowVersion[] = [];
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
  async #readRun(run: readonly RowVersion[], read: Map<RowVersion, Uint8Array>): Promise<void> {
    const wanted = new Map(run.map((version) => [rowId(version), version]));
    const range = {
      start: revisionRow((run[0] as RowVersion).revision),
      end: revisionRow((run.at(-1) as RowVersion).revision + 1),
    };
    for await (const entry of this.#kv.list(range, { batchSize: LIST_ROWS })) {
      const version = wanted.get(`${String(entry.key[1])}/${String(entry.key[2])}`);
      if (version !== undefined) await this.#decode(version, entry, read);
    }
  }

  async #readSingle(
    versions: readonly RowVersion[],
    read: Map<RowVersion, Uint8Array>,
  ): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < versions.length) {
        const some = versions.slice(next, next += GET_ROWS);
        const keys = some.map(({ revision, payload }) => changeRow(revision, positionOf(payload)));
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
    version: RowVersion,
    entry: { key: Deno.KvKey; value: unknown },
    read: Map<RowVersion, Uint8Array>,
  ): Promise<void> {
    const { key, value, pointer } = decodeRecord(entry.value, entry.key);
    if (key !== version.key) {
      throw new Corrupt(`the record at ${JSON.stringify(entry.key)} is of another key than it was`);
    }
    const found = value ?? (pointer && await readPieces(this.#kv, pointer));
    if (found !== undefined) read.set(version, found);
  }
}

/** Where a run of neighbours in the log ends that starts at `start`. */
function runEnd(versions: readonly RowVersion[], start: number): number {
  let end = start + 1;
  for (let last = versions[start]; end < versions.length; end++) {
    const next = versions[end] as RowVersion;
    if (next.revision - (last as RowVersion).revision > RUN_GAP) break;
    last = next;
  }
  return end;
}

function rowId({ revision, payload }: RowVersion): string {
  return `${revision}/${positionOf(payload)}`;
}
