import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { type NewObject, ObjectStore } from "./object_store.ts";
import { SLAB_BYTES } from "./slabs.ts";

function object(key: string, revision = "1", length = 4, ...owners: string[]): NewObject {
  const bytes = new Uint8Array(length).fill(Number(revision) & 0xff);
  return { key, uid: `uid-${key}`, revision, bytes, indexKeys: { owner: owners } };
}

const keysOf = (objects: Iterable<{ key: string }>) => [...objects].map(({ key }) => key).sort();

Deno.test("ObjectStore keeps a copy of what is put in", () => {
  const store = new ObjectStore();
  const put = object("a/x", "7");
  assertEquals(store.put(put), undefined);
  put.bytes[0] = 99;
  assertEquals(store.get("a/x"), {
    key: "a/x",
    uid: "uid-a/x",
    revision: "7",
    bytes: Uint8Array.of(7, 7, 7, 7),
  });
  assertEquals([store.size, store.bytes, store.has("a/x"), store.has("a/y")], [1, 4, true, false]);
});

Deno.test("bytes that were handed out never change, whatever becomes of the object", () => {
  const store = new ObjectStore();
  store.put(object("a", "1", 1000));
  const seen = store.get("a")!.bytes;
  for (let at = 2; at < 3000; at++) store.put(object("a", `${at}`, 1000));
  assertEquals(seen, new Uint8Array(1000).fill(1));
  assertEquals(store.put(object("a", "9"))?.bytes, new Uint8Array(1000).fill(2999 & 0xff));
  assertEquals(store.delete("a")?.revision, "9");
  assertEquals(store.delete("a"), undefined);
});

Deno.test("inNamespace() and byIndex() find what is there under each name", () => {
  const store = new ObjectStore({ indexes: ["owner"] });
  store.put(object("a/x", "1", 4, "o1"));
  store.put(object("a/y", "1", 4, "o1", "o2", "o2"));
  store.put(object("b/x", "1", 4));
  store.put(object("node", "1", 4));
  assertEquals(keysOf(store.inNamespace("a")), ["a/x", "a/y"]);
  assertEquals(keysOf(store.inNamespace("")), ["node"]);
  assertEquals(keysOf(store.byIndex("owner", "o1")), ["a/x", "a/y"]);
  store.put(object("a/x", "2", 4, "o3"));
  store.delete("a/y");
  assertEquals(keysOf(store.byIndex("owner", "o1")), []);
  assertEquals(store.indexNames("owner"), ["o3"]);
  assertThrows(() => store.byIndex("color", "x"), "there is no index color");
});

Deno.test("objects() survives changes: it shows each object as it is when its turn comes", () => {
  const store = new ObjectStore();
  for (const key of ["a", "b", "c"]) store.put(object(key));
  const seen: string[] = [];
  for (const { key, revision } of store.objects()) {
    seen.push(`${key}${revision}`);
    store.put(object("c", "5"));
    store.delete("b");
    store.put(object(`new-${key}`));
    store.delete(key);
    store.put(object(key, "2"));
  }
  assertEquals(seen, ["a1", "c5"]);
});

Deno.test("replaceAll() yields what is new, changed and gone", () => {
  const store = new ObjectStore();
  for (const key of ["a", "b", "c"]) store.put(object(key));
  const changes = [...store.replaceAll([
    object("a"),
    object("b", "2"),
    object("d", "3"),
    { ...object("e"), uid: "other" },
  ])].map(({ type, object, previous }) =>
    `${type} ${(object ?? previous).key} ${previous?.revision}`
  );
  assertEquals(changes, [
    "Updated b 1",
    "Added d undefined",
    "Added e undefined",
    "Deleted c 1",
  ]);
  assertEquals(keysOf(store.objects()), ["a", "b", "d", "e"]);
});

Deno.test("replaceAll() takes an object of another uid for a change, at any revision", () => {
  const store = new ObjectStore();
  store.put(object("a"));
  const [change] = store.replaceAll([{ ...object("a"), uid: "other" }]);
  assertEquals([change?.type, change?.previous?.uid], ["Updated", "uid-a"]);
});

Deno.test("a store of few objects is small, and one that was emptied gives its buffers back", () => {
  const store = new ObjectStore();
  store.put(object("a", "1", 1000));
  assert(store.heldBytes <= 16 * 1024, `${store.heldBytes} bytes for one object`);
  for (let at = 0; at < 5000; at++) store.put(object(`k${at}`, "1", 1600));
  for (let at = 0; at < 5000; at++) store.delete(`k${at}`);
  assertEquals(store.bytes, 1000);
  assert(store.heldBytes <= 2 * SLAB_BYTES, `${store.heldBytes} bytes held for one object`);
});

Deno.test("a large object has a buffer of its own, which goes with it", () => {
  const store = new ObjectStore();
  store.put(object("a", "1", 3 * SLAB_BYTES + 7));
  // Besides it one byte, which says that it shares nothing.
  assertEquals(store.heldBytes, 3 * SLAB_BYTES + 8);
  assertEquals(store.get("a")?.bytes.length, 3 * SLAB_BYTES + 7);
  store.delete("a");
  assertEquals(store.heldBytes, 0);
});

type Step = { do: "put" | "delete"; key: string; length: number; owners: string[] };

// Invariants: whatever is put and deleted, the store says what a map says, its indexes too, and its
// buffers are at most twice as large as what they hold, give or take two slabs.
Deno.test("ObjectStore says what a map says", () => {
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom("put" as const, "put" as const, "delete" as const),
    key: fc.nat(30).map((at) => `n${at % 3}/k${at}`),
    length: fc.oneof(
      fc.nat(2000),
      fc.nat(2000),
      fc.integer({ min: 100_000, max: SLAB_BYTES / 4 + 2 }),
      fc.constantFrom(0, SLAB_BYTES / 4, SLAB_BYTES, SLAB_BYTES + 1),
    ),
    owners: fc.array(fc.constantFrom("o1", "o2", "o3"), { maxLength: 2 }),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 80, size: "max" }), checkSteps), {
    numRuns: runs(40),
  });
});

function checkSteps(steps: readonly Step[]): void {
  const store = new ObjectStore({ indexes: ["owner"] });
  const model = new Map<string, NewObject>();
  for (const [at, { do: what, key, length, owners }] of steps.entries()) {
    const before = model.get(key)?.revision;
    if (what === "delete") {
      assertEquals(store.delete(key)?.revision, before);
      model.delete(key);
    } else {
      const one = object(key, `${at + 1}`, length, ...owners);
      assertEquals(store.put(one)?.revision, before);
      model.set(key, one);
    }
  }
  assertEquals(keysOf(store.objects()), [...model.keys()].sort());
  let bytes = 0;
  for (const { key, uid, revision, bytes: held } of model.values()) {
    const got = store.get(key);
    assertEquals([got?.uid, got?.revision, got?.bytes.length], [uid, revision, held.length]);
    assertEquals([got?.bytes[0], got?.bytes.at(-1)], [held[0], held.at(-1)], `bytes of ${key}`);
    bytes += held.length;
  }
  assertEquals(store.bytes, bytes);
  assert(store.heldBytes <= 2 * bytes + 2 * SLAB_BYTES, `${store.heldBytes} held for ${bytes}`);
  for (const owner of ["o1", "o2", "o3"]) {
    const expected = [...model.values()].filter(({ indexKeys }) =>
      indexKeys?.owner?.includes(owner)
    );
    assertEquals(keysOf(store.byIndex("owner", owner)), keysOf(expected));
  }
  for (const namespace of ["n0", "n1", "n2"]) {
    const expected = keysOf(model.values()).filter((key) => key.startsWith(`${namespace}/`));
    assertEquals(keysOf(store.inNamespace(namespace)), expected);
  }
}
