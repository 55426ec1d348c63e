/** Many callers at once. @module */

import { Conflict } from "../errors.ts";
import { assert, assertEquals, put, shownChange, type Suite, takeChanges, text } from "./suite.ts";

/** The contract under concurrent writers and readers: nothing is lost, nothing wins twice. */
export function concurrencyContract(suite: Suite): void {
  suite.test("of many writers to one revision of a key exactly one wins", async (store, base) => {
    const key = "/registry/a";
    await store.commit([put(key, "0")]);
    for (let round = 1; round <= 10; round++) {
      const outcomes = await Promise.allSettled(
        Array.from(
          { length: 20 },
          (_, writer) => store.commit([put(key, `${writer}`, base + round)]),
        ),
      );
      const won = outcomes.filter(({ status }) => status === "fulfilled");
      assertEquals(won.length, 1);
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      for (const { reason } of lost) {
        assert(reason instanceof Conflict, String(reason));
        assertEquals(reason.found, base + round + 1);
      }
    }
    assertEquals(await store.revision(), base + 11);
  });

  suite.test("counting with preconditions loses no update", async (store, base) => {
    const key = "/registry/counter";
    const writers = 8;
    const each = 10;
    await Promise.all(Array.from({ length: writers }, async () => {
      for (let done = 0; done < each;) {
        const found = await store.get(key);
        const next = Number(text(found?.value) ?? "0") + 1;
        try {
          await store.commit([put(key, `${next}`, found?.revision ?? 0)]);
          done++;
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
        }
      }
    }));
    assertEquals(text((await store.get(key))?.value), `${writers * each}`);
    assertEquals(await store.revision(), base + writers * each);
  });

  suite.test(
    "concurrent commits have one revision each, and are acknowledged in order",
    async (store, base) => {
      const order: number[] = [];
      const revisions = await Promise.all(Array.from({ length: 300 }, async (_, index) => {
        const count = 1 + index % 3;
        const ops = Array.from({ length: count }, (_, op) => put(`/registry/${index}/${op}`, "x"));
        const revision = await store.commit(ops);
        order.push(revision);
        return revision;
      }));
      if (!suite.acknowledgesInOrder) order.sort((a, b) => a - b);
      assertEquals(order, Array.from({ length: 300 }, (_, index) => base + 1 + index));
      if (suite.inOrder) assertEquals(revisions, order);
    },
  );

  suite.test("a failing commit does not fail its neighbours", async (store) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => {
        return store.commit([put(`/registry/${index}`, "x", index % 3 === 0 ? 99999 : 0)]);
      }),
    );
    outcomes.forEach(({ status }, index) => {
      assertEquals(status, index % 3 === 0 ? "rejected" : "fulfilled");
    });
    assertEquals((await store.range("/registry/")).items.length, 40);
  });

  suite.test("many watchers see the same changes in the same order", async (store, base) => {
    const count = 200;
    const watchers = Array.from({ length: 10 }, () => takeChanges(store, base, count));
    await Promise.all(Array.from({ length: 10 }, async (_, writer) => {
      for (let step = 0; step < count / 10; step++) {
        await store.commit([put(`/registry/${step % 7}`, `${writer}.${step}`)]);
      }
    }));
    const [first = [], ...others] = (await Promise.all(watchers)).map((changes) =>
      changes.map(shownChange)
    );
    assertEquals(first.length, count);
    for (const other of others) assertEquals(other, first);
    assertEquals((await takeChanges(store, base, count)).map(shownChange), first);
  });

  suite.test("a read sees every commit that was acknowledged before it", async (store) => {
    await Promise.all(Array.from({ length: 10 }, async (_, writer) => {
      const key = `/registry/${writer}`;
      for (let step = 0; step < 10; step++) {
        const revision = await store.commit([put(key, `${step}`)]);
        assertEquals((await store.get(key))?.revision, revision);
        assert(await store.revision() >= revision);
      }
    }));
  });
}
