import { runs } from "../../../testing/requirements.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { silentLogger } from "../../../toolkit/logging/mod.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { MemoryStore } from "../memory.ts";
import { ResourceSeries } from "../resource_series.ts";
import type { Op, Store } from "../store.ts";
import { declareCacheMetrics } from "./cache_metrics.ts";
import { decode, faulty, nameOf, never, PREFIX, put, remove, shown } from "./json_objects.ts";
import {
  type CachedObject,
  CacheFeed,
  isUnreadable,
  type Notice,
  type Watcher,
  type WatchScope,
} from "./mod.ts";
import { withCache } from "./with_cache.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

Deno.test("a watch gets the events of one commit as one batch, with shared frames", async () => {
  await withCache(async ({ store, cache }) => {
    const [one, two] = [cache.watch({}), cache.watch({})];
    await store.commit(["a/1", "a/2"].map((name) => ({
      type: "put",
      key: PREFIX + name,
      value: encoder.encode("{}"),
    })));
    const first = await one.next(never);
    assertEquals(shown(first.notices), ["ADDED a/1@2", "ADDED a/2@2"]);
    assertEquals(first.revision, 2);
    const { event } = (await two.next(never)).notices[0]!;
    let made = 0;
    const make = () => encoder.encode(String(++made));
    assert(first.notices[0]!.event === event);
    const frame = event.frame("ADDED", "json", make);
    assert(event.frame("ADDED", "json", make) === frame);
    assertEquals(decoder.decode(event.frame("MODIFIED", "json", make)), "2");
  });
});

Deno.test("objects that come into or go out of a filter's sight are added and deleted", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const watcher = cache.watch({ filter: ({ labels }) => labels.app === "x" });
    await put(store, "a/1", { labels: { app: "y" } });
    await put(store, "a/1", { labels: { app: "x" } });
    await put(store, "a/1", { labels: { app: "x" }, more: 1 });
    await put(store, "a/1", { labels: { app: "y" } });
    await put(store, "a/2", { labels: { app: "x" } });
    await remove(store, "a/2");
    await feed.waitUntilFresh(never);
    assertEquals(shown((await watcher.next(never)).notices), [
      "ADDED a/1@3",
      "MODIFIED a/1@4",
      "DELETED a/1@5",
      "ADDED a/2@6",
      "DELETED a/2@7",
    ]);
  });
});

Deno.test("a watch of a namespace, a key or an index value sees only that", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const byNode = (value: string) => ({
      index: { name: "node", value },
      filter: (entry: CachedObject) => entry.fields.node === value,
    });
    const watchers = {
      namespace: cache.watch({ prefix: `${PREFIX}a/` }),
      key: cache.watch({ key: `${PREFIX}a/1` }),
      x: cache.watch(byNode("x")),
      y: cache.watch({ ...byNode("y"), prefix: `${PREFIX}b/` }),
    };
    await put(store, "a/1", { node: "x" });
    await put(store, "ab/1", { node: "x" });
    await put(store, "b/1", { node: "y" });
    await put(store, "a/2", { node: "y" });
    await put(store, "a/1", { node: "y" });
    await feed.waitUntilFresh(never);
    const seen = async (watcher: Watcher) => shown((await watcher.next(never)).notices);
    assertEquals(await seen(watchers.namespace), ["ADDED a/1@2", "ADDED a/2@5", "MODIFIED a/1@6"]);
    assertEquals(await seen(watchers.key), ["ADDED a/1@2", "MODIFIED a/1@6"]);
    assertEquals(await seen(watchers.x), ["ADDED a/1@2", "ADDED ab/1@3", "DELETED a/1@6"]);
    assertEquals(await seen(watchers.y), ["ADDED b/1@4"]);
    assertEquals(cache.watchers, 4);
    for (const watcher of Object.values(watchers)) cache.unwatch(watcher);
    assertEquals(cache.watchers, 0);
  });
});

Deno.test("watchSince() goes on from the window, and from the store's log before that", async () => {
  await withCache(async ({ store, feed, cache }) => {
    for (let at = 0; at < 10; at++) await put(store, `a/${at}`);
    await remove(store, "a/0");
    await feed.waitUntilFresh(never);
    for (const since of [1, 2, 5, 8, 11, 12]) {
      const watcher = await cache.watchSince({}, since, never);
      const expected = [];
      for (let revision = since + 1; revision <= 11; revision++) {
        expected.push(`ADDED a/${revision - 2}@${revision}`);
      }
      if (since < 12) expected.push("DELETED a/0@12");
      else await put(store, "a/new");
      const seen = shown((await watcher.next(never)).notices);
      assertEquals(seen, since < 12 ? expected : ["ADDED a/new@13"], `since ${since}`);
      cache.unwatch(watcher);
    }
    await assertRejects(() => cache.watchSince({}, 99, never), "does not exist yet");
    await store.compact(6);
    await assertRejects(() => cache.watchSince({}, 3, never), "compacted");
  }, { windowEvents: 3 });
});

Deno.test("watchSince() tells each change once where the store's log is ahead of the cache", async () => {
  const store = new MemoryStore();
  const late = Promise.withResolvers<void>();
  let isLate = false;
  const slow = faulty(store, () => undefined);
  const feed = await CacheFeed.start({
    store: Object.assign(slow, {
      async *changes(...args: Parameters<Store["changes"]>) {
        for await (const batch of store.changes(...args)) {
          // Only the feed asks for the changes of all resources.
          if (isLate && args[1]?.prefix === undefined) await late.promise;
          yield batch;
        }
      },
    }),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const cache = await feed.cache({ prefix: PREFIX, decode, windowEvents: 1 });
  for (const name of ["a/1", "a/2", "a/3"]) await put(store, name);
  await feed.waitUntilFresh(never);
  isLate = true;
  await put(store, "a/4");
  const watcher = await cache.watchSince({}, 2, never);
  late.resolve();
  await put(store, "a/5");
  await feed.waitUntilFresh(never);
  const { notices } = await watcher.next(never);
  assertEquals(shown(notices), ["ADDED a/2@3", "ADDED a/3@4", "ADDED a/4@5", "ADDED a/5@6"]);
  await feed.close();
  await store.close();
});

Deno.test("a window keeps or drops the changes of a commit together", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const both = (value: string) =>
      store.commit(["a/1", "a/2"].map((name) => ({
        type: "put",
        key: PREFIX + name,
        value: encoder.encode(value),
      })));
    for (const value of ["{}", '{"b":1}', '{"c":1}']) await both(value);
    await feed.waitUntilFresh(never);
    for (const since of [1, 2, 3]) {
      const watcher = await cache.watchSince({}, since, never);
      assertEquals((await watcher.next(never)).notices.length, 2 * (4 - since), `since ${since}`);
    }
  }, { windowEvents: 3 });
});

Deno.test("a watcher that takes nothing is closed, and may watch again", async () => {
  const metrics = new Registry();
  const measures = declareCacheMetrics(metrics, new FakeClock())(new ResourceSeries("", "pods"));
  await withCache(async ({ store, feed, cache }) => {
    const [stuck, brisk] = [cache.watch({}), cache.watch({})];
    let seen = 0;
    for (let at = 0; at < 20; at++) {
      await put(store, `a/${at}`, { fill: "x".repeat(500) });
      await feed.waitUntilFresh(never);
      seen += (await brisk.next(never)).notices.length;
    }
    assertEquals([seen, cache.watchers], [20, 1]);
    await assertRejects(() => stuck.next(never), "too slow");
    const slow = 'apiserver_terminated_watchers_total{group="",resource="pods"} 1';
    assert(metrics.render().includes(slow));
  }, { watcherBytes: 5000, measures });
});

Deno.test("watchSince() tells of more than may wait in portions, of whole commits", async () => {
  for (const windowEvents of [1, 100]) {
    await withCache(async ({ store, feed, cache }) => {
      const fill = "x".repeat(700);
      const { revision: base } = cache;
      const told: string[] = [];
      for (let at = 0; at < 12; at++) {
        const value = encoder.encode(JSON.stringify({ fill }));
        const keys = [`${PREFIX}a/${at}`, `${PREFIX}b/${at}`];
        await store.commit(keys.map((key) => ({ type: "put", key, value })));
      }
      await feed.waitUntilFresh(never);
      let [place, portions] = [base, 0];
      for (; place < cache.revision; portions++) {
        const watcher = await cache.watchSince({}, place, never);
        const { notices } = await watcher.next(never);
        told.push(...shown(notices));
        place = notices.at(-1)!.event.revision;
        assertEquals(watcher.ended, place < cache.revision);
        if (watcher.ended) assertThrows(() => watcher.take(), "closed");
        else cache.unwatch(watcher);
      }
      assert(portions > 3, `${portions} portions`);
      assertEquals(told.length, 24);
      assertEquals(new Set(told).size, 24);
      assertEquals(cache.watchers, 0);
      // What is too much by itself is to be read by a list.
      const large = {
        type: "put",
        key: `${PREFIX}c`,
        value: encoder.encode(`{"a":"${fill.repeat(9)}"}`),
      };
      await store.commit([large as Op]);
      await feed.waitUntilFresh(never);
      await assertRejects(() => cache.watchSince({}, place, never), "has been compacted");
    }, { watcherBytes: 5000, windowEvents });
  }
});

Deno.test("a watcher that was too slow is told of no revision whose events were dropped", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const cases: Record<
      string,
      (watcher: Watcher, overflow: () => Promise<void>) => Promise<void>
    > = {
      "a bookmark that waits behind the events": async (watcher, overflow) => {
        watcher.bookmark(cache.revision);
        await overflow();
      },
      "the last bookmark of a watch": async (watcher, overflow) => {
        await overflow();
        watcher.bookmark(cache.revision);
      },
    };
    for (const happen of Object.values(cases)) {
      const watcher = cache.watch({});
      await put(store, "a/1");
      await feed.waitUntilFresh(never);
      await happen(watcher, async () => {
        await put(store, "a/1", { fill: "x".repeat(5000) });
        await feed.waitUntilFresh(never);
      });
      assertThrows(() => watcher.take(), "too slow");
    }
  }, { watcherBytes: 5000 });
});

Deno.test("bookmarks tell those who asked how far the cache has seen", async () => {
  await withCache(async ({ store, feed, cache, clock }) => {
    const [asked, other] = [cache.watch({}), cache.watch({})];
    feed.sendBookmarks(asked);
    await store.commit([{
      type: "put",
      key: "/registry/core/other/a",
      value: encoder.encode("{}"),
    }]);
    await feed.waitUntilFresh(never);
    await clock.advance(60_000);
    const batch = await asked.next(never);
    assertEquals([batch.bookmark, batch.revision, batch.notices], [true, 2, []]);
    const gone = new AbortController();
    const waiting = other.next(gone.signal);
    gone.abort(new Error("no bookmark"));
    await assertRejects(() => waiting, "no bookmark");
  });
});

Deno.test("every watch is told of an object that can't be read, and that it was deleted", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const bad = { type: "put", key: `${PREFIX}a/bad`, value: encoder.encode("!") } as const;
    await store.commit([bad]);
    await feed.waitUntilFresh(never);
    const scopes: Record<string, WatchScope> = {
      "all": {},
      "a namespace": { prefix: `${PREFIX}a/` },
      "a label": { filter: ({ labels }) => labels.app === "web" },
      "an index": {
        index: { name: "node", value: "n1" },
        filter: ({ fields }) => fields.node === "n1",
      },
      "the object": { key: `${PREFIX}a/bad` },
    };
    const others: WatchScope[] = [{ prefix: `${PREFIX}b/` }, { key: `${PREFIX}a/good` }];
    const told = Object.entries(scopes).map(([name, scope]) => ({
      name,
      watch: cache.watch(scope),
    }));
    const untold = others.map((scope) => cache.watch(scope));
    await remove(store, "a/bad");
    await feed.waitUntilFresh(never);
    for (const { name, watch } of told) {
      const notices = watch.take()?.notices ?? [];
      assertEquals(shown(notices), ["DELETED a/bad@3"], name);
      assert(isUnreadable(notices[0]!.event), name);
    }
    for (const watch of untold) assertEquals(watch.take(), undefined);
  });
});

function replay(state: Map<string, number>, notices: readonly Notice[]): void {
  for (const { type, event } of notices) {
    const name = nameOf(event);
    assertEquals(type === "ADDED", !state.has(name), `${type} ${name}`);
    if (type === "DELETED") state.delete(name);
    else state.set(name, event.revision);
  }
}

Deno.test("watches from any revision, with any filter, end in the state that a list shows", async () => {
  const step = fc.record({
    name: fc.constantFrom("a/1", "a/2", "ab/1", "b/1", "b/2"),
    app: fc.constantFrom("x", "y", undefined),
    node: fc.constantFrom("m", "n", undefined),
    remove: fc.boolean(),
    watch: fc.option(fc.record({
      back: fc.nat({ max: 30 }),
      app: fc.constantFrom("x", undefined),
      node: fc.constantFrom("m", undefined),
      namespace: fc.constantFrom("a/", "b/", undefined),
    })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      (steps) =>
        withCache(async ({ store, feed, cache }) => {
          const watches: {
            watcher: Watcher;
            state: Map<string, number>;
            list: () => Promise<readonly CachedObject[]>;
          }[] = [];
          for (const { name, app, node, remove: gone, watch } of steps) {
            if (gone) await remove(store, name);
            else await put(store, name, { labels: { app }, node });
            if (!watch) continue;
            await feed.waitUntilFresh(never);
            const filter = (entry: CachedObject) =>
              (watch.app === undefined || entry.labels.app === watch.app) &&
              (watch.node === undefined || entry.fields.node === watch.node);
            const prefix = watch.namespace === undefined ? PREFIX : PREFIX + watch.namespace;
            const since = Math.max(1, cache.revision - watch.back);
            const scope = {
              filter,
              prefix,
              ...(watch.node !== undefined && { index: { name: "node", value: watch.node } }),
            };
            const start = await cache.list({ at: since, filter, prefix });
            watches.push({
              watcher: await cache.watchSince(scope, since, never),
              state: new Map(start.entries.map((entry) => [nameOf(entry), entry.revision])),
              list: async () => (await cache.list({ filter, prefix })).entries,
            });
          }
          // The last write makes sure that each watch has something to end with.
          await feed.waitUntilFresh(never);
          for (const { watcher, state, list } of watches) {
            watcher.bookmark(cache.revision);
            const batch = await watcher.next(never);
            replay(state, batch.notices);
            const end = (await list()).map((
              entry,
            ): [string, number] => [nameOf(entry), entry.revision]);
            assertEquals([...state].toSorted(), end.toSorted());
          }
        }, { windowEvents: 5 }),
    ),
    { numRuns: runs(150), seed: Number(Deno.env.get("SEED") ?? Date.now() % 1e9), verbose: 1 },
  );
});
