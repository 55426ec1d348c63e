/**
 * Values too large for a row: they are written as pieces under a fresh id first, and the commit then
 * points to them. A pending row, written with the first pieces and deleted by the commit, tells
 * pieces that nobody points to; the commit checks that it is still there, so that pieces which were
 * swept away meanwhile can't be pointed to.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { KvDatabase } from "./database.ts";
import {
  ATOMIC_BYTES,
  ATOMIC_ROWS,
  decodeRevision,
  encodeRevision,
  LIST_ROWS,
  PENDING,
  pendingRow,
  PIECE_BYTES,
  pieceRow,
} from "./layout.ts";
import { pieceCount, PIECES_ID_BYTES, type Pointer } from "./record.ts";

/** Pieces in one atomic operation. */
const PIECES_AN_ATOMIC = Math.floor(ATOMIC_BYTES / (PIECE_BYTES + 64));

/** Pieces of another process are left alone for this long: a commit to them may be on its way. */
const FOREIGN_GRACE_MS = 60 * 60 * 1000;

/** The large values of one commit, written and waiting for it. */
export interface StagedPieces {
  readonly id: Uint8Array;
  /** Version of the pending row, for the commit's check. */
  readonly versionstamp: string;
  /** Where each value lies, in the order in which they were given. */
  readonly pointers: readonly Pointer[];
}

/** Writes the values; rejects, with nothing left behind as far as possible, on error or abort. */
export async function stagePieces(
  kv: KvDatabase,
  clock: Clock,
  values: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<StagedPieces> {
  const id = crypto.getRandomValues(new Uint8Array(PIECES_ID_BYTES));
  const pointers: Pointer[] = [];
  let next = 0;
  for (const { length } of values) {
    pointers.push({ id, first: next, length });
    next += pieceCount(length);
  }
  // In a row of its own: the pieces follow only once it is there.
  const announced = await kv.set(pendingRow(id), encodeRevision(clock.now()));
  try {
    let atomic = kv.atomic();
    let held = 0;
    for (const { number, bytes } of piecesOf(values)) {
      atomic.set(pieceRow(id, number), bytes);
      if (++held < PIECES_AN_ATOMIC) continue;
      await atomic.commit();
      signal?.throwIfAborted();
      atomic = kv.atomic();
      held = 0;
    }
    if (held > 0) await atomic.commit();
    signal?.throwIfAborted();
  } catch (error) {
    await discardPieces(kv, id, next).catch(() => {});
    throw error;
  }
  return { id, versionstamp: announced.versionstamp, pointers };
}

function* piecesOf(
  values: readonly Uint8Array[],
): Generator<{ number: number; bytes: Uint8Array }> {
  let number = 0;
  for (const value of values) {
    for (let start = 0; start < value.length; start += PIECE_BYTES) {
      yield { number: number++, bytes: value.subarray(start, start + PIECE_BYTES) };
    }
  }
}

/** Deletes `count` pieces of an id, and the row that announced them. */
export async function discardPieces(kv: KvDatabase, id: Uint8Array, count: number): Promise<void> {
  await deletePieces(kv, id, 0, count);
  await kv.delete(pendingRow(id));
}

/** Deletes the pieces of one value. */
export async function deletePointed(kv: KvDatabase, pointer: Pointer): Promise<void> {
  await deletePieces(kv, pointer.id, pointer.first, pieceCount(pointer.length));
}

async function deletePieces(
  kv: KvDatabase,
  id: Uint8Array,
  first: number,
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += ATOMIC_ROWS) {
    const atomic = kv.atomic();
    const end = Math.min(count, start + ATOMIC_ROWS);
    for (let number = start; number < end; number++) atomic.delete(pieceRow(id, first + number));
    await atomic.commit();
  }
}

/** Reads the value behind a pointer; undefined when its pieces are gone. */
export async function readPieces(
  kv: KvDatabase,
  pointer: Pointer,
): Promise<Uint8Array | undefined> {
  const { id, first, length } = pointer;
  const value = new Uint8Array(length);
  let end = 0;
  const range = { start: pieceRow(id, first), end: pieceRow(id, first + pieceCount(length)) };
  for await (const entry of kv.list(range, { batchSize: PIECES_AN_ATOMIC })) {
    if (!(entry.value instanceof Uint8Array) || end + entry.value.length > length) return undefined;
    value.set(entry.value, end);
    end += entry.value.length;
  }
  return end === length ? value : undefined;
}

/**
 * Deletes pieces that no commit points to, and returns how many ids had some. `exclusive` says that
 * no other process can be about to commit to them.
 */
export async function sweepPieces(
  kv: KvDatabase,
  clock: Clock,
  exclusive: boolean,
): Promise<number> {
  let swept = 0;
  for await (const entry of kv.list({ prefix: PENDING }, { batchSize: LIST_ROWS })) {
    const id = entry.key[1];
    if (!(id instanceof Uint8Array)) continue;
    if (!exclusive && clock.now() - decodeRevision(entry.value) < FOREIGN_GRACE_MS) continue;
    // Written anew, its version changes: a late commit to these pieces now fails its check. And
    // should this process end before the pieces are deleted, the row still leads to them.
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
  for await (const entry of kv.list({ prefix: ["b", id] }, { batchSize: PIECES_AN_ATOMIC })) {
    numbers.push(entry.key);
    if (numbers.length >= ATOMIC_ROWS) await flush();
  }
  if (numbers.length > 0) await flush();
}
