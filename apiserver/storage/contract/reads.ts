/** Reading: one key, ranges, pages, old revisions. @module */

import { FutureRevision, InvalidRequest } from "../errors.ts";
import {
  assert,
  assertEquals,
  contents,
  put,
  rejects,
  remove,
  shown,
  type Suite,
} from "./suite.ts";

/** The contract of `get()` and `range()`, at the newest and at old revisions. */
export function readContract(suite: Suite): void {
  suite.test("an empty store has a revision and nothing else", async (store, base) => {
    assert(base >= 1, "revision 0 means that a key is absent");
    assertEquals(await store.get("/registry/a"), undefined);
    assertEquals(await store.range(""), { items: [], revision: base, remaining: 0 });
    assertEquals(await contents(store, base), {});
  });

  suite.test("get() returns what was put, with its revisions", async (store, base) => {
    const key = "/registry/a";
    await store.commit([put(key, "1")]);
    await store.commit([put("/registry/b", "other")]);
    await store.commit([put(key, "2")]);
    assertEquals(shown(await store.get(key)), `${key}=2@${base + 3}/${base + 1}`);
    await store.commit([remove(key)]);
    assertEquals(await store.get(key), undefined);
    await store.commit([put(key, "3")]);
    assertEquals(shown(await store.get(key)), `${key}=3@${base + 5}/${base + 5}`);
  });

  suite.test("get() and range() read exactly at an old revision", async (store, base) => {
    await store.commit([put("/registry/a", "1"), put("/registry/b", "1")]);
    await store.commit([put("/registry/a", "2")]);
    await store.commit([remove("/registry/b")]);
    await store.commit([put("/registry/b", "4")]);
    const states = [
      {},
      { "/registry/a": "1", "/registry/b": "1" },
      { "/registry/a": "2", "/registry/b": "1" },
      { "/registry/a": "2" },
      { "/registry/a": "2", "/registry/b": "4" },
    ];
    for (const [step, state] of states.entries()) {
      assertEquals(await contents(store, base + step), state, `state ${step}`);
      for (const key of ["/registry/a", "/registry/b"]) {
        const found = await store.get(key, { at: base + step });
        assertEquals(found !== undefined, key in state, `${key} at step ${step}`);
      }
    }
    const old = await store.get("/registry/a", { at: base + 1 });
    assertEquals(shown(old), `/registry/a=1@${base + 1}/${base + 1}`);
  });

  suite.test("range() covers a plain string prefix, in order", async (store) => {
    const keys = ["/a", "/a/", "/a/b", "/a/b/c", "/a/bc", "/a/c", "/a0", "/b/a"];
    const all = keys.map((key) => `/registry${key}`);
    for (const key of all.toReversed()) await store.commit([put(key, "x")]);
    const cases = ["", "/", "/a", "/a/", "/a/b", "/a/b/", "/a/bc", "/b", "/b/a", "/b/a/", "/c"];
    for (const prefix of cases.map((end) => `/registry${end}`)) {
      const expected = all.filter((key) => key.startsWith(prefix));
      const { items } = await store.range(prefix);
      assertEquals(items.map(({ key }) => key), expected, `prefix ${prefix}`);
    }
  });

  suite.test("range() orders by the bytes of UTF-8", async (store) => {
    // By UTF-16 units the emoji (D83D) would come before U+E000 and U+FFFD.
    const keys = [
      "\u0001",
      "A",
      "a",
      "a\u0000",
      "aa",
      "\u007f",
      "é",
      "ſ",
      "\ue000",
      "\ufffd",
      "😀",
    ];
    const all = keys.map((key) => `/registry/${key}`);
    for (const key of all.toReversed()) await store.commit([put(key, key)]);
    const { items } = await store.range("/registry/");
    assertEquals(items.map(({ key }) => key), all);
    for (const [index, after] of all.entries()) {
      const page = await store.range("/registry/", { after, limit: 2 });
      assertEquals(page.items.map(({ key }) => key), all.slice(index + 1, index + 3));
      assertEquals(page.remaining, Math.max(0, all.length - index - 3));
    }
    assertEquals((await store.range("/registry/😀")).items.length, 1);
  });

  suite.test("range() pages see the state at their revision", async (store) => {
    const keys = Array.from({ length: 25 }, (_, index) => `/registry/p/${100 + index}`);
    await store.commit(keys.map((key) => put(key, "old")));
    const first = await store.range("/registry/p/", { limit: 10 });
    assertEquals(first.items.length, 10);
    assertEquals(first.remaining, 15);
    await store.commit([remove("/registry/p/112"), put("/registry/p/1115", "new")]);
    const seen = first.items.map(({ key }) => key);
    for (let remaining = first.remaining; remaining > 0;) {
      const page = await store.range("/registry/p/", {
        at: first.revision,
        after: seen.at(-1),
        limit: 10,
      });
      assertEquals(page.revision, first.revision);
      assertEquals(page.remaining, Math.max(0, remaining - 10));
      seen.push(...page.items.map(({ key }) => key));
      remaining = page.remaining;
    }
    assertEquals(seen, keys);
  });

  suite.test("range() ends a page after so many bytes, and says what is left", async (store) => {
    const keys = Array.from({ length: 130 }, (_, index) => `/registry/p/${100 + index}`);
    const value = (index: number) => index < 70 ? "small" : "x".repeat(10_000);
    const revisions = await Promise.all(
      keys.map((key, index) => store.commit([put(key, value(index))])),
    );
    const at = Math.max(...revisions);
    const limitBytes = 20_000;
    const seen: string[] = [];
    for (let remaining = keys.length; remaining > 0;) {
      const options = { at, after: seen.at(-1), limit: 100, limitBytes };
      const page = await store.range("/registry/p/", options);
      seen.push(...page.items.map(({ key }) => key));
      assertEquals(page.remaining, remaining - page.items.length);
      assert(page.items.length > 0 && page.items.length < 100, `${page.items.length} items`);
      remaining = page.remaining;
    }
    assertEquals(seen, keys);
    const one = await store.range("/registry/p/", { at, after: keys[80], limitBytes: 1 });
    assertEquals([one.items.length, one.remaining], [1, 48]);
    assertEquals((await store.range("/registry/p/", { at, limitBytes })).items.length, 72);
  });

  suite.test("range() takes any `after`", async (store) => {
    await store.commit(["b", "d"].map((name) => put(`/registry/r/${name}`, "x")));
    const cases = [
      { after: "", found: ["b", "d"] },
      { after: "/registry/a", found: ["b", "d"] },
      { after: "/registry/r/", found: ["b", "d"] },
      { after: "/registry/r/a", found: ["b", "d"] },
      { after: "/registry/r/b", found: ["d"] },
      { after: "/registry/r/c", found: ["d"] },
      { after: "/registry/r/d", found: [] },
      { after: "/registry/s", found: [] },
      { after: "/registry/😀", found: [] },
    ];
    for (const { after, found } of cases) {
      const { items, remaining } = await store.range("/registry/r/", { after });
      assertEquals(items.map(({ key }) => key.slice(-1)), found, `after ${after}`);
      assertEquals(remaining, 0);
    }
  });

  suite.test("range() returns many items", async (store) => {
    const keys = Array.from({ length: 1200 }, (_, index) => `/registry/many/${10000 + index}`);
    for (let start = 0; start < keys.length; start += 100) {
      await store.commit(keys.slice(start, start + 100).map((key) => put(key, key)));
    }
    const { items, remaining } = await store.range("/registry/many/");
    assertEquals(items.map(({ key }) => key), keys);
    assertEquals(remaining, 0);
    assert(items.every(({ key, value }) => new TextDecoder().decode(value) === key));
  });

  suite.test("reads of a future revision throw FutureRevision", async (store, base) => {
    for (const at of [base + 1, base + 1000]) {
      const error = await rejects(FutureRevision, () => store.get("/registry/a", { at }));
      assertEquals([error.requested, error.newest], [at, base]);
      await rejects(FutureRevision, () => store.range("/registry/", { at }));
    }
  });

  suite.test("reads refuse what makes no sense", async (store) => {
    await rejects(InvalidRequest, () => store.get(""));
    await rejects(InvalidRequest, () => store.get("/registry/\ud800"));
    for (const at of [-1, 1.5, NaN, Infinity]) {
      await rejects(InvalidRequest, () => store.get("/registry/a", { at }));
      await rejects(InvalidRequest, () => store.range("/registry/", { at }));
    }
    for (const limit of [0, -1, 0.5, NaN]) {
      await rejects(InvalidRequest, () => store.range("/registry/", { limit }));
    }
  });
}
