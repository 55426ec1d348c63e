/**
 * The key that says whose store this is. It lies outside of the store's own keys, which all begin
 * with a slash.
 *
 * @module
 */

import { type Expected, formatOf, newDescription } from "../description.ts";
import { Corrupt } from "../errors.ts";
import type { EtcdClient } from "./client.ts";
import { encodeKey, rangeOfPrefix } from "./key_range.ts";
import {
  decodeRange,
  decodeTxn,
  encodeRange,
  encodeTxn,
  type KeyValue,
  METHODS,
} from "./messages.ts";

/** Newest version of what a store keeps in etcd; the marker names the one that it is written in. */
export const NEWEST_FORMAT = 1;

/** The key of the marker of the store under `prefix`. */
export function markerKey(prefix: string): Uint8Array<ArrayBuffer> {
  return encodeKey(`~store${prefix}`);
}

/** Makes what is under `prefix` a store if it is empty; throws unless it is the expected one. */
export async function claimStore(
  client: EtcdClient,
  prefix: string,
  expected: Expected,
): Promise<Marker> {
  const key = markerKey(prefix);
  const found = decodeRange(await client.repeat(METHODS.range, encodeRange({ key }))).items[0];
  if (found !== undefined) return markerOf(found, expected);
  const value = newDescription(expected);
  const claim = encodeTxn({
    compare: [{ key, modRevision: 0 }, { ...rangeOfPrefix(`${prefix}/`), modRevision: 0 }],
    success: [{ put: { key, value } }],
    failure: [{ range: { key } }],
  });
  // Whether an earlier attempt of ours made it, or another process, is all the same.
  const { succeeded, ranges, revision } = decodeTxn(await client.repeat(METHODS.txn, claim));
  if (succeeded) return { changedAt: revision };
  const now = ranges[0]?.items[0];
  if (now !== undefined) return markerOf(now, expected);
  throw new Corrupt(
    `${expected.where} holds keys that are not of a store: refusing to write there`,
  );
}

/** What is known of a marker that was read. */
export interface Marker {
  /** The revision that wrote it. */
  readonly changedAt: number;
}

/** Reads a marker. Throws `Corrupt`, `NewerFormat`, `WrongDialect`. */
export function markerOf(found: KeyValue | undefined, expected: Expected): Marker {
  if (found === undefined) throw new Corrupt(`${expected.where} no longer holds a store`);
  formatOf(found.value, expected);
  return { changedAt: found.modRevision };
}
