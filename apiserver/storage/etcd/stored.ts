/**
 * What etcd holds, as a store hands it out.
 *
 * @module
 */

import type { Stored } from "../store.ts";
import { decodeKey } from "./key_range.ts";
import type { KeyValue } from "./messages.ts";

/** A key's value. It is copied, or one small object would keep a whole page of them in memory. */
export function storedOf({ key, value, modRevision, createRevision }: KeyValue): Stored {
  return { key: decodeKey(key), value: value.slice(), revision: modRevision, createRevision };
}
