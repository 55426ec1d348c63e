/**
 * Whether what a write went by is still what the store has: the cache may be behind, where others
 * write to the store as well.
 *
 * @module
 */

import { fromStore } from "../resource/store_errors.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import type { WriteRequest } from "./write_request.ts";

/** The state that a write went by is not the newest: it is to be done anew. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** Whether an object has changed, or gone, as the store has it now; the cache knows it after that. */
export async function isOutdated(request: WriteRequest, entry: CachedObject): Promise<boolean> {
  await waitUntilFresh(request);
  return request.target.storage.cache.get(entry.key)?.revision !== entry.revision;
}

/** Settles once the cache has seen all that was acknowledged before this call. */
export async function waitUntilFresh({ target, signal, verb }: WriteRequest): Promise<void> {
  try {
    await target.storage.waitUntilFresh(signal);
  } catch (error) {
    throw fromStore(error, target.resource, target.name, verb);
  }
}
