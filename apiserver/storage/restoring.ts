/**
 * The mark of a restore that is not finished: a store that holds half of a backup must not be used
 * as if it were whole.
 *
 * @module
 */

import { UnfinishedRestore } from "./errors.ts";
import type { Store } from "./store.ts";

/** The key, after the prefix, that a restore sets first and removes last. No group has such a name. */
export const RESTORING = "/~restoring";

/** Throws `UnfinishedRestore` if the store under `prefix` is marked. */
export async function checkRestored(store: Store, prefix: string, where: string): Promise<void> {
  if (await store.get(prefix + RESTORING) !== undefined) throw new UnfinishedRestore(where);
}
