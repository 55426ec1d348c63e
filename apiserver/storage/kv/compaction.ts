/**
 * Deletes the rows that a compaction makes obsolete.
 *
 * The mark comes first: from then on no reader may ask for what it covers. Then rows go in the order
 * that the history gives, of one key the older first, so that a crash at any point leaves no put
 * whose tombstone is gone; what is left over is found again when the store opens.
 *
 * @module
 */

import type { KvDatabase } from "./database.ts";
import { COMPACTED_ROW, type CompactedMark, decodeMark, encodeMark } from "./layout.ts";
import { deletePointed } from "./chunks.ts";
import type { Version } from "../history/history.ts";
import { isInChunks, rowOf, type RowReader } from "./rows.ts";

/** Rows deleted in one atomic operation: few enough that commits hardly wait behind it. */
const DELETED_ROWS = 200;

/** Sets the mark, unless another process has compacted as far or further. */
export async function markCompacted(kv: KvDatabase, mark: CompactedMark): Promise<void> {
  for (;;) {
    const found = await kv.get(COMPACTED_ROW);
    const current = decodeMark(found.value);
    const behind = mark.done
      ? current.revision === mark.revision && !current.done
      : current.revision < mark.revision;
    if (!behind) return;
    const result = await kv.atomic().check(found).set(COMPACTED_ROW, encodeMark(mark)).commit();
    if (result.ok) return;
  }
}

/** Deletes the rows of versions and the chunks of their values; false when `stopped` ended it. */
export async function deleteVersions(
  kv: KvDatabase,
  rows: RowReader,
  versions: readonly Version[],
  stopped: () => boolean,
): Promise<boolean> {
  for (let start = 0; start < versions.length; start += DELETED_ROWS) {
    if (stopped()) return false;
    const some = versions.slice(start, start + DELETED_ROWS);
    // Before the rows: only they lead to the chunks.
    for (const version of some) {
      if (isInChunks(version.place)) await deleteChunksOf(kv, rows, version);
    }
    const atomic = kv.atomic();
    for (const version of some) atomic.delete(rowOf(version));
    await atomic.commit();
  }
  return true;
}

async function deleteChunksOf(kv: KvDatabase, rows: RowReader, version: Version): Promise<void> {
  const row = await kv.get(rowOf(version));
  if (row.value === null) return;
  const { pointer } = rows.record(row);
  if (pointer !== undefined) await deletePointed(kv, pointer);
}
