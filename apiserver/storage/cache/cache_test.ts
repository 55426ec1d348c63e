import { runs } from "../../../testing/requirements.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { silentLogger } from "../../../toolkit/logging/mod.ts";
import { MemoryStore } from "../memory.ts";
import { decode, nameOf, never, PREFIX, put, remove, shown } from "./json_objects.ts";
import { type CachedObject, CacheFeed } from "./mod.ts";
import { withCache } from "./with_cache.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

Deno.test("get() and list() answer from memory once the revision was seen", async () => {
  await withCache(
    async ({ store, feed, cache }) => {
      assertEquals(cache.get(`${PREFIX}a/0`)?.fields.node, "n");
      await put(store, "a/1");
      const revision = await put(store, "b/1");
      await feed.waitUntilFresh(never);
      assertEquals(cache.revision, revision);
      assertEquals((await cache.list()).entries.map(nameOf), ["a/0", "a/1", "b/1"]);
      assertEquals((await cache.list({ prefix: `${PREFIX}a/` })).entries.map(nameOf), [
        "a/0",
        "a/1",
      ]);
      assertEquals((await cache.list({ prefix: `${PREFIX}c/` })).entries, []);
      await remove(store, "a/1");
      await feed.waitUntilFresh(never);
      assertEquals(cache.get(`${PREFIX}a/1`), undefined);
    },
    {},
    (store) => put(store, "a/0", { node: "n" }),
  );
});

Deno.test("list() in pages shows the state of its first page", async () => {
  await withCache(async ({ store, feed, cache }) => {
    for (const name of ["a/1", "a/2", "a/3", "b/1"]) await put(store, name);
    await feed.waitUntilFresh(never);
    const first = await cache.list({ limit: 2 });
    assertEquals([first.entries.map(nameOf), first.remaining], [["a/1", "a/2"], 2]);
    await remove(store, "a/3");
    await put(store, "a/25");
    await feed.waitUntilFresh(never);
    const after = first.entries.at(-1)!.key;
    const second = await cache.list({ limit: 2, after, at: first.revision });
    assertEquals([second.entries.map(nameOf), second.remaining], [["a/3", "b/1"], 0]);
    assertEquals((await cache.list({ after })).entries.map(nameOf), ["a/25", "b/1"]);
    // The pages of a list under way need no history of the store.
    await store.compact(await store.revision());
    const again = await cache.list({ limit: 2, after, at: first.revision });
    assertEquals(again.entries.map(nameOf), ["a/3", "b/1"]);
  });
});

/** Invariant: pages of any size, of any state, are that state, and say how much of it is left. */
Deno.test("list() in pages shows all there is, and counts what is left", async () => {
  const step = fc.record({
    name: fc.nat(60).map((number) => `${"abc"[number % 3]}/${number}`),
    remove: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 80 }),
      fc.nat(9),
      fc.constantFrom("", "a/", "b/", "d/"),
      fc.boolean(),
      async (steps, size, namespace, isOld) => {
        await withCache(async ({ store, feed, cache }) => {
          const prefix = PREFIX + namespace;
          for (const { name, remove: gone } of steps) {
            await (gone ? remove(store, name) : put(store, name));
          }
          await feed.waitUntilFresh(never);
          const limit = size + 1;
          const all = (await cache.list({ prefix })).entries.map(nameOf);
          let page = await cache.list({ prefix, limit });
          const { revision } = page;
          const seen = page.entries.map(nameOf);
          if (isOld) {
            await put(store, "b/x");
            await feed.waitUntilFresh(never);
          }
          while (page.more) {
            assertEquals(page.remaining, all.length - seen.length);
            page = await cache.list({ prefix, limit, at: revision, after: PREFIX + seen.at(-1) });
            assert(page.entries.length > 0 && page.entries.length <= limit);
            seen.push(...page.entries.map(nameOf));
          }
          assertEquals([seen, page.remaining], [all, 0]);
        });
      },
    ),
    { numRuns: runs(60) },
  );
});

Deno.test("list() in pages leaves out, and does not count, what can't be read", async () => {
  await withCache(async ({ store, feed, cache }) => {
    for (const name of ["a", "b", "d", "e", "f"]) await put(store, name);
    await store.commit([{ type: "put", key: `${PREFIX}c`, value: encoder.encode("!") }]);
    await feed.waitUntilFresh(never);
    const first = await cache.list({ limit: 2 });
    assertEquals([first.entries.map(nameOf), first.remaining], [["a", "b"], 3]);
    await put(store, "g");
    await feed.waitUntilFresh(never);
    // From the state that was kept, and from the store.
    for (const at of [first.revision, first.revision - 1]) {
      const next = await cache.list({ limit: 1, at, after: `${PREFIX}b` });
      assertEquals([next.entries.map(nameOf), next.remaining], [["d"], 2]);
    }
  });
});

Deno.test("list() at an old revision without a snapshot reads the store's history", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const old = await put(store, "a/1");
    const then = await put(store, "a/2");
    await remove(store, "a/1");
    await feed.waitUntilFresh(never);
    assertEquals((await cache.list({ at: old })).entries.map(nameOf), ["a/1"]);
    assertEquals((await cache.list({ at: then })).entries.map(nameOf), ["a/1", "a/2"]);
    await store.compact(await store.revision());
    await assertRejects(() => cache.list({ at: old }), "compacted");
    await assertRejects(() => cache.list({ at: 99 }), "does not exist yet");
  });
});

Deno.test("list() by an index returns what has the value, in order", async () => {
  await withCache(async ({ store, feed, cache }) => {
    await put(store, "b/1", { node: "x" });
    await put(store, "a/1", { node: "x" });
    await put(store, "a/2", { node: "y" });
    await put(store, "a/3", { node: "x" });
    await put(store, "a/3", { node: "y" });
    await feed.waitUntilFresh(never);
    const index = { name: "node", value: "x" };
    const filter = (entry: CachedObject) => entry.fields.node === "x";
    assertEquals((await cache.list({ index, filter })).entries.map(nameOf), ["a/1", "b/1"]);
    assertEquals((await cache.list({ index, filter, prefix: `${PREFIX}b/` })).entries.map(nameOf), [
      "b/1",
    ]);
    const page = await cache.list({ index, filter, limit: 1 });
    assertEquals([page.entries.map(nameOf), page.more, page.remaining], [["a/1"], true, undefined]);
    assertEquals((await cache.list({ index })).entries.map(nameOf), ["a/1", "b/1"], "no stale key");
    assertEquals((await cache.list({ index: { name: "node", value: "no" } })).entries, []);
  });
});

Deno.test("joined() keeps a list's bytes until something in it changes", async () => {
  await withCache(async ({ store, feed, cache }) => {
    await put(store, "a/1");
    await put(store, "b/1");
    await feed.waitUntilFresh(never);
    const whole = cache.joined();
    assertEquals([decoder.decode(whole.bytes), whole.entries.length], ["{}@2,{}@3", 2]);
    const a = cache.joined(`${PREFIX}a/`);
    assertEquals(cache.joined(), whole);
    assert(cache.joined().bytes === whole.bytes, "the same bytes");
    await put(store, "b/1");
    await feed.waitUntilFresh(never);
    assert(cache.joined(`${PREFIX}a/`).bytes === a.bytes, "another namespace's list stays");
    assertEquals(decoder.decode(cache.joined().bytes), "{}@2,{}@4");
    await remove(store, "a/1");
    await feed.waitUntilFresh(never);
    assertEquals(cache.joined(`${PREFIX}a/`).entries.length, 0);
  });
});

Deno.test("joinedList() keeps pages and selections while nothing in the resource changes", async () => {
  await withCache(async ({ store, feed, cache }) => {
    for (const name of ["a/1", "a/2", "b/1"]) await put(store, name);
    await feed.waitUntilFresh(never);
    const list = (name: string, limit?: number) => cache.joinedList(name, { limit });
    const page = await list("two", 2);
    assertEquals([decoder.decode(page.bytes), page.more, page.remaining], ["{}@2,{}@3", true, 1]);
    assert((await list("two", 2)).bytes === page.bytes, "the same bytes");
    assert((await list("all")).bytes !== page.bytes, "another name, another list");
    // Something of another resource: the page stays, and says how new it is.
    await store.commit([{ type: "put", key: "/registry/other/x", value: new Uint8Array([1]) }]);
    await feed.waitUntilFresh(never);
    const later = await list("two", 2);
    assert(later.bytes === page.bytes);
    assertEquals(later.revision, page.revision + 1);
    await put(store, "b/1");
    await feed.waitUntilFresh(never);
    assert((await list("two", 2)).bytes !== page.bytes, "a change forgets it");
    // The rest of the page that was kept shows the state of its version.
    const rest = await cache.joinedList("rest", { at: later.revision, after: `${PREFIX}a/2` });
    assertEquals(decoder.decode(rest.bytes), "{}@4");
  });
});

Deno.test("a value that can't be read is told apart and harms nothing else", async () => {
  await withCache(async ({ store, feed, cache }) => {
    const watcher = cache.watch({});
    await store.commit([{ type: "put", key: `${PREFIX}a/bad`, value: encoder.encode("!") }]);
    await put(store, "a/good");
    await feed.waitUntilFresh(never);
    assertEquals([...cache.corrupt.keys()].map((key) => nameOf({ key })), ["a/bad"]);
    assertEquals(cache.get(`${PREFIX}a/bad`)?.corrupt?.message, "not an object");
    assertEquals((await cache.list()).entries.map(nameOf), ["a/good"]);
    assertEquals(decoder.decode(cache.joined().bytes), "{}@3");
    await put(store, "a/bad");
    await feed.waitUntilFresh(never);
    assertEquals(cache.corrupt.size, 0);
    // Whether it is new to a reader can't be seen, so that each is told.
    assertEquals(shown((await watcher.next(never)).notices), [
      "DELETED a/bad@2",
      "ADDED a/good@3",
      "ADDED a/bad@4",
    ]);
  });
});

Deno.test("waitFor() gives up after its time, and when its signal aborts", async () => {
  await withCache(async ({ feed, clock }) => {
    const waiting = feed.waitFor(5, never, 3000);
    const failed = assertRejects(() => waiting, "revision 5 was not seen in time");
    await clock.advance(3000);
    await failed;
    const gone = new AbortController();
    const aborted = assertRejects(() => feed.waitFor(5, gone.signal), "left");
    gone.abort(new Error("left"));
    await aborted;
  });
});

Deno.test("a resource can come while its objects change, and go again", async () => {
  const store = new MemoryStore();
  const feed = await CacheFeed.start({ store, clock: new FakeClock(), logger: silentLogger });
  const writes = (async () => {
    for (let at = 0; at < 50; at++) await put(store, `a/${at}`);
  })();
  const cache = await feed.cache({ prefix: PREFIX, decode });
  await writes;
  await feed.waitUntilFresh(never);
  assertEquals(cache.size, 50);
  await assertRejects(() => feed.cache({ prefix: PREFIX, decode }), "has a cache already");
  const watcher = cache.watch({});
  feed.remove(PREFIX);
  await assertRejects(() => watcher.next(never), "closed");
  await feed.close();
  await store.close();
});

/** Applies notices to a state, refusing what could not follow from it. */
