/**
 * Decides which values of a commit go into its records and which are written as chunks first.
 *
 * @module
 */

import type { Op } from "../store.ts";
import { INLINE_COMMIT_BYTES, INLINE_VALUE_BYTES, ROW_OVERHEAD_BYTES } from "./layout.ts";
import { pointerRecordBound, recordBound } from "./record.ts";

/** A pointer to fewer bytes than this would save nothing. */
const LEAST_CHUNK_BYTES = 256;

/** What {@link chooseChunks} decided. */
export interface ChunkChoice {
  /** Values to write as chunks. */
  readonly large: readonly Uint8Array[];
  /** For each operation the index of its value in `large`, or -1. */
  readonly pointers: readonly number[];
  /** What the commit then adds to an atomic operation at most. */
  readonly bytes: number;
}

/**
 * What a commit adds to an atomic operation at most, with all its values in its records; undefined
 * when some have to be written as chunks.
 */
export function inlineBytes(ops: readonly Op[]): number | undefined {
  let bytes = 0;
  for (const op of ops) {
    const length = op.type === "put" ? op.value.length : 0;
    if (length > INLINE_VALUE_BYTES) return undefined;
    bytes += recordBound(op.key, length) + ROW_OVERHEAD_BYTES;
  }
  return bytes <= INLINE_COMMIT_BYTES ? bytes : undefined;
}

/** Takes the largest values out until the rest fits. */
export function chooseChunks(ops: readonly Op[]): ChunkChoice {
  let bytes = 0;
  const values: { index: number; key: string; value: Uint8Array }[] = [];
  for (const [index, op] of ops.entries()) {
    const value = op.type === "put" ? op.value : undefined;
    bytes += recordBound(op.key, value?.length ?? 0) + ROW_OVERHEAD_BYTES;
    if (value !== undefined) values.push({ index, key: op.key, value });
  }
  values.sort((a, b) => b.value.length - a.value.length);
  const large: Uint8Array[] = [];
  const pointers = ops.map(() => -1);
  for (const { index, key, value } of values) {
    const small = value.length <= INLINE_VALUE_BYTES;
    if (small && (bytes <= INLINE_COMMIT_BYTES || value.length <= LEAST_CHUNK_BYTES)) break;
    pointers[index] = large.push(value) - 1;
    bytes += pointerRecordBound(key) - recordBound(key, value.length);
  }
  return { large, pointers, bytes };
}
