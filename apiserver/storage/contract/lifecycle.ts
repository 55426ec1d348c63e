/** Closing, cancelling, opening again, several handles. @module */

import { Closed } from "../errors.ts";
import type { Store } from "../store.ts";
import {
  assert,
  assertEquals,
  type Backend,
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

/** The contract of opening and closing, for the backends of the suite. */
export function lifecycleContract(suite: Suite): void {
  suite.backendTest("close() ends every call with Closed", async (backend) => {
    const store = await backend.open();
    const base = await store.revision();
    const waiting = rejects(Closed, () => firstBatch(store, base));
    await store.close();
    await waiting;
    const calls: [string, () => Promise<unknown>][] = [
      ["revision", () => store.revision()],
      ["get", () => store.get("/registry/a")],
      ["range", () => store.range("/registry/")],
      ["commit", () => store.commit([put("/registry/a", "x")])],
      ["changes", () => firstBatch(store, base)],
      ["compact", () => store.compact(base)],
      ["status", () => store.status()],
    ];
    for (const [name, call] of calls) {
      await rejects(Closed, call).catch((cause) => {
        throw new Error(`${name} after close()`, { cause });
      });
    }
    await store.close();
  });

  suite.backendTest("close() waits for commits in flight", async (backend) => {
    const store = await backend.open();
    const base = await store.revision();
    const commits = Array.from({ length: 50 }, (_, index) => {
      return store.commit([put(`/registry/${index}`, "x".repeat(index * 2000))]);
    });
    const outcomes = Promise.allSettled(commits);
    await store.close();
    for (const outcome of await outcomes) {
      if (outcome.status === "rejected") assert(outcome.reason instanceof Closed);
    }
    if (!backend.persistent) return;
    const reopened = await backend.open();
    const acknowledged = (await outcomes).filter(({ status }) => status === "fulfilled");
    assertEquals(await reopened.revision(), base + acknowledged.length);
    await reopened.close();
  });

  suite.test("an aborted signal ends a call with its reason", async (store, base) => {
    const reason = new Error("changed my mind");
    const signal = AbortSignal.abort(reason);
    const calls: [string, () => Promise<unknown>][] = [
      ["revision", () => store.revision({ signal })],
      ["get", () => store.get("/registry/a", { signal })],
      ["range", () => store.range("/registry/", { signal })],
      ["commit", () => store.commit([put("/registry/a", "x")], { signal })],
      ["compact", () => store.compact(base, { signal })],
      ["status", () => store.status({ signal })],
    ];
    for (const [name, call] of calls) assert(await rejects(Error, call) === reason, name);
    assertEquals(await store.revision(), base);
  });

  suite.test("an aborted commit is written as a whole or not at all", async (store, base) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, index) => {
        const stop = new AbortController();
        const ops = [put(`/registry/${index}/a`, "x"), put(`/registry/${index}/b`, "x")];
        const done = store.commit(ops, { signal: stop.signal });
        if (index % 2 === 0) stop.abort();
        return await done;
      }),
    );
    const items = Object.keys(await contents(store));
    outcomes.forEach(({ status }, index) => {
      const written = items.filter((key) => key.startsWith(`/registry/${index}/`)).length;
      assertEquals(written, status === "fulfilled" ? 2 : 0, `commit ${index}`);
      if (index % 2 === 1) assertEquals(status, "fulfilled");
    });
    assertEquals(await store.revision(), base + items.length / 2);
  });

  suite.backendTest("a reopened store is as it was", async (backend) => {
    if (!backend.persistent) return;
    let store = await backend.open();
    const base = await store.revision();
    const large = "v".repeat(200_000);
    await store.commit([put("/registry/a", "1"), put("/registry/b", "1")]);
    await store.commit([put("/registry/a", large)]);
    await store.commit([remove("/registry/b")]);
    await store.commit([put("/registry/c", "4")]);
    await store.compact(base + 2);
    await store.commit([put("/registry/b", "5", 0)]);
    await store.commit([remove("/registry/a")]);
    const before = await snapshot(store, base);
    await store.close();
    store = await backend.open();
    assertEquals(await snapshot(store, base), before);
    assertEquals(await store.commit([put("/registry/a", "7", 0)]), base + 7);
    assertEquals(shown(await store.get("/registry/b")), `/registry/b=5@${base + 5}/${base + 5}`);
    await store.compact(base + 7);
    await store.close();
    store = await backend.open();
    assertEquals(await contents(store), {
      "/registry/a": "7",
      "/registry/b": "5",
      "/registry/c": "4",
    });
    await store.close();
  });

  suite.backendTest("two handles see each other's writes in order", async (backend) => {
    if (!backend.shared) return;
    await withTwo(backend, async (one, two) => {
      const base = await one.revision();
      const watching = takeChanges(two, base, 60);
      const revisions = await Promise.all(
        [one, two, one].map(async (store, writer) => {
          const made: number[] = [];
          for (let step = 0; step < 20; step++) {
            made.push(await store.commit([put(`/registry/${writer}`, `${step}`)]));
            const other = store === one ? two : one;
            assert(await other.revision() >= (made.at(-1) as number));
          }
          return made;
        }),
      );
      const all = revisions.flat().sort((a, b) => a - b);
      assertEquals(all, Array.from({ length: 60 }, (_, index) => base + 1 + index));
      const seen = await watching;
      assertEquals(
        (await takeChanges(one, base, 60)).map(shownChange),
        seen.map(shownChange),
      );
      assertEquals(await contents(one), await contents(two));
    });
  });

  suite.backendTest(
    "two handles respect each other's revisions and compactions",
    async (backend) => {
      if (!backend.shared) return;
      await withTwo(backend, async (one, two) => {
        const base = await one.revision();
        for (let round = 0; round < 10; round++) {
          const at = round === 0 ? 0 : base + round;
          const outcomes = await Promise.allSettled(
            [one, two, one, two].map((store) => store.commit([put("/registry/a", "x", at)])),
          );
          assertEquals(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
          if (round % 3 === 2) await one.compact(base + round);
        }
        await two.compact(base + 10);
        await one.commit([remove("/registry/a")]);
        assertEquals((await two.status()).compacted, base + 10);
        assertEquals(await two.get("/registry/a"), undefined);
        await two.commit([put("/registry/b", "x")]);
        assertEquals(await contents(one), { "/registry/b": "x" });
        await two.compact(base + 11);
        await one.compact(base + 12);
        assertEquals(await contents(two), { "/registry/b": "x" });
      });
    },
  );
}

async function withTwo(
  backend: Backend,
  run: (one: Store, two: Store) => Promise<void>,
): Promise<void> {
  const one = await backend.open();
  const two = await backend.open();
  try {
    await run(one, two);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

/** All that a store can be asked for, as one text a line. */
async function snapshot(store: Store, base: number): Promise<unknown> {
  const { revision, compacted } = await store.status();
  const states = [];
  for (let at = compacted; at <= revision; at++) {
    states.push((await store.range("", { at })).items.map(shown));
  }
  const changes = await takeChanges(store, compacted, base + 6 - compacted);
  return { revision, compacted, states, changes: changes.map(shownChange) };
}
