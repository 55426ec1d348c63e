/**
 * One object in the cache: its JSON bytes, made once when it was written, what selectors look at,
 * and the other forms that readers have asked for.
 *
 * @module
 */

import type { Stored } from "../store.ts";
import type { StoredProtobuf } from "../stored_protobuf.ts";
import { noneDerived } from "./derived.ts";

/** What readers see of an object. */
interface Seen {
  /** The object as JSON, ready to be sent. */
  readonly json: Uint8Array;
  readonly labels: Readonly<Record<string, string>>;
  /** The fields that selectors and indexes may ask for, by their paths. */
  readonly fields: Readonly<Record<string, string>>;
  /** True when the stored value is not encoded as it would be now: write it again. */
  readonly stale?: boolean | undefined;
}

/** What a reader of stored values makes of one. */
export interface Decoded extends Seen {
  /** The object as it was stored, where this server has just written it in that form. */
  readonly protobuf?: StoredProtobuf | undefined;
}

/** Reads a stored value. Throws on one that can't be read. */
export type Decode = (stored: Stored) => Decoded;

/**
 * One cached object or, with `corrupt`, one key whose stored value can't be read. It is never
 * changed, but for `derived`: a write makes a new entry.
 */
export interface CachedObject extends Seen {
  readonly key: string;
  readonly revision: number;
  readonly createRevision: number;
  /** The size of the stored value, as it was before encryption. */
  readonly storedBytes: number;
  /** Why the stored value can't be read; such an entry has no JSON, labels or fields. */
  readonly corrupt?: Error;
  /** What was made of it; use `derivedValue()` and `derivedForms()`. */
  readonly derived: Map<unknown, unknown>;
}

const NOTHING: Seen = { json: new Uint8Array(), labels: {}, fields: {} };

/** An entry, and what is not kept with it: as long as it is new, others may make use of it. */
interface ReadEntry {
  readonly entry: CachedObject;
  readonly protobuf?: StoredProtobuf | undefined;
}

/** Reads a stored value into an entry; one that can't be read says why instead of failing. */
export function readEntry(stored: Stored, decode: Decode): ReadEntry {
  const { key, revision, createRevision, value: { length: storedBytes } } = stored;
  const derived = noneDerived();
  let { corrupt } = stored;
  if (corrupt === undefined) {
    try {
      const { json, labels, fields, stale, protobuf } = decode(stored);
      return {
        entry: { json, labels, fields, stale, key, revision, createRevision, storedBytes, derived },
        protobuf,
      };
    } catch (error) {
      corrupt = error instanceof Error ? error : new Error(String(error));
    }
  }
  return { entry: { ...NOTHING, key, revision, createRevision, storedBytes, derived, corrupt } };
}

/** As {@link readEntry}, for one that is not new. */
export function entryOf(stored: Stored, decode: Decode): CachedObject {
  return readEntry(stored, decode).entry;
}

/** The same object for another cache: what one makes of it is no other's, and goes with the cache. */
export function sharing(entry: CachedObject): CachedObject {
  return { ...entry, derived: noneDerived() };
}

/** What a cache costs an entry beside its bytes: an estimate for limits. */
const ENTRY_OVERHEAD_BYTES = 400;

/** The size of an entry, for limits. */
export function sizeOf(entry: CachedObject): number {
  return entry.json.length + ENTRY_OVERHEAD_BYTES;
}
