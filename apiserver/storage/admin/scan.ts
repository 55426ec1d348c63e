/**
 * Reads many keys in pages of bounded size.
 *
 * @module
 */

import type { Store, Stored } from "../store.ts";

/** Bytes of values after which a page ends: values may be of any size up to megabytes. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_ITEMS = 5000;

/** All items under `prefix` as they were at the revision `at`, in order. */
export async function* scan(
  store: Store,
  prefix: string,
  at: number,
  signal?: AbortSignal,
): AsyncGenerator<Stored> {
  let after: string | undefined;
  const bounds = { limit: PAGE_ITEMS, limitBytes: PAGE_BYTES };
  for (;;) {
    const page = await store.range(prefix, { ...bounds, at, after, signal });
    yield* page.items;
    if (page.remaining === 0 || page.items.length === 0) return;
    after = page.items.at(-1)!.key;
  }
}
