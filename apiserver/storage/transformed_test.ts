import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { storeContract } from "./contract.ts";
import { bytes, contents, put, rejects, takeChanges, text } from "./contract/suite.ts";
import { MAX_VALUE_BYTES } from "./limits.ts";
import { MemoryStore } from "./memory.ts";
import { transformStore } from "./transformed.ts";
import type { Stored } from "./store.ts";
import { identity, type ValueTransformer } from "./transformer.ts";

/** A toy cipher: a byte that names the secret, then every byte masked by it and by the key. */
function masking(...secrets: number[]): ValueTransformer {
  const mask = (key: string, secret: number, value: Uint8Array) =>
    value.map((byte, index) => byte ^ secret ^ key.charCodeAt(index % key.length));
  return {
    encode(key, value) {
      const [newest = 0] = secrets;
      const stored = new Uint8Array(value.length + 1);
      stored[0] = newest;
      stored.set(mask(key, newest, value), 1);
      return Promise.resolve(stored);
    },
    decode(key, stored) {
      const secret = stored[0] ?? -1;
      if (!secrets.includes(secret)) throw new Error(`no secret ${secret} for ${key}`);
      return { value: mask(key, secret, stored.subarray(1)), stale: secret !== secrets[0] };
    },
  };
}

storeContract("transformed store", () => {
  const store = transformStore(new MemoryStore(), masking(7));
  return Promise.resolve({
    shared: false,
    persistent: false,
    open: () => Promise.resolve(store),
    [Symbol.asyncDispose]: () => store.close(),
  });
  // What grows by a byte must still fit; what waits for its encoding may be overtaken.
}, { maxValueBytes: MAX_VALUE_BYTES - 1, inOrder: false });

Deno.test("transformStore() stores what encode() makes", async () => {
  const inner = new MemoryStore();
  await transformStore(inner, masking(7)).commit([put("/registry/a", "secret")]);
  const stored = await inner.get("/registry/a");
  assertEquals(stored?.value.length, "secret".length + 1);
  assert(text(stored?.value)?.includes("secret") === false);
});

Deno.test("transformStore() marks values of an older secret as stale", async () => {
  const inner = new MemoryStore();
  await transformStore(inner, masking(7)).commit([put("/registry/a", "1")]);
  const store = transformStore(inner, masking(8, 7));
  assertEquals((await store.get("/registry/a"))?.stale, true);
  assertEquals((await store.range("/registry/")).items[0]?.stale, true);
  await store.commit([put("/registry/a", "2")]);
  assertEquals((await store.get("/registry/a"))?.stale, undefined);
  const [first, second] = await takeChanges(store, 1, 2);
  assertEquals([first?.stale, second?.stale, second?.previous?.stale], [true, undefined, true]);
});

Deno.test("transformStore() hands out what can't be decoded as corrupt, and all else as ever", async () => {
  const inner = new MemoryStore();
  const store = transformStore(inner, masking(7));
  await store.commit([put("/registry/a", "1"), put("/registry/b", "2")]);
  await inner.commit([{ type: "put", key: "/registry/a", value: bytes("?") }]);
  await store.commit([put("/registry/c", "3")]);
  const read = (one: Stored | undefined) => one?.corrupt?.name ?? text(one?.value);
  assertEquals(read(await store.get("/registry/a")), "Corrupt");
  assertEquals((await store.range("/registry/")).items.map(read), ["Corrupt", "2", "3"]);
  const changes = await takeChanges(store, 1, 4);
  assertEquals(changes.map((one) => read(one as Stored)), ["1", "2", "Corrupt", "3"]);
});

Deno.test("transformStore() decodes nothing that it has just encoded", async () => {
  let decoded = 0;
  const transformer: ValueTransformer = {
    ...masking(7),
    decode(key, stored) {
      decoded++;
      return masking(7).decode(key, stored);
    },
  };
  const store = transformStore(new MemoryStore(), transformer);
  const op = { type: "put", key: "/registry/a", value: bytes("1") } as const;
  await store.commit([op]);
  const [change] = await takeChanges(store, 1, 1);
  assert(change?.value === op.value, "the very bytes that were committed");
  assertEquals(decoded, 0);
});

Deno.test("transformStore() writes nothing that can't be encoded", async () => {
  const inner = new MemoryStore();
  const failing = transformStore(inner, {
    ...identity,
    encode: () => Promise.reject(new Error("the key service is away")),
  });
  await rejects(Error, () => failing.commit([put("/registry/b", "x")]));
  assertEquals(Object.keys(await contents(inner)), []);
});
