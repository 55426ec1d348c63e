/** What the runtime's own client writes, ours reads, and the other way round. */
import { put, takeChanges } from "../../../apiserver/storage/contract/suite.ts";
import { KvStore } from "../../../apiserver/storage/kv/store.ts";
import { ForeignValue } from "../../../apiserver/storage/kvconnect/remote_kv.ts";
import type { Store } from "../../../apiserver/storage/store.ts";
import { runs } from "../../../testing/requirements.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { connect, connectRuntime, openStore } from "./connect.ts";
import { KvConnectServer } from "./server.ts";

async function openRuntimeStore(url: string): Promise<Store> {
  return await KvStore.open(await connectRuntime(url), {
    where: "the store of this test",
    backend: "kvconnect",
    dialect: "orch",
    exclusive: false,
    clock: systemClock,
    logger: silentLogger,
  });
}

/** Values of all the ways in which they are kept: none, small, as pieces; more than a list fetches. */
async function fill(store: Store): Promise<void> {
  await store.commit([put("/registry/empty", ""), put("/registry/ø", "\u0000\xff")]);
  await store.commit([put("/registry/large", "0123456789".repeat(30_000))]);
  for (let batch = 0; batch < 12; batch++) {
    await store.commit(
      Array.from(
        { length: 100 },
        (_, index) => put(`/registry/many/${batch}-${index}`, `${index}`),
      ),
    );
  }
  await store.commit([put("/registry/empty", "not any more"), {
    type: "delete",
    key: "/registry/many/1-1",
  }]);
}

const WRITERS: [name: string, write: typeof openStore, read: typeof openStore][] = [
  ["the runtime's client wrote, ours reads", openRuntimeStore, openStore],
  ["our client wrote, the runtime's reads", openStore, openRuntimeStore],
];

for (const [name, openWriter, openReader] of WRITERS) {
  Deno.test(`a store that ${name}`, async () => {
    await using server = await KvConnectServer.start();
    const writer = await openWriter(server.url);
    await fill(writer);
    const state = await writer.range("/registry/");
    const changes = await takeChanges(writer, 1, 1205);
    await writer.close();
    const reader = await openReader(server.url);
    assertEquals((await reader.range("/registry/")).items.length, 1202);
    assertEquals(await reader.range("/registry/"), state);
    assertEquals(await takeChanges(reader, 1, 1205), changes);
    // And it goes on from there.
    assertEquals(await reader.commit([put("/registry/more", "1", 0)]), state.revision + 1);
    await reader.close();
  });
}

Deno.test("two servers of one store, one with each client, see each other's writes", async () => {
  await using server = await KvConnectServer.start();
  const [ours, theirs] = [await openStore(server.url), await openRuntimeStore(server.url)];
  const seen = Promise.all([takeChanges(ours, 1, 20), takeChanges(theirs, 1, 20)]);
  for (let turn = 0; turn < 10; turn++) {
    await ours.commit([put(`/registry/${turn}`, "ours", 0)]);
    await theirs.revision();
    await theirs.commit([put(`/registry/${turn}`, "theirs", 2 + turn * 2)]);
  }
  const [first, second] = await seen;
  assertEquals(first, second);
  await Promise.all([ours.close(), theirs.close()]);
});

const keyPart: fc.Arbitrary<Deno.KvKeyPart> = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ maxLength: 12 }).map((text) => `${text}\0`),
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 2 ** 53),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
  fc.constantFrom(0n, -1n, 255n, -255n, 256n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 64n)),
  fc.boolean(),
);

Deno.test("any key and any bytes are the same to both clients, in the same order", async () => {
  await using server = await KvConnectServer.start();
  using ours = connect(server.url);
  const theirs = await connectRuntime(server.url);
  const entries = fc.array(
    fc.tuple(fc.array(keyPart, { minLength: 1, maxLength: 4 }), fc.uint8Array()),
    { minLength: 1, maxLength: 20 },
  );
  const check = fc.asyncProperty(entries, async (entries) => {
    await server.wipe();
    for (const [index, [key, value]] of entries.entries()) {
      await (index % 2 === 0 ? ours : theirs).set(key, value);
    }
    for (const [key] of entries) {
      // A float is told from an integer, and -0 from 0, by what is found.
      assertEquals(await ours.get(key), await theirs.get(key));
      assert((await ours.get(key)).value !== null);
    }
    const [first] = entries[0]!;
    for (const selector of [{ prefix: [] }, { prefix: first.slice(0, 1) }]) {
      const listed = await Array.fromAsync(theirs.list(selector));
      assertEquals(await Array.fromAsync(ours.list(selector, { batchSize: 3 })), listed);
      const limited = await Array.fromAsync(ours.list(selector, { limit: 4, batchSize: 3 }));
      assertEquals(limited, listed.slice(0, 4));
    }
    const [start, end] = [[...first, 0], [...first, "z"]];
    for (
      const selector of [
        { start: [""], end: first },
        { prefix: first, start },
        { prefix: first, end },
        { start: end, end: start },
      ]
    ) {
      const listed = await Array.fromAsync(theirs.list(selector)).catch(() => []);
      assertEquals(await Array.fromAsync(ours.list(selector)), listed);
    }
  });
  try {
    await fc.assert(check, { numRuns: runs(25) });
  } finally {
    theirs.close();
  }
});

Deno.test("values of other programs are told from ours, and bytes only are written", async () => {
  await using server = await KvConnectServer.start();
  const theirs = await connectRuntime(server.url);
  await theirs.set(["object"], { some: "thing" });
  await theirs.set(["number"], new Deno.KvU64(7n));
  theirs.close();
  using ours = connect(server.url);
  const [object, number, none] = await ours.getMany([["object"], ["number"], ["none"]]);
  assert(object.value instanceof ForeignValue && number.value instanceof ForeignValue);
  assertEquals([object.value.encoding, number.value.encoding], [1, 2]);
  assertEquals(none, { key: ["none"], value: null, versionstamp: null });
  for (const value of ["text", 1, new Date(), undefined]) {
    let refused = false;
    await ours.set(["a"], value).catch((error) => refused = error instanceof TypeError);
    assert(refused, String(value));
  }
});

Deno.test("a database of another program is not taken for a store", async () => {
  await using server = await KvConnectServer.start();
  const theirs = await connectRuntime(server.url);
  await theirs.set(["users", 1n, true], { name: "Ada" });
  theirs.close();
  const error = await openStore(server.url).then(() => undefined, (error) => error);
  assertEquals(error?.name, "Corrupt");
});
