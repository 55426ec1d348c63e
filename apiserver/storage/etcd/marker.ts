/**
 * The key that says whose store this is. It lies outside of the store's own keys, which all begin
 * with a slash.
 *
 * @module
 */

import { type Dialect, parseDialect } from "../../../toolkit/names.ts";
import { Corrupt, NewerFormat, WrongDialect } from "../errors.ts";
import type { EtcdClient } from "./client.ts";
import { encodeKey, rangeOfPrefix } from "./key_range.ts";
import { decodeRange, decodeTxn, encodeRange, encodeTxn, METHODS } from "./messages.ts";

/** Version of what a store keeps in etcd. */
const FORMAT = 1;

/** The key of the marker of the store under `prefix`. */
export function markerKey(prefix: string): Uint8Array<ArrayBuffer> {
  return encodeKey(`~store${prefix}`);
}

/** Makes what is under `prefix` a store of `dialect` if it is empty; throws unless it is one. */
export async function claimStore(
  client: EtcdClient,
  prefix: string,
  dialect: Dialect,
  where: string,
): Promise<void> {
  const key = markerKey(prefix);
  const read = encodeRange({ key });
  const found = decodeRange(await client.repeat(METHODS.range, read)).items[0];
  if (found !== undefined) return checkMarker(found.value, dialect, where);
  const value = new TextEncoder().encode(JSON.stringify({ format: FORMAT, dialect }));
  const claim = encodeTxn({
    compare: [{ key, modRevision: 0 }, { ...rangeOfPrefix(`${prefix}/`), modRevision: 0 }],
    success: [{ put: { key, value } }],
    failure: [{ range: { key } }],
  });
  // Whether an earlier attempt of ours made it, or another process, is all the same.
  const { succeeded, ranges } = decodeTxn(await client.repeat(METHODS.txn, claim));
  if (succeeded) return;
  const now = ranges[0]?.items[0];
  if (now !== undefined) return checkMarker(now.value, dialect, where);
  throw new Corrupt(`${where} holds keys, but not of a store: refusing to write there`);
}

function checkMarker(value: Uint8Array, wanted: Dialect, where: string): void {
  let marker: { format: unknown; dialect: unknown };
  try {
    marker = JSON.parse(new TextDecoder().decode(value));
    if (!Number.isSafeInteger(marker?.format) || typeof marker.dialect !== "string") {
      throw new Error("it has no format and dialect");
    }
  } catch (error) {
    throw new Corrupt(`the description of ${where} can't be read: ${(error as Error).message}`);
  }
  const { format, dialect } = marker as { format: number; dialect: string };
  if (format > FORMAT) throw new NewerFormat(where, format, FORMAT);
  if (parseDialect(dialect) !== wanted) throw new WrongDialect(where, dialect, wanted);
}
