/**
 * What lies where in a Deno KV database.
 *
 * | key | value |
 * |---|---|
 * | `["m"]` | the store's format, dialect and identity, as JSON |
 * | `["r"]` | the newest revision |
 * | `["k"]` | the compacted revision, and whether what it made obsolete is deleted |
 * | `["c", revision, position]` | one change: the operation at that position of that commit |
 * | `["b", id, number]` | a chunk of the large values of one commit |
 * | `["p", id]` | says that chunks of this id are being written, and no commit points to them yet |
 *
 * There is one copy of each value: the change that wrote it. The newest change of a key is the
 * object; which one that is, is known from an index in memory that opening the store builds from the
 * changes. Compared with objects under their own keys beside the log this halves what is written,
 * and makes compaction a matter of deleting rows. A row holds one operation, not a whole commit, so
 * that a compaction can forget each by itself. The revision that a change replaced is not in its
 * row: the index knows it.
 *
 * @module
 */

import { Corrupt } from "../errors.ts";

/**
 * Newest version of this layout and of the records in it; `["m"]` names the one that a store is
 * written in. Whoever raises that writes `["r"]` anew in the same atomic operation: every process
 * that follows the store looks then, and no commit goes through that was begun before.
 */
export const NEWEST_FORMAT = 1;

/** Row of the store's format and dialect. */
export const META_ROW: Deno.KvKey = ["m"];
/** Row of the newest revision: every commit checks and writes it. */
export const NEWEST_ROW: Deno.KvKey = ["r"];
/** Row of the compacted revision. */
export const COMPACTED_ROW: Deno.KvKey = ["k"];
/** Prefix of the rows of changes. */
export const CHANGES: Deno.KvKey = ["c"];
/** Prefix of the rows that announce chunks. */
export const PENDING: Deno.KvKey = ["p"];

/** Row of one change. */
export function changeRow(revision: number, position: number): Deno.KvKey {
  return ["c", revision, position];
}

/** The first row of a revision, for ranges. */
export function revisionRow(revision: number): Deno.KvKey {
  return ["c", revision];
}

/** Row of one chunk. */
export function chunkRow(id: Uint8Array, number: number): Deno.KvKey {
  return ["b", id, number];
}

/** Row that announces chunks. */
export function pendingRow(id: Uint8Array): Deno.KvKey {
  return ["p", id];
}

/** Rows that one call of `kv.list` fetches at a time: the most that it takes. */
export const LIST_ROWS = 500;

/** Keys that one `kv.getMany` takes. */
export const GET_ROWS = 10;

/** Bytes of one chunk: values end at 64 KiB. */
export const CHUNK_BYTES = 60 * 1024;

/** A value over this many bytes is written as chunks, and so is what makes a commit too big for
 * one atomic operation. */
export const INLINE_VALUE_BYTES = 60 * 1024;

/** Bytes that one commit may bring to an atomic operation; more goes into chunks. */
export const INLINE_COMMIT_BYTES = 640 * 1024;

/** Bytes in one atomic operation, of the 800 KiB that KV takes: its own framing needs some. */
export const ATOMIC_BYTES = 740 * 1024;

/** Rows in one atomic operation, of the 1,000 that KV takes: the revision needs one, chunks some. */
export const ATOMIC_ROWS = 980;

/** Commits with chunks in one atomic operation: each takes a check, and KV Connect has 10. */
export const ATOMIC_PENDING = 8;

/** A row is also charged this much for its key. */
export const ROW_OVERHEAD_BYTES = 48;

/** The content of {@link COMPACTED_ROW}. */
export interface CompactedMark {
  readonly revision: number;
  /** False while rows that this compaction made obsolete may still be there. */
  readonly done: boolean;
}

/** Encodes a revision, and the flag of a mark. */
export function encodeMark(mark: CompactedMark): Uint8Array {
  const bytes = new Uint8Array(9);
  new DataView(bytes.buffer).setFloat64(0, mark.revision);
  bytes[8] = mark.done ? 1 : 0;
  return bytes;
}

/** Reverses {@link encodeMark}; nothing there is nothing compacted. */
export function decodeMark(value: unknown): CompactedMark {
  if (value === null) return { revision: 0, done: true };
  const bytes = expectBytes(value, 9, "the compacted revision");
  return { revision: revisionIn(bytes), done: bytes[8] === 1 };
}

/** Encodes the newest revision. */
export function encodeRevision(revision: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, revision);
  return bytes;
}

/** Reverses {@link encodeRevision}. */
export function decodeRevision(value: unknown): number {
  return revisionIn(expectBytes(value, 8, "the newest revision"));
}

function revisionIn(bytes: Uint8Array): number {
  const revision = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new Corrupt(`the store holds ${revision} where a revision should be`);
  }
  return revision;
}

function expectBytes(value: unknown, length: number, what: string): Uint8Array {
  if (value instanceof Uint8Array && value.length === length) return value;
  throw new Corrupt(`the store's row of ${what} does not hold ${length} bytes`);
}
