/**
 * Values too large for a row: they are written as chunks under a fresh id first, and the commit then
 * points to them. A pending row, written with the first chunks and deleted by the commit, tells
 * chunks that nobody points to; the commit checks that it is still there, so that chunks which were
 * swept away meanwhile can't be pointed to.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { KvDatabase } from "./database.ts";
import {
  ATOMIC_BYTES,
  ATOMIC_ROWS,
  CHUNK_BYTES,
  chunkRow,
  decodeRevision,
  encodeRevision,
  LIST_ROWS,
  PENDING,
  pendingRow,
} from "./layout.ts";
import { chunkCount, CHUNKS_ID_BYTES, type Pointer } from "./record.ts";

/** Chunks in one atomic operation. */
const CHUNKS_AN_ATOMIC = Math.floor(ATOMIC_BYTES / (CHUNK_BYTES + 64));

/** Chunks of another process are left alone for this long: a commit to them may be on its way. */
const FOREIGN_GRACE_MS = 60 * 60 * 1000;

/** The large values of one commit, written and waiting for it. */
export interface StagedChunks {
  readonly id: Uint8Array;
  /** Version of the pending row, for the commit's check. */
  readonly versionstamp: string;
  /** Where each value lies, in the order in which they were given. */
  readonly pointers: readonly Pointer[];
}

/** Writes the values; rejects, with nothing left behind as far as possible, on error or abort. */
export async function stageChunks(
  kv: KvDatabase,
  clock: Clock,
  values: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<StagedChunks> {
  const id = crypto.getRandomValues(new Uint8Array(CHUNKS_ID_BYTES));
  const pointers: Pointer[] = [];
  let next = 0;
  for (const { length } of values) {
    pointers.push({ id, first: next, length });
    next += chunkCount(length);
  }
  // In a row of its own: the chunks follow only once it is there.
  const announced = await kv.set(pendingRow(id), encodeRevision(clock.now()));
  try {
    let atomic = kv.atomic();
    let held = 0;
    for (const { number, bytes } of chunksOf(values)) {
      atomic.set(chunkRow(id, number), bytes);
      if (++held < CHUNKS_AN_ATOMIC) continue;
      await atomic.commit();
      signal?.throwIfAborted();
      atomic = kv.atomic();
      held = 0;
    }
    if (held > 0) await atomic.commit();
    signal?.throwIfAborted();
  } catch (error) {
    await discardChunks(kv, id, next).catch(() => {});
    throw error;
  }
  return { id, versionstamp: announced.versionstamp, pointers };
}

function* chunksOf(
  values: readonly Uint8Array[],
): Generator<{ number: number; bytes: Uint8Array }> {
  let number = 0;
  for (const value of values) {
    for (let start = 0; start < value.length; start += CHUNK_BYTES) {
      yield { number: number++, bytes: value.subarray(start, start + CHUNK_BYTES) };
    }
  }
}

/** Deletes `count` chunks of an id, and the row that announced them. */
export async function discardChunks(kv: KvDatabase, id: Uint8Array, count: number): Promise<void> {
  await deleteChunks(kv, id, 0, count);
  await kv.delete(pendingRow(id));
}

/** Deletes the chunks of one value. */
export async function deletePointed(kv: KvDatabase, pointer: Pointer): Promise<void> {
  await deleteChunks(kv, pointer.id, pointer.first, chunkCount(pointer.length));
}

async function deleteChunks(
  kv: KvDatabase,
  id: Uint8Array,
  first: number,
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += ATOMIC_ROWS) {
    const atomic = kv.atomic();
    const end = Math.min(count, start + ATOMIC_ROWS);
    for (let number = start; number < end; number++) atomic.delete(chunkRow(id, first + number));
    await atomic.commit();
  }
}

/** Reads the value behind a pointer; undefined when its chunks are gone. */
export async function readChunks(
  kv: KvDatabase,
  pointer: Pointer,
): Promise<Uint8Array | undefined> {
  const { id, first, length } = pointer;
  const value = new Uint8Array(length);
  let end = 0;
  const range = { start: chunkRow(id, first), end: chunkRow(id, first + chunkCount(length)) };
  for await (const entry of kv.list(range, { batchSize: CHUNKS_AN_ATOMIC })) {
    if (!(entry.value instanceof Uint8Array) || end + entry.value.length > length) return undefined;
    value.set(entry.value, end);
    end += entry.value.length;
  }
  return end === length ? value : undefined;
}

/**
 * Deletes chunks that no commit points to, and returns how many ids had some. `exclusive` says that
 * no other process can be about to commit to them.
 */
export async function sweepChunks(
  kv: KvDatabase,
  clock: Clock,
  exclusive: boolean,
): Promise<number> {
  let swept = 0;
  for await (const entry of kv.list({ prefix: PENDING }, { batchSize: LIST_ROWS })) {
    const id = entry.key[1];
    if (!(id instanceof Uint8Array)) continue;
    if (!exclusive && clock.now() - decodeRevision(entry.value) < FOREIGN_GRACE_MS) continue;
    // Written anew, its version changes: a late commit to these chunks now fails its check. And
    // should this process end before the chunks are deleted, the row still leads to them.
    const claimed = await kv.atomic().check(entry).set(entry.key, entry.value).commit();
    if (!claimed.ok) continue;
    await deleteAllOf(kv, id);
    await kv.delete(entry.key);
    swept++;
  }
  return swept;
}

async function deleteAllOf(kv: KvDatabase, id: Uint8Array): Promise<void> {
  let numbers: Deno.KvKey[] = [];
  const flush = async () => {
    const atomic = kv.atomic();
    for (const key of numbers) atomic.delete(key);
    await atomic.commit();
    numbers = [];
  };
  for await (const entry of kv.list({ prefix: ["b", id] }, { batchSize: CHUNKS_AN_ATOMIC })) {
    numbers.push(entry.key);
    if (numbers.length >= ATOMIC_ROWS) await flush();
  }
  if (numbers.length > 0) await flush();
}
