/**
 * Turns a history into the endless list of changes that {@link Store.changes} promises. Readers pull:
 * each holds only its place in the log, so any number of slow ones cost nothing.
 *
 * @module
 */

import { Compacted } from "../errors.ts";
import { FEED_BATCH_BYTES, FEED_BATCH_CHANGES } from "../limits.ts";
import { checkPrefix, checkRevision } from "../requests.ts";
import type { Change, ChangeBatch, ChangesOptions, Stored } from "../store.ts";
import type { Notifier } from "./notifier.ts";
import { alive, type History, isTombstone, type Version } from "./history.ts";

/** What changes are read from. */
export interface ChangesSource {
  /** Another one after the store had to read its backend anew. */
  readonly history: History;
  /** Rung when the newest revision moves, when the store closes, and when it is found too new. */
  readonly notifier: Notifier;
  /** Throws once the store takes no further calls. */
  check(): void;
  /** Brings the history up to the backend's newest revision. */
  catchUp(signal: AbortSignal | undefined): Promise<void>;
  /** The values of versions that exist, in their order; undefined for one compacted meanwhile. */
  values(versions: readonly Version[]): Promise<(Uint8Array | undefined)[]>;
}

/** The changes after `since`, as {@link Store.changes} describes. */
export async function* changes(
  source: ChangesSource,
  since: number,
  options: ChangesOptions,
): AsyncGenerator<ChangeBatch, never> {
  const { signal, prefix = "", previous = true, progress = false } = options;
  checkRevision(since, "the revision to see changes since");
  checkPrefix(prefix);
  signal?.throwIfAborted();
  source.check();
  // Another process may have made the revision that the caller knows.
  if (since > source.history.revision) await source.catchUp(signal);
  source.history.checkReadable(since);
  let place = since;
  for (;;) {
    const { history } = source;
    signal?.throwIfAborted();
    source.check();
    if (place < history.compacted) throw new Compacted(place, history.compacted);
    if (place >= history.revision) {
      await source.notifier.wait(signal);
      continue;
    }
    const piece = nextPiece(history, place, prefix);
    place = piece.revision;
    if (piece.versions.length > 0) {
      yield {
        revision: place,
        changes: await changesOf(source, piece.versions, previous, piece.since),
      };
    } else if (progress) {
      yield { revision: place, changes: [] };
    }
  }
}

interface Piece {
  readonly since: number;
  readonly revision: number;
  readonly versions: Version[];
}

/** The next matching versions, as many whole revisions as a batch holds. */
function nextPiece(history: History, since: number, prefix: string): Piece {
  const versions: Version[] = [];
  let bytes = 0;
  let revision = since;
  for (let index = history.indexAfter(since);; index++) {
    const version = history.logged(index);
    if (version === undefined) return { since, revision: history.revision, versions };
    const full = versions.length >= FEED_BATCH_CHANGES || bytes >= FEED_BATCH_BYTES;
    if (full && version.revision !== revision) return { since, revision, versions };
    revision = version.revision;
    if (version.key.startsWith(prefix)) {
      versions.push(version);
      bytes += version.bytes;
    }
  }
}

async function changesOf(
  source: ChangesSource,
  versions: readonly Version[],
  withPrevious: boolean,
  since: number,
): Promise<Change[]> {
  // Taken before the values are read: a compaction cuts the links between versions.
  const replaced = withPrevious ? versions.map((version) => alive(version.previous)) : [];
  const wanted = [...versions, ...replaced].filter((version) => alive(version) !== undefined);
  const values = await source.values(wanted as Version[]);
  let next = 0;
  const take = () => {
    const value = values[next++];
    if (value === undefined) throw new Compacted(since, source.history.compacted);
    return value;
  };
  const changes = versions.map((version): { -readonly [K in keyof Change]: Change[K] } => {
    const { key, revision, createRevision } = version;
    return isTombstone(version)
      ? { type: "delete", key, revision, createRevision }
      : { type: "put", key, revision, createRevision, value: take() };
  });
  replaced.forEach((version, index) => {
    const change = changes[index];
    if (version !== undefined && change !== undefined) change.previous = stored(version, take());
  });
  return changes;
}

/** A version with its value, as callers see it. */
export function stored(version: Version, value: Uint8Array): Stored {
  const { key, revision, createRevision } = version;
  return { key, value, revision, createRevision };
}
