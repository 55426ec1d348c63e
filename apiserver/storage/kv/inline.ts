/**
 * Decides which values of a commit go into its records and which are written as pieces first.
 *
 * @module
 */

import type { Op } from "../store.ts";
import { INLINE_COMMIT_BYTES, INLINE_VALUE_BYTES, ROW_OVERHEAD_BYTES } from "./layout.ts";
import { pointerRecordBound, recordBound } from "./record.ts";

/** What {@link chooseInline} decided. */
export interface InlineChoice {
  /** Values to write as pieces. */
  readonly large: readonly Uint8Array[];
  /** For each operation the index of its value in `large`, or -1; undefined when all have -1. */
  readonly pointers: readonly number[] | undefined;
  /** What the commit then adds to an atomic operation at most. */
  readonly bytes: number;
}

/** See the module's comment. The largest values go first until the rest fits. */
export function chooseInline(ops: readonly Op[]): InlineChoice {
  let bytes = 0;
  let fits = true;
  for (const op of ops) {
    const length = op.type === "put" ? op.value.length : 0;
    if (length > INLINE_VALUE_BYTES) fits = false;
    bytes += recordBound(op.key, length) + ROW_OVERHEAD_BYTES;
  }
  if (fits && bytes <= INLINE_COMMIT_BYTES) return { large: [], pointers: undefined, bytes };
  const bySize = ops.map((op, index) => ({
    key: op.key,
    index,
    value: op.type === "put" ? op.value : NOTHING,
  })).sort((a, b) => b.value.length - a.value.length);
  const large: Uint8Array[] = [];
  const pointers = ops.map(() => -1);
  for (const { key, index, value } of bySize) {
    const small = value.length <= INLINE_VALUE_BYTES;
    if (small && (bytes <= INLINE_COMMIT_BYTES || value.length <= SMALLEST_PIECE_BYTES)) break;
    pointers[index] = large.push(value) - 1;
    bytes += pointerRecordBound(key) - recordBound(key, value.length);
  }
  return { large, pointers, bytes };
}

/** A pointer to fewer bytes than this would save nothing. */
const SMALLEST_PIECE_BYTES = 256;

const NOTHING = new Uint8Array(0);
