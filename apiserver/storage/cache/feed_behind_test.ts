import { passTimeUntil } from "../../../testing/time.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logging/mod.ts";
import { Compacted } from "../errors.ts";
import { MemoryStore } from "../memory.ts";
import type { Store } from "../store.ts";
import { decode, faulty, nameOf, never, PREFIX, put, remove, shown } from "./json_objects.ts";
import { CacheFeed, type ResourceCache } from "./mod.ts";

Deno.test("a feed that fell behind the history reads the state anew, without a step back", async () => {
  const store = new MemoryStore();
  let lost = 0;
  const feed = await CacheFeed.start({
    store: faulty(store, () => lost-- > 0 ? new Compacted(1, 2) : undefined),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  for (const name of ["a/1", "a/2", "a/3"]) await put(store, name);
  await feed.waitUntilFresh(never);
  const watcher = cache.watch({});
  lost = 1;
  await remove(store, "a/1");
  await put(store, "a/2", { more: 1 });
  await put(store, "a/4");
  await feed.waitUntilFresh(never);
  const { notices } = await watcher.next(never);
  assertEquals(shown(notices).toSorted(), ["ADDED a/4@7", "DELETED a/1@7", "MODIFIED a/2@6"]);
  const revisions = notices.map(({ event }) => event.revision);
  assertEquals(revisions, revisions.toSorted());
  assertEquals((await cache.list()).entries.map(nameOf), ["a/2", "a/3", "a/4"]);
  // What was missed is not in the window: who asks for it gets it from the store's log.
  const late = await cache.watchSince({}, 4, never);
  assertEquals(shown((await late.next(never)).notices), [
    "DELETED a/1@5",
    "MODIFIED a/2@6",
    "ADDED a/4@7",
  ]);
  await feed.close();
  await store.close();
});

Deno.test("an object that took another's place while the feed was behind comes after its end", async () => {
  const store = new MemoryStore();
  let lost = 0;
  const feed = await CacheFeed.start({
    store: faulty(store, () => lost-- > 0 ? new Compacted(1, 2) : undefined),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  for (const name of ["a/1", "a/2"]) await put(store, name, { labels: { is: "old" } });
  await feed.waitUntilFresh(never);
  const old = cache.watch({ filter: ({ labels }) => labels.is === "old" });
  const all = cache.watch({});
  lost = 1;
  await put(store, "a/2");
  await remove(store, "a/1");
  await put(store, "a/1");
  await feed.waitUntilFresh(never);
  assertEquals(shown((await all.next(never)).notices), [
    "MODIFIED a/2@4",
    "DELETED a/1@5",
    "ADDED a/1@6",
  ]);
  assertEquals(shown((await old.next(never)).notices), ["DELETED a/2@4", "DELETED a/1@5"]);
  await feed.close();
  await store.close();
});

Deno.test("watches end where what the feed reads anew is of another past than it has seen", async () => {
  const before = new MemoryStore();
  // A backup from before the last change, at revisions that go on far beyond all that was seen.
  const restored = new MemoryStore();
  for (const store of [before, restored]) {
    for (const name of ["a/1", "a/2"]) await put(store, name);
  }
  await put(before, "a/1", { more: 1 });
  await restored.commit([{ type: "put", key: "/other", value: new Uint8Array() }], {
    minRevision: 1000,
  });
  await restored.compact(1000);
  let store = before;
  const feed = await CacheFeed.start({
    store: Object.assign(faulty(before, () => undefined), {
      revision: () => store.revision(),
      range: (...args: Parameters<Store["range"]>) => store.range(...args),
      async *changes(...args: Parameters<Store["changes"]>) {
        for await (const batch of store.changes(...args)) {
          if (store === restored && batch.revision < 1000) throw new Compacted(4, 1000);
          yield batch;
        }
      },
    }),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  await feed.waitUntilFresh(never);
  const watcher = cache.watch({});
  store = restored;
  await put(before, "a/3");
  await feed.waitFor(1000, never);
  assertEquals((await cache.list()).entries.map(({ revision }) => revision), [2, 3]);
  const error = await watcher.next(never).catch((error: unknown) => error);
  assert(error instanceof Compacted, String(error));
  assertEquals([error.requested, error.oldest], [4, 1000]);
  assertEquals(cache.watchers, 0);
  // Those that come with what is there now are told of what follows.
  const after = cache.watch({});
  await put(restored, "a/1", { more: 2 });
  assertEquals(shown((await after.next(never)).notices), ["MODIFIED a/1@1001"]);
  await feed.close();
  await Promise.all([before.close(), restored.close()]);
});

Deno.test("list() at a revision that the feed has missed shows what was there then", async () => {
  const store = new MemoryStore();
  let lost = 0;
  const feed = await CacheFeed.start({
    store: faulty(store, () => lost-- > 0 ? new Compacted(1, 2) : undefined),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  await put(store, "a/1");
  const cache = await feed.cache({ prefix: PREFIX, decode });
  lost = 1;
  const between = await put(store, "a/2");
  await remove(store, "a/2");
  await feed.waitUntilFresh(never);
  assertEquals((await cache.list({ at: between })).entries.map(nameOf), ["a/1", "a/2"]);
  assertEquals((await cache.list()).entries.map(nameOf), ["a/1"]);
  await feed.close();
  await store.close();
});

Deno.test("a feed that can't read the state anew tries it again after a pause", async () => {
  const store = new MemoryStore();
  const clock = new FakeClock();
  let isBroken = false;
  let tries = 0;
  const broken = faulty(store, () => isBroken ? new Compacted(1, 2) : undefined);
  const feed = await CacheFeed.start({
    store: Object.assign(broken, {
      range(...args: Parameters<Store["range"]>) {
        if (!isBroken) return store.range(...args);
        if (++tries === 3) isBroken = false;
        return Promise.reject(new Error("no answer"));
      },
    }),
    clock,
    logger: silentLogger,
  });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  isBroken = true;
  const revision = await put(store, "a/1");
  await passTimeUntil(clock, feed.waitFor(revision, never), 50);
  assertEquals(tries, 3);
  assert(clock.monotonic() >= 3 * 200, `${clock.monotonic()} ms`);
  assertEquals((await cache.list()).entries.map(nameOf), ["a/1"]);
  await feed.close();
  await store.close();
});

Deno.test("a resource that comes while the state is read anew misses nothing", async () => {
  const store = new MemoryStore();
  let lost = 0;
  const behind = faulty(store, () => lost-- > 0 ? new Compacted(1, 2) : undefined);
  let read = 0;
  const feed: CacheFeed = await CacheFeed.start({
    store: Object.assign(behind, {
      async range(...args: Parameters<Store["range"]>) {
        const page = await store.range(...args);
        if (++read > 1) return page;
        // Before this answer is there the feed has fallen behind, and gone on.
        await put(store, "a/2");
        await feed.waitUntilFresh(never);
        lost = 1;
        await put(store, "a/3");
        await remove(store, "a/1");
        await feed.waitUntilFresh(never);
        return page;
      },
    }),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  await put(store, "a/1");
  const cache = await feed.cache({ prefix: PREFIX, decode });
  await put(store, "a/4");
  await feed.waitUntilFresh(never);
  assertEquals((await cache.list()).entries.map(nameOf), ["a/2", "a/3", "a/4"]);
  await feed.close();
  await store.close();
});

Deno.test("a resource that has come since others were read anew misses nothing", async () => {
  const store = new MemoryStore();
  let lost = 0;
  const late = Promise.withResolvers<void>();
  const other = "/registry/core/secrets/";
  const behind = faulty(store, () => lost-- > 0 ? new Compacted(1, 2) : undefined);
  const feed: CacheFeed = await CacheFeed.start({
    store: Object.assign(behind, {
      async range(prefix: string, options: Parameters<Store["range"]>[1] = {}) {
        const page = await store.range(prefix, options);
        // The answer for the one that comes is there once the other is being read anew.
        if (prefix === PREFIX && options.at === undefined) await late.promise;
        if (prefix === other && options.at !== undefined) {
          late.resolve();
          await coming;
        }
        return page;
      },
    }),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  await feed.cache({ prefix: other, decode });
  const coming: Promise<ResourceCache> = feed.cache({ prefix: PREFIX, decode });
  lost = 1;
  await put(store, "a/1");
  const cache = await coming;
  await feed.waitUntilFresh(never);
  assertEquals((await cache.list()).entries.map(nameOf), ["a/1"]);
  await feed.close();
  await store.close();
});
