import { runs } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { storeContract } from "./contract.ts";
import { Closed, Compacted } from "./errors.ts";
import { contents, put, rejects, remove, shownChange, takeChanges } from "./contract/suite.ts";
import { MemoryStore } from "./memory.ts";

storeContract("MemoryStore", () => {
  const store = new MemoryStore();
  return Promise.resolve({
    shared: false,
    persistent: false,
    open: () => Promise.resolve(store),
    [Symbol.asyncDispose]: () => store.close(),
  });
}, { modelRuns: runs(200) });

Deno.test("fork() goes its own way, in both directions", async () => {
  const store = new MemoryStore();
  await store.commit([put("/registry/a", "1"), put("/registry/b", "1")]);
  await store.commit([put("/registry/a", "2")]);
  const fork = store.fork();
  const forkOfFork = fork.fork();
  await store.commit([put("/registry/a", "parent")]);
  await fork.commit([remove("/registry/b")]);
  await fork.commit([put("/registry/a", "fork")]);
  await store.compact(4);
  await fork.compact(5);
  assertEquals(await contents(store), { "/registry/a": "parent", "/registry/b": "1" });
  assertEquals(await contents(fork), { "/registry/a": "fork" });
  assertEquals(await contents(forkOfFork), { "/registry/a": "2", "/registry/b": "1" });
  assertEquals(await forkOfFork.revision(), 3);
});

Deno.test("fork() has a history from its own revision on", async () => {
  const store = new MemoryStore();
  await store.commit([put("/registry/a", "1")]);
  await store.commit([put("/registry/a", "2")]);
  const fork = store.fork();
  await rejects(Compacted, () => fork.get("/registry/a", { at: 2 }));
  await fork.commit([put("/registry/a", "3")]);
  await fork.compact(4);
  const changes = await takeChanges(store, 1, 2);
  assertEquals(changes.map(shownChange), [
    "/registry/a=1@2/2",
    "/registry/a=2@3/2 was /registry/a=1@2/2",
  ]);
  assertEquals(await contents(store, 2), { "/registry/a": "1" }, "the fork cut nothing of it");
});

Deno.test("MemoryStore keeps its history within the limit", async () => {
  const store = new MemoryStore({ historyBytes: 10_000 });
  for (let step = 0; step < 100; step++) {
    await store.commit([put("/registry/a", "x".repeat(1000)), put("/registry/b", `${step}`)]);
  }
  const { historyBytes = 0, compacted } = await store.status();
  assertEquals(historyBytes <= 10_000 && historyBytes > 5_000, true, `${historyBytes}`);
  await rejects(Compacted, () => store.get("/registry/a", { at: compacted - 1 }));
  assertEquals((await store.get("/registry/b", { at: compacted }))?.revision, compacted);
});

Deno.test("reset() brings back what a fork has, as changes that followers see", async () => {
  const store = new MemoryStore();
  await store.commit([put("/registry/same", "1"), put("/registry/changed", "1")]);
  await store.commit([put("/registry/again", "1"), put("/registry/gone", "1")]);
  const kept = store.fork();
  const before = await contents(kept);
  await store.commit([put("/registry/changed", "2"), remove("/registry/gone")]);
  await store.commit([remove("/registry/again"), put("/registry/new", "1")]);
  await store.commit([put("/registry/again", "2"), put("/registry/same", "1")]);
  const at = await store.revision();
  assertEquals(await store.reset(kept), at + 5);
  assertEquals(await contents(store), before);
  assertEquals((await takeChanges(store, at, 5)).map(shownChange), [
    "/registry/again-@7/0 was /registry/again=2@6/6",
    "/registry/new-@8/0 was /registry/new=1@5/5",
    "/registry/again=1@9/3",
    "/registry/changed=1@10/2 was /registry/changed=2@4/2",
    "/registry/gone=1@11/3",
  ]);
  assertEquals(await store.reset(kept), at + 5, "nothing is left to be changed");
  await store.commit([put("/registry/again", "3")]);
  assertEquals(await store.reset(kept), at + 7, "it is the same key as ever");
  assertEquals(await contents(kept), before);
  await kept.commit([put("/registry/other", "1")]);
  assertEquals((await contents(store))["/registry/other"], undefined);
  await kept.close();
  await rejects(Closed, () => store.reset(kept));
});
