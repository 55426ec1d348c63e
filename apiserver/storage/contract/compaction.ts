/** Forgetting history. @module */

import { Compacted, FutureRevision } from "../errors.ts";
import {
  assert,
  assertEquals,
  contents,
  firstBatch,
  put,
  rejects,
  remove,
  shown,
  shownChange,
  type Suite,
  takeChanges,
} from "./suite.ts";

/** The contract of `compact()`: which states and changes stay readable. */
export function compactionContract(suite: Suite): void {
  suite.test("compact() keeps all states from its revision on", async (store, base) => {
    await store.commit([put("/registry/a", "1"), put("/registry/keep", "1")]);
    await store.commit([put("/registry/a", "2"), put("/registry/b", "2")]);
    await store.commit([put("/registry/a", "3"), remove("/registry/b")]);
    await store.commit([put("/registry/a", "4")]);
    const states = new Map<number, Record<string, string | undefined>>();
    for (let at = base; at <= base + 4; at++) states.set(at, await contents(store, at));
    for (let compacted = base + 1; compacted <= base + 4; compacted++) {
      await store.compact(compacted);
      assertEquals((await store.status()).compacted, compacted);
      for (const [at, state] of states) {
        if (at >= compacted) {
          assertEquals(await contents(store, at), state, `${at} after ${compacted}`);
          continue;
        }
        const error = await rejects(Compacted, () => store.range("/registry/", { at }));
        assertEquals([error.requested, error.oldest], [at, compacted]);
        await rejects(Compacted, () => store.get("/registry/keep", { at }));
        await rejects(Compacted, () => firstBatch(store, at));
      }
    }
    assertEquals(shown(await store.get("/registry/a")), `/registry/a=4@${base + 4}/${base + 1}`);
  });

  suite.test(
    "compact() keeps changes after its revision, with what they replaced",
    async (store, base) => {
      await store.commit([put("/registry/a", "1"), put("/registry/b", "1")]);
      await store.commit([put("/registry/a", "2")]);
      await store.compact(base + 2);
      await store.commit([put("/registry/a", "3")]);
      await store.commit([remove("/registry/b")]);
      const changes = await takeChanges(store, base + 2, 2);
      assertEquals(changes.map(shownChange), [
        `/registry/a=3@${base + 3}/${base + 1} was /registry/a=2@${base + 2}/${base + 1}`,
        `/registry/b-@${base + 4}/0 was /registry/b=1@${base + 1}/${base + 1}`,
      ]);
    },
  );

  suite.test("compact() forgets deleted keys for good", async (store, base) => {
    await store.commit([put("/registry/a", "1")]);
    await store.commit([remove("/registry/a")]);
    await store.compact(base + 2);
    assertEquals(await store.get("/registry/a"), undefined);
    assertEquals(await contents(store), {});
    await store.commit([put("/registry/a", "2", 0)]);
    const found = await store.get("/registry/a");
    assertEquals(shown(found), `/registry/a=2@${base + 3}/${base + 3}`);
    const changes = await takeChanges(store, base + 2, 1);
    assertEquals(changes.map(shownChange), [`/registry/a=2@${base + 3}/${base + 3}`]);
  });

  suite.test("compact() of what is compacted is fine, of the future not", async (store, base) => {
    await store.commit([put("/registry/a", "1")]);
    await store.compact(base + 1);
    await store.compact(base + 1);
    await store.compact(base);
    assertEquals((await store.status()).compacted, base + 1);
    await rejects(FutureRevision, () => store.compact(base + 2));
    assertEquals(shown(await store.get("/registry/a")), `/registry/a=1@${base + 1}/${base + 1}`);
  });

  suite.test("compact() throws a reader out that is behind it", async (store, base) => {
    const commits = 40;
    // Larger than a batch of changes takes, so that the reader has to come back for more.
    const value = "x".repeat(100_000);
    for (let step = 0; step < commits; step++) await store.commit([put("/registry/a", value)]);
    const batches = store.changes(base)[Symbol.asyncIterator]();
    const first = await batches.next();
    assert(!first.done && first.value.revision < base + commits, "the reader is behind");
    await store.compact(base + commits);
    await rejects(Compacted, async () => {
      // A backend may have a little more on the way already.
      for (let next = await batches.next(); !next.done;) next = await batches.next();
    });
  });

  suite.test("compact() while others read and write changes no state", async (store, base) => {
    const keys = Array.from({ length: 5 }, (_, index) => `/registry/${index}`);
    const rounds = 30;
    const compacting = (async () => {
      for (let round = 0; round < rounds; round++) await store.compact(await store.revision());
    })();
    const writing = Promise.all(keys.map(async (key) => {
      for (let round = 0; round < rounds; round++) {
        await store.commit([round % 7 === 6 ? remove(key) : put(key, `${round}`)]);
      }
    }));
    for (let round = 0; round < rounds; round++) {
      const { revision, items } = await store.range("/registry/");
      assert(items.every((item) => item.revision <= revision));
      await store.get(keys[round % keys.length] as string);
    }
    await Promise.all([compacting, writing]);
    const last = `${rounds - 1}`;
    assertEquals(await contents(store), Object.fromEntries(keys.map((key) => [key, last])));
    // A delete in each of the rounds 6, 13, 20 and 27 of each key is a change too.
    assertEquals(await store.revision(), base + rounds * keys.length);
  });
}
