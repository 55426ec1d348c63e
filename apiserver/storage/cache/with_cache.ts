/**
 * A cache over a store in memory, for tests.
 *
 * @module
 */

import { FakeClock } from "../../../toolkit/clock.ts";
import { silentLogger } from "../../../toolkit/logging/mod.ts";
import { MemoryStore } from "../memory.ts";
import { decode, PREFIX } from "./json_objects.ts";
import { CacheFeed, type ResourceCache } from "./mod.ts";

interface Setting {
  readonly store: MemoryStore;
  readonly feed: CacheFeed;
  readonly cache: ResourceCache;
  readonly clock: FakeClock;
}

/** Runs something with a cache of the objects of {@link PREFIX}, which `prepare` may have stored before. */
export async function withCache(
  run: (setting: Setting) => Promise<void>,
  options: Partial<Parameters<CacheFeed["cache"]>[0]> = {},
  prepare: (store: MemoryStore) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const store = new MemoryStore();
  await prepare(store);
  const clock = new FakeClock();
  const feed = await CacheFeed.start({ store, clock, logger: silentLogger });
  const cache = await feed.cache({
    prefix: PREFIX,
    decode,
    indexes: { node: (entry) => entry.fields.node || undefined },
    ...options,
  });
  try {
    await run({ store, feed, cache, clock });
  } finally {
    await feed.close();
    await store.close();
  }
}
