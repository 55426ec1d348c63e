import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { contents, put, rejects, shownChange, takeChanges } from "../contract/suite.ts";
import { Conflict, Corrupt, SetBack, StoreError, Unavailable } from "../errors.ts";
import type { KvAtomic, KvDatabase } from "./database.ts";
import { changeRow, chunkRow, COMPACTED_ROW, encodeMark, NEWEST_ROW, PENDING } from "./layout.ts";
import { KvStore } from "./store.ts";

/** What happens to an atomic operation: it fails before or after it took effect, or not at all. */
type Fault = "before" | "after" | undefined;

/** A database whose atomic operations, and looks at it afterwards, fail when told to. */
class FaultyKv implements KvDatabase {
  readonly #kv: Deno.Kv;
  /** Asked before each commit; runs whatever else should happen at that moment. */
  fault: () => Fault | Promise<Fault> = () => undefined;
  /** Whether reads fail. */
  blind = false;
  /** What the next list yields first, as if it had read that before it was deleted. */
  stale: Deno.KvEntry<unknown>[] = [];
  afterStale: () => Promise<void> = () => Promise.resolve();

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  get(key: Deno.KvKey) {
    return this.#kv.get(key);
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.blind ? Promise.reject(new Error("no route to host")) : this.#kv.getMany<T>(keys);
  }

  async *list(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
    const first = "prefix" in selector && selector.prefix[0] === "c" ? this.stale.splice(0) : [];
    yield* first;
    if (first.length > 0) await this.afterStale();
    yield* this.#kv.list(selector, options);
  }

  watch(keys: readonly Deno.KvKey[]) {
    return this.#kv.watch([...keys]);
  }

  set(key: Deno.KvKey, value: unknown) {
    return this.#kv.set(key, value);
  }

  delete(key: Deno.KvKey) {
    return this.#kv.delete(key);
  }

  atomic(): KvAtomic {
    const atomic = this.#kv.atomic();
    const commit = atomic.commit.bind(atomic);
    return Object.assign(atomic, {
      commit: async () => {
        const fault = await this.fault();
        if (fault === "before") throw new Error("connection refused");
        const result = await commit();
        if (fault === "after") throw new Error("connection reset");
        return result;
      },
    });
  }

  close() {
    this.#kv.close();
  }
}

async function withFaults(
  exclusive: boolean,
  run: (store: KvStore, kv: FaultyKv, path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/store.kv`;
  const kv = new FaultyKv(await Deno.openKv(path));
  const store = await open(kv, exclusive);
  try {
    await run(store, kv, path);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function open(kv: KvDatabase, exclusive: boolean): Promise<KvStore> {
  return KvStore.open(kv, {
    where: "the store of this test",
    backend: "kv",
    dialect: "orch",
    exclusive,
    clock: systemClock,
    logger: silentLogger,
  });
}

/** Fails the next `count` operations, and no more. */
function next(count: number, fault: Fault): () => Fault {
  return () => count-- > 0 ? fault : undefined;
}

for (const exclusive of [true, false]) {
  const kind = exclusive ? "exclusive" : "shared";

  Deno.test(`commit() on a ${kind} database is tried again when it failed before it took effect`, () =>
    withFaults(exclusive, async (store, kv) => {
      kv.fault = next(2, "before");
      assertEquals(await store.commit([put("/registry/a", "1", 0)]), 2);
      assertEquals(await contents(store), { "/registry/a": "1" });
    }));

  Deno.test(`commit() on a ${kind} database finds out that it took effect when the answer is lost`, () =>
    withFaults(exclusive, async (store, kv) => {
      kv.fault = next(1, "after");
      const commits = ["a", "b"].map((name) => store.commit([put(`/registry/${name}`, "1", 0)]));
      assertEquals(await Promise.all(commits), [2, 3]);
      assertEquals(await store.commit([put("/registry/a", "2", 2)]), 4);
      const changes = (await takeChanges(store, 1, 3)).map(shownChange);
      assertEquals(changes, [
        "/registry/a=1@2/2",
        "/registry/b=1@3/3",
        "/registry/a=2@4/2 was /registry/a=1@2/2",
      ]);
    }));

  Deno.test(`commit() on a ${kind} database gives up and leaves no trace`, () =>
    withFaults(exclusive, async (store, kv) => {
      kv.fault = next(4, "before");
      const error = await rejects(Unavailable, () => store.commit([put("/registry/a", "1")]));
      assertEquals(error.outcome, exclusive ? "nothing written" : "unknown");
      assertEquals(await contents(store), {});
      assertEquals(await store.commit([put("/registry/a", "2", 0)]), 2);
    }));

  Deno.test(`commit() on a ${kind} database says so when the outcome can't be learned`, () =>
    withFaults(exclusive, async (store, kv) => {
      kv.fault = () => {
        kv.blind = true;
        return "after";
      };
      const error = await rejects(Unavailable, () => store.commit([put("/registry/a", "1")]));
      assertEquals(error.outcome, "unknown");
      kv.fault = () => undefined;
      await rejects(Unavailable, () => store.commit([put("/registry/a", "2")]));
      kv.blind = false;
      // It was written, and is found to be before the next commit is checked.
      await rejects(Conflict, () => store.commit([put("/registry/a", "3", 0)]));
      assertEquals(await contents(store), { "/registry/a": "1" });
    }));
}

Deno.test("commit() on a shared database is checked anew when another process was faster", () =>
  withFaults(false, async (store, kv, path) => {
    const other = await open(await Deno.openKv(path), false);
    let interfere = true;
    kv.fault = async () => {
      if (interfere) {
        interfere = false;
        await other.commit([put("/registry/a", "theirs", 0)]);
      }
      return undefined;
    };
    const outcomes = await Promise.allSettled([
      store.commit([put("/registry/a", "ours", 0)]),
      store.commit([put("/registry/b", "ours", 0)]),
    ]);
    assert(outcomes[0]?.status === "rejected" && outcomes[0].reason instanceof Conflict);
    assertEquals(outcomes[0].reason.found, 2);
    assertEquals(outcomes[1], { status: "fulfilled", value: 3 });
    assertEquals(await contents(store), { "/registry/a": "theirs", "/registry/b": "ours" });
    assertEquals(await contents(other), await contents(store));
    await other.close();
  }));

Deno.test("commit() refuses nothing for what another process has changed before it was called", () =>
  withFaults(false, async (store, _kv, path) => {
    const other = await open(await Deno.openKv(path), false);
    const made = await store.commit([put("/registry/a", "1")]);
    // The other one may not have been told of it yet.
    const changed = await other.commit([{ ...put("/registry/a", "2"), revision: made }]);
    await store.commit([{ type: "delete", key: "/registry/a", revision: changed }]);
    const again = await other.commit([{ ...put("/registry/a", "3"), revision: 0 }]);
    await store.commit([{ type: "delete", key: "/registry/a" }]);
    assertEquals(await contents(other), {});
    const stale = { ...put("/registry/a", "4"), revision: again };
    const refused = await rejects(Conflict, () => other.commit([stale]));
    assertEquals((refused as Conflict).found, 0);
    await other.close();
  }));

Deno.test("a process that fell behind a compaction reads the log anew", () =>
  withFaults(false, async (store, _kv, path) => {
    await store.commit([put("/registry/a", "1"), put("/registry/b", "1")]);
    // Another one deletes the key and compacts: neither the put nor the tombstone is in the log.
    const raw = await Deno.openKv(path);
    const other = await open(await Deno.openKv(path), true);
    await other.commit([{ type: "delete", key: "/registry/a" }]);
    await other.commit([put("/registry/b", "2")]);
    await other.compact(4);
    assertEquals((await raw.get(changeRow(2, 0))).value, null);
    assertEquals(await contents(store), { "/registry/b": "2" });
    assertEquals((await store.status()).compacted, 4);
    await other.close();
    raw.close();
  }));

Deno.test("large values that a failed commit wrote are deleted, at once or when the store opens", () =>
  withFaults(true, async (store, _kv, path) => {
    const large = "x".repeat(200_000);
    await rejects(Conflict, () => store.commit([put("/registry/a", large, 7)]));
    const stop = new AbortController();
    const aborted = store.commit([put("/registry/a", large)], { signal: stop.signal });
    stop.abort();
    await rejects(Error, () => aborted);
    await store.commit([put("/registry/kept", large)]);
    await store.close();
    const raw = await Deno.openKv(path);
    const chunks = async () => (await Array.fromAsync(raw.list({ prefix: ["b"] }))).length;
    assertEquals(await chunks(), 4, "those of the value that was kept");
    // As a process leaves them that is killed before its commit.
    const id = new Uint8Array(16);
    await raw.set([...PENDING, id], encodeMark({ revision: 1, done: true }).subarray(0, 8));
    for (let number = 0; number < 3; number++) {
      await raw.set(chunkRow(id, number), new Uint8Array(10));
    }
    const reopened = await open(await Deno.openKv(path), true);
    assertEquals(await chunks(), 4);
    assertEquals((await reopened.get("/registry/kept"))?.value.length, 200_000);
    await reopened.commit([{ type: "delete", key: "/registry/kept" }]);
    await reopened.compact(await reopened.revision());
    assertEquals(await chunks(), 0, "a compacted value takes its chunks along");
    await reopened.close();
    raw.close();
  }));

Deno.test("a database that was set back is used no more by who had seen it further on", () =>
  withFaults(false, async (store, _kv, path) => {
    const writer = await open(await Deno.openKv(path), false);
    await store.commit([put("/registry/a", "1")]);
    const raw = await Deno.openKv(path);
    const { value: backup } = await raw.get(NEWEST_ROW);
    for (const value of ["2", "3"]) await store.commit([put("/registry/a", value)]);
    assertEquals(await writer.revision(), 4);
    const following = store.changes(4)[Symbol.asyncIterator]().next();
    following.catch(() => {});
    await raw.atomic().set(NEWEST_ROW, backup)
      .delete(changeRow(3, 0)).delete(changeRow(4, 0)).commit();
    // A commit is refused by the database: it is not tried for ever.
    await rejects(StoreError, () => writer.commit([put("/registry/b", "1")]));
    for (const one of [store, writer]) {
      const error = await rejects(SetBack, () => one.revision());
      assertEquals([error.seen, error.found], [4, 2]);
      await rejects(SetBack, () => one.get("/registry/a"));
      await rejects(SetBack, () => one.commit([put("/registry/b", "1")]));
    }
    await rejects(SetBack, () => following);
    const anew = await open(await Deno.openKv(path), false);
    assertEquals(await contents(anew), { "/registry/a": "1" });
    await anew.close();
    await writer.close();
    raw.close();
  }));

Deno.test("an exclusive store finishes a compaction that was killed, a shared one at the next", () =>
  withFaults(true, async (store, _kv, path) => {
    const big = "x".repeat(200_000);
    await store.commit([put("/registry/a", "1")]);
    await store.commit([{ type: "delete", key: "/registry/a" }]);
    await store.commit([put("/registry/b", big)]);
    await store.commit([put("/registry/b", "1")]);
    await store.close();
    const raw = await Deno.openKv(path);
    const count = async (prefix: string) =>
      (await Array.fromAsync(raw.list({ prefix: [prefix] }))).length;
    // The mark was set; the put of a is deleted, but not its tombstone, and not all chunks of b's.
    await raw.set(COMPACTED_ROW, encodeMark({ revision: 5, done: false }));
    await raw.delete(changeRow(2, 0));
    for await (const { key } of raw.list({ prefix: ["b"] }, { limit: 1 })) await raw.delete(key);
    assertEquals([await count("c"), await count("b")], [3, 3]);

    const shared = await open(await Deno.openKv(path), false);
    assertEquals(await contents(shared), { "/registry/b": "1" });
    assertEquals((await shared.status()).compacted, 5);
    await shared.close();
    assertEquals([await count("c"), await count("b")], [3, 3], "another process may be at it");

    const exclusive = await open(await Deno.openKv(path), true);
    assertEquals([await count("c"), await count("b")], [1, 0]);
    assertEquals(await contents(exclusive), { "/registry/b": "1" });
    assertEquals((await exclusive.status()).compacted, 5);
    await exclusive.close();

    await raw.set(COMPACTED_ROW, encodeMark({ revision: 5, done: false }));
    const again = await open(await Deno.openKv(path), false);
    await again.commit([put("/registry/b", "2")]);
    await again.compact(6);
    await again.close();
    assertEquals(await count("c"), 1);
    raw.close();
  }));

Deno.test("a compaction deletes what one before it could not", () =>
  withFaults(true, async (store, kv, path) => {
    const big = "x".repeat(200_000);
    await store.commit([put("/registry/a", big)]);
    const first = await store.commit([{ type: "delete", key: "/registry/a" }]);
    // The mark is set, and nothing can be deleted.
    let commits = 0;
    kv.fault = () => ++commits > 1 ? "before" : undefined;
    await rejects(Unavailable, () => store.compact(first));
    kv.fault = () => undefined;
    const second = await store.commit([put("/registry/b", "1")]);
    await store.compact(second);
    assertEquals(await contents(store), { "/registry/b": "1" });
    await store.close();
    const raw = await Deno.openKv(path);
    const count = async (prefix: string) =>
      (await Array.fromAsync(raw.list({ prefix: [prefix] }))).length;
    assertEquals([await count("c"), await count("b")], [1, 0]);
    raw.close();
  }));

Deno.test("opening while another process compacts brings no deleted key back", () =>
  withFaults(false, async (store, _kv, path) => {
    await store.commit([put("/registry/a", "1")]);
    await store.commit([put("/registry/kept", "1")]);
    const raw = await Deno.openKv(path);
    const row = await raw.get(changeRow(2, 0));
    assert(row.versionstamp !== null);
    await store.commit([{ type: "delete", key: "/registry/a" }]);
    await store.compact(4);
    for (const doneMeanwhile of [false, true]) {
      // The log is read where the put still is, and the tombstone is gone when its turn comes.
      await raw.set(COMPACTED_ROW, encodeMark({ revision: 4, done: false }));
      const late = new FaultyKv(await Deno.openKv(path));
      late.stale = [row];
      late.afterStale = async () => {
        await raw.set(COMPACTED_ROW, encodeMark({ revision: 4, done: doneMeanwhile }));
      };
      const reader = await open(late, false);
      assertEquals(await contents(reader), { "/registry/kept": "1" });
      assertEquals((await reader.status()).keys, 1);
      await reader.close();
    }
    raw.close();
  }));

Deno.test("a damaged log is refused, and named", async () => {
  const cases: [string, Deno.KvKey, unknown][] = [
    ["not bytes", changeRow(2, 0), "text"],
    ["too short", changeRow(2, 0), new Uint8Array(3)],
    ["other format", changeRow(2, 0), new Uint8Array(40).fill(9)],
    ["strange row", ["c", "two"], new Uint8Array(40)],
  ];
  for (const [name, row, value] of cases) {
    await withFaults(true, async (store, _kv, path) => {
      await store.commit([put("/registry/a", "1")]);
      await store.close();
      const raw = await Deno.openKv(path);
      await raw.set(row, value);
      raw.close();
      await rejects(Corrupt, async () => await open(await Deno.openKv(path), true)).catch(
        (cause) => {
          throw new Error(name, { cause });
        },
      );
    });
  }
});
