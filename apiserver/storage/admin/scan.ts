/**
 * Reads many keys in pages of bounded size.
 *
 * @module
 */

import type { Store, Stored } from "../store.ts";

/** Bytes of values that a page aims at: values may be of any size up to megabytes. */
const PAGE_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE_ITEMS = 50;
const MAX_PAGE_ITEMS = 5000;

/** All items under `prefix` as they were at the revision `at`, in order. */
export async function* scan(
  store: Store,
  prefix: string,
  at: number,
  signal?: AbortSignal,
): AsyncGenerator<Stored> {
  let after: string | undefined;
  let limit = FIRST_PAGE_ITEMS;
  for (;;) {
    const page = await store.range(prefix, { at, after, limit, signal });
    yield* page.items;
    if (page.remaining === 0 || page.items.length === 0) return;
    after = page.items.at(-1)!.key;
    const bytes = page.items.reduce((sum, { value }) => sum + value.length, 0);
    const average = Math.max(1, bytes / page.items.length);
    limit = Math.min(MAX_PAGE_ITEMS, Math.max(1, Math.floor(PAGE_BYTES / average)));
  }
}
