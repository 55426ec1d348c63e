/** The log of changes: order, resuming, previous values, cancelling. @module */

import { FutureRevision, InvalidRequest } from "../errors.ts";
import type { Store } from "../store.ts";
import {
  assert,
  assertEquals,
  firstBatch,
  put,
  rejects,
  remove,
  shownChange,
  type Suite,
  takeChanges,
} from "./suite.ts";

/** The contract of `changes()`: every change once and in order, from any revision on. */
export function changesContract(suite: Suite): void {
  suite.test("changes() yields every change with what it replaced", async (store, base) => {
    await story(store);
    const changes = await takeChanges(store, base, 6);
    assertEquals(changes.map(shownChange), expected(base));
  });

  suite.test("changes() resumes after any revision", async (store, base) => {
    await story(store);
    const all = expected(base);
    for (const [seen, since] of [[0, 0], [1, 1], [2, 2], [4, 3], [5, 4]] as const) {
      const changes = await takeChanges(store, base + since, 6 - seen);
      assertEquals(changes.map(shownChange), all.slice(seen), `since ${since}`);
    }
  });

  suite.test("changes() yields only the prefix", async (store, base) => {
    await story(store);
    const changes = await takeChanges(store, base, 2, { prefix: "/registry/b" });
    assertEquals(changes.map(shownChange), expected(base).filter((line) => line.includes("y/b")));
  });

  suite.test("changes() leaves out what was replaced when asked to", async (store, base) => {
    await story(store);
    const changes = await takeChanges(store, base, 6, { previous: false });
    assertEquals(
      changes.map(shownChange),
      expected(base).map((line) => line.replace(/ was .*/, "")),
    );
  });

  suite.test("changes() waits for further commits", async (store, base) => {
    const taken = takeChanges(store, base, 3);
    for (const value of ["1", "2", "3"]) await store.commit([put("/registry/a", value)]);
    assertEquals((await taken).map(({ revision }) => revision - base), [1, 2, 3]);
  });

  suite.test("changes() tells how far it is when asked to", async (store, base) => {
    const stop = new AbortController();
    const options = { prefix: "/registry/none/", progress: true, signal: stop.signal };
    const batches = store.changes(base, options)[Symbol.asyncIterator]();
    for (const step of [1, 2]) {
      const next = batches.next();
      await store.commit([put("/registry/a", "x")]);
      assertEquals(await next, { done: false, value: { revision: base + step, changes: [] } });
    }
    stop.abort();
    await rejects(Error, () => batches.next());
  });

  suite.test("changes() yields many changes in whole revisions", async (store, base) => {
    const commits = 60;
    const size = 25;
    for (let step = 0; step < commits; step++) {
      const ops = Array.from({ length: size }, (_, index) => put(`/registry/${index}`, `${step}`));
      await store.commit(ops);
    }
    const changes = await takeChanges(store, base, commits * size);
    assertEquals(changes.length, commits * size);
    for (const [index, { key, revision, previous }] of changes.entries()) {
      assertEquals(revision, base + 1 + Math.floor(index / size));
      assertEquals(key, `/registry/${index % size}`);
      assertEquals(previous?.revision, revision === base + 1 ? undefined : revision - 1);
    }
  });

  suite.test("changes() of a future revision throws FutureRevision", async (store, base) => {
    const error = await rejects(FutureRevision, () => firstBatch(store, base + 1));
    assertEquals([error.requested, error.newest], [base + 1, base]);
  });

  suite.test("changes() refuses what makes no sense", async (store) => {
    for (const since of [-1, 0.5, NaN]) {
      await rejects(InvalidRequest, () => firstBatch(store, since));
    }
  });

  suite.test("changes() ends with the signal's reason", async (store, base) => {
    const reason = new Error("enough");
    const stop = new AbortController();
    const waiting = firstBatch(store, base, { signal: stop.signal });
    await store.revision();
    stop.abort(reason);
    assert(await rejects(Error, () => waiting) === reason);
    assert(await rejects(Error, () => firstBatch(store, base, { signal: stop.signal })) === reason);
  });
}

/** Four commits with six changes. */
async function story(store: Store): Promise<void> {
  await store.commit([put("/registry/a", "1")]);
  await store.commit([put("/registry/a", "2")]);
  await store.commit([put("/registry/b", "1"), put("/registry/c", "1")]);
  await store.commit([remove("/registry/a")]);
  await store.commit([remove("/registry/b")]);
}

function expected(base: number): string[] {
  const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((step) => base + step);
  return [
    `/registry/a=1@${one}/${one}`,
    `/registry/a=2@${two}/${one} was /registry/a=1@${one}/${one}`,
    `/registry/b=1@${three}/${three}`,
    `/registry/c=1@${three}/${three}`,
    `/registry/a-@${four}/0 was /registry/a=2@${two}/${one}`,
    `/registry/b-@${five}/0 was /registry/b=1@${three}/${three}`,
  ];
}
