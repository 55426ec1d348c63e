/** Committing: preconditions, atomicity, revisions. @module */

import { assert } from "../../../toolkit/deps/assert.ts";
import { Conflict, InvalidRequest, TooLarge } from "../errors.ts";
import { MAX_COMMIT_OPS } from "../limits.ts";
import type { Op } from "../store.ts";
import {
  assertEquals,
  bytes,
  contents,
  put,
  rejects,
  remove,
  shownChange,
  type Suite,
  takeChanges,
} from "./suite.ts";

const KEY = "/registry/a";

/** The contract of `commit()`: revisions, preconditions, atomicity, and what is refused. */
export function commitContract(suite: Suite): void {
  suite.test("commit() resolves with consecutive revisions", async (store, base) => {
    for (let step = 1; step <= 5; step++) {
      assertEquals(await store.commit([put(`/registry/${step}`, "x")]), base + step);
      assertEquals(await store.revision(), base + step);
    }
  });

  suite.test("ownRevision is that of all that is acknowledged, where a handle knows it", async (store) => {
    if (store.ownRevision === undefined) return;
    await Promise.all(Array.from({ length: 50 }, async (_, index) => {
      const revision = await store.commit([put(`/registry/${index % 7}`, "x")]);
      assert(store.ownRevision! >= revision, `${store.ownRevision} after ${revision}`);
    }));
    assertEquals(store.ownRevision, await store.revision());
    await store.close();
    assertEquals(store.ownRevision, undefined);
  });

  suite.backendTest("ownRevision is never behind what others have written", async (backend) => {
    if (!backend.shared) return;
    const [one, other] = [await backend.open(), await backend.open()];
    try {
      const revision = await other.commit([put(KEY, "x")]);
      assert((one.ownRevision ?? revision) >= revision);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  // A backend that does not choose its revisions skips this one.
  suite.test("commit() goes on from the least revision asked for", async (store, base) => {
    await store.commit([put("/registry/1", "x")]);
    const far = base + 1000;
    assertEquals(await store.commit([put(KEY, "x")], { minRevision: far }), far);
    assertEquals(await store.revision(), far);
    assertEquals(await store.commit([put(KEY, "y")], { minRevision: base }), far + 1);
    assertEquals(await store.get(KEY, { at: far - 1 }), undefined);
    assertEquals((await store.get(KEY, { at: far }))?.revision, far);
    const changes = await takeChanges(store, base, 3);
    assertEquals(changes.map(({ revision }) => revision - base), [1, 1000, 1001]);
    assertEquals((await takeChanges(store, base + 500, 2)).length, 2);
    await rejects(InvalidRequest, () => store.commit([put(KEY, "z")], { minRevision: NaN }));
    await rejects(InvalidRequest, () => store.commit([put(KEY, "z")], { minRevision: 2 ** 53 }));
  });

  suite.test("commit() checks the revision that a key must have", async (store, base) => {
    // Revisions are relative to the empty store's; "absent" is 0.
    const cases: { op: (base: number) => Op; found?: number }[] = [
      { op: (base) => put(KEY, "1", base + 1), found: 0 },
      { op: () => remove(KEY, 1), found: 0 },
      { op: () => put(KEY, "1", 0) },
      { op: () => put(KEY, "2", 0), found: 1 },
      { op: () => remove(KEY, 0), found: 1 },
      { op: (base) => put(KEY, "2", base), found: 1 },
      { op: (base) => put(KEY, "2", base + 2), found: 1 },
      { op: (base) => put(KEY, "2", base + 1) },
      { op: (base) => remove(KEY, base + 1), found: 2 },
      { op: (base) => remove(KEY, base + 2) },
      { op: (base) => put(KEY, "3", base + 2), found: 0 },
      { op: (base) => put(KEY, "3", base + 3), found: 0 },
      { op: () => put(KEY, "3", 0) },
      { op: () => put(KEY, "4") },
      { op: () => remove(KEY) },
    ];
    for (const { op, found } of cases) {
      const made = op(base);
      if (found === undefined) {
        await store.commit([made]);
        continue;
      }
      const before = await store.revision();
      const error = await rejects(Conflict, () => store.commit([made]));
      const revision = found === 0 ? 0 : base + found;
      assertEquals([error.key, error.expected, error.found], [KEY, made.revision, revision]);
      assertEquals(await store.revision(), before, "a refused commit makes no revision");
    }
    assertEquals(await store.revision(), base + 6);
  });

  suite.test("commit() of several operations has one revision", async (store, base) => {
    await store.commit([put("/registry/x", "0")]);
    const ops = [put("/registry/a", "1"), remove("/registry/x"), put("/registry/b", "1")];
    assertEquals(await store.commit(ops), base + 2);
    assertEquals(await contents(store, base + 1), { "/registry/x": "0" });
    assertEquals(await contents(store), { "/registry/a": "1", "/registry/b": "1" });
    const changes = await takeChanges(store, base + 1, 3);
    assertEquals(changes.map(shownChange), [
      `/registry/a=1@${base + 2}/${base + 2}`,
      `/registry/x-@${base + 2}/0 was /registry/x=0@${base + 1}/${base + 1}`,
      `/registry/b=1@${base + 2}/${base + 2}`,
    ]);
  });

  suite.test("commit() does nothing when one of its conditions fails", async (store, base) => {
    await store.commit([put("/registry/b", "old")]);
    const ops = [put("/registry/a", "new"), put("/registry/b", "new", 0), remove("/registry/c", 7)];
    const error = await rejects(Conflict, () => store.commit(ops));
    assertEquals([error.key, error.found], ["/registry/b", base + 1]);
    assertEquals(await contents(store), { "/registry/b": "old" });
    assertEquals(await store.revision(), base + 1);
    assertEquals(await store.commit([put("/registry/c", "x")]), base + 2);
  });

  suite.test("commit() that changes nothing makes no revision", async (store, base) => {
    assertEquals(await store.commit([]), base);
    assertEquals(await store.commit([remove("/registry/a")]), base);
    assertEquals(await store.commit([remove("/registry/a", 0), remove("/registry/b")]), base);
    assertEquals(await store.revision(), base);
    assertEquals(await store.commit([remove("/registry/a", 0), put("/registry/b", "x")]), base + 1);
    const changes = await takeChanges(store, base, 1);
    assertEquals(changes.map(({ key }) => key), ["/registry/b"]);
  });

  suite.test("commit() of an equal value is a change all the same", async (store, base) => {
    await store.commit([put(KEY, "same")]);
    assertEquals(await store.commit([put(KEY, "same")]), base + 2);
    assertEquals((await store.get(KEY))?.revision, base + 2);
  });

  suite.test("commit() refuses what makes no sense", async (store, base) => {
    const cases: { name: string; ops: Op[]; type: typeof InvalidRequest | typeof TooLarge }[] = [
      { name: "empty key", ops: [put("", "x")], type: InvalidRequest },
      { name: "half a pair", ops: [put("/registry/\udc00x", "x")], type: InvalidRequest },
      { name: "twice", ops: [put(KEY, "x"), remove(KEY)], type: InvalidRequest },
      { name: "negative", ops: [put(KEY, "x", -1)], type: InvalidRequest },
      { name: "fraction", ops: [remove(KEY, 0.5)], type: InvalidRequest },
      {
        name: "too many",
        ops: Array.from({ length: MAX_COMMIT_OPS + 1 }, (_, i) => put(`/registry/${i}`, "x")),
        type: TooLarge,
      },
    ];
    for (const { name, ops, type } of cases) {
      await rejects(type, () => store.commit(ops)).catch((error) => {
        throw new Error(`case ${name}`, { cause: error });
      });
    }
    assertEquals(await store.revision(), base);
  });

  suite.test("commit() takes as many operations as it says", async (store, base) => {
    const ops = Array.from(
      { length: MAX_COMMIT_OPS },
      (_, index): Op => ({ type: "put", key: `/registry/m/${index}`, value: bytes(`${index}`) }),
    );
    assertEquals(await store.commit(ops), base + 1);
    assertEquals((await store.range("/registry/m/")).items.length, MAX_COMMIT_OPS);
    const changes = await takeChanges(store, base, MAX_COMMIT_OPS);
    assertEquals(changes.map(({ key }) => key), ops.map(({ key }) => key));
  });
}
