/** Objects whose stored values can't be read: nobody is told that they are not there. */
import type { Authorizer } from "../../apiserver/authorization/authorizer.ts";
import { keyPrefix, MemoryStore } from "../../apiserver/storage/mod.ts";
import type { Encryption } from "../../apiserver/encryption/mod.ts";
import { shortly } from "../../testing/api_watch.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const PREFIX = keyPrefix("/registry", { group: "", resource: "configmaps" });
const KEY = `${PREFIX}default/bad`;
const UNSAFE = { ignoreStoreReadErrorWithClusterBreakingPotential: true };

/** Makes what lies at the object's key unreadable: as bytes that a disk has spoiled. */
async function spoil({ store }: TestServer): Promise<void> {
  await store.commit([{ type: "put", key: KEY, value: new TextEncoder().encode("k8s\0nonsense") }]);
}

const MASK = 0x5a;
const masked = (bytes: Uint8Array) => bytes.map((byte) => byte ^ MASK);

/** A toy of an encryption that notices what it has not written: as of a key that is gone. */
const SEALED: Encryption = {
  check() {},
  look: () => Promise.resolve(),
  close() {},
  encode: (_key, value) => Uint8Array.of(1, ...masked(value)),
  decode(key, stored) {
    if (stored[0] !== 1) throw new Error(`no key for ${key}`);
    return { value: masked(stored.subarray(1)), stale: false };
  },
};

for (const encryption of [undefined, SEALED]) {
  const how = encryption === undefined ? "decoded" : "decrypted";

  Deno.test(`a server starts, and serves all others, with an object that can't be ${how}`, async () => {
    const store = new MemoryStore();
    const options = { store, keepStore: true, ...(encryption && { encryption }) };
    {
      await using first = await startTestServer(options);
      const { client } = first;
      for (const name of ["a", "bad", "c"]) await client.post(MAPS, { metadata: { name } });
      const watch = await client.watch("/api/v1/namespaces?watch=1");
      assertEquals(await watch.take(1), ["ADDED default"]);
      await spoil(first);
      // Changes after the one that can't be read still come, of its own resource too.
      await client.post("/api/v1/namespaces", { metadata: { name: "later" } });
      assertEquals(await watch.take(1), ["ADDED later"]);
      assertEquals((await client.post(MAPS, { metadata: { name: "d" } })).status, 201);
      assertEquals((await client.get(`${MAPS}/d`)).status, 200);
      await watch.close();
    }
    await using second = await startTestServer({ ...options, withNamespace: false });
    const { client } = second;
    assertEquals((await client.get(`${MAPS}/bad`)).json.reason, "StorageReadError");
    assertEquals((await client.get(MAPS)).status, 500);
    for (const name of ["a", "c", "d"]) {
      assertEquals((await client.get(`${MAPS}/${name}`)).status, 200, name);
    }
    assertEquals((await client.delete(`${MAPS}/bad`, UNSAFE)).status, 200);
    assertEquals((await client.get(MAPS)).json.items.length, 3);
  });
}

Deno.test("reads of what can't be read, and of collections with it, fail and name it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
  for (const name of ["a", "bad"]) await client.post(MAPS, { metadata: { name } });
  await spoil(server);
  const cases: [path: string, status: number][] = [
    [MAPS, 500],
    [`${MAPS}?limit=1`, 500],
    [`${MAPS}?resourceVersion=0`, 500],
    [`${MAPS}?labelSelector=a`, 500],
    [`${MAPS}/bad`, 500],
    [`${MAPS}?fieldSelector=metadata.name%3Dbad`, 500],
    ["/api/v1/configmaps", 500],
    [`${MAPS}/a`, 200],
    [`${MAPS}?fieldSelector=metadata.name%3Da`, 200],
    ["/api/v1/namespaces/other/configmaps", 200],
    ["/api/v1/namespaces", 200],
  ];
  for (const [path, status] of cases) {
    const answer = await client.get(path);
    assertEquals(answer.status, status, path);
    if (status === 500) assertEquals(answer.json.reason, "StorageReadError", path);
  }
  const { json } = await client.get(MAPS);
  assert(json.message.startsWith("failed to read one or more configmaps from the storage"));
  assertEquals(json.details.causes[0].field, "default/bad");
  const writes = [
    await client.put(`${MAPS}/bad`, { metadata: { name: "bad" } }),
    await client.patch(`${MAPS}/bad`, "merge", {}),
    await client.delete(`${MAPS}/bad`),
    await client.delete(MAPS),
  ];
  assertEquals(writes.map(({ status }) => status), [500, 500, 500, 500]);
  assertEquals((await client.post(MAPS, { metadata: { name: "bad" } })).status, 409);
});

Deno.test("a watch ends where it would have to tell of an object that can't be read", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (const name of ["a", "bad"]) await client.post(MAPS, { metadata: { name } });
  const watch = await client.watch(`${MAPS}?watch=1`);
  assertEquals(await watch.take(2), ["ADDED a", "ADDED bad"]);
  await spoil(server);
  assertEquals((await watch.rest()).map(shortly), ["ERROR 500 StorageReadError"]);
  const again = await client.watch(`${MAPS}?watch=1`);
  assertEquals((await again.rest()).map(shortly), ["ERROR 500 StorageReadError"]);
  const other = await client.watch(`${MAPS}?watch=1&fieldSelector=metadata.name%3Da`);
  assertEquals(await other.take(1), ["ADDED a"]);
});

Deno.test("a watch ends where what can't be read is made or deleted: its client may have known it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const { resourceVersion } = (await client.get(MAPS)).json.metadata;
  const since = `&resourceVersion=${resourceVersion}`;
  const watch = await client.watch(`${MAPS}?watch=1&labelSelector=a%3Db`);
  await spoil(server);
  assertEquals((await watch.rest()).map(shortly), ["ERROR 500 StorageReadError"]);
  const later = await client.post(MAPS, { metadata: { name: "later" } });
  const version = later.json.metadata.resourceVersion;
  const onward = await client.watch(`${MAPS}?watch=1&resourceVersion=${version}`);
  assertEquals((await client.delete(`${MAPS}/bad`, UNSAFE)).status, 200);
  assertEquals((await onward.rest()).map(shortly), ["ERROR 500 StorageReadError"]);
  const late = await client.watch(`${MAPS}?watch=1${since}`);
  assertEquals((await late.rest()).map(shortly), ["ERROR 500 StorageReadError"]);
});

Deno.test("what can't be read can be deleted by who may, and only that", async () => {
  let may = false;
  const authorizer: Authorizer = {
    authorize: ({ verb }) =>
      verb === "unsafe-delete-ignore-read-errors" && !may
        ? { decision: "deny", reason: "no" }
        : { decision: "allow", reason: "" },
  };
  await using server = await startTestServer({ authorizer });
  const { client } = server;
  for (const name of ["a", "bad"]) {
    await client.post(MAPS, { metadata: { name, finalizers: ["x.y/z"] } });
  }
  await spoil(server);
  const refused = await client.delete(`${MAPS}/bad`, UNSAFE);
  assertEquals([refused.status, refused.json.reason], [403, "Forbidden"]);
  may = true;
  const sound = await client.delete(`${MAPS}/a`, UNSAFE);
  assertEquals([sound.status, sound.json.reason], [422, "Invalid"]);
  assertEquals((await client.delete(`${MAPS}/none`, UNSAFE)).status, 404);
  assertEquals((await client.delete(`${MAPS}/bad`, { ...UNSAFE, dryRun: ["All"] })).status, 200);
  assertEquals((await client.get(MAPS)).status, 500);
  const deleted = await client.delete(`${MAPS}/bad`, UNSAFE);
  assertEquals([deleted.status, deleted.json.status], [200, "Success"]);
  const list = (await client.get(MAPS)).json;
  assertEquals(list.items.map((one: { metadata: { name: string } }) => one.metadata.name), ["a"]);
});

Deno.test("what can't be read is not deleted where its deletion depends on what it says", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "bad" } });
  await spoil(server);
  const field = "ignoreStoreReadErrorWithClusterBreakingPotential";
  const cases: [query: string, body: object | undefined][] = [
    ["", { ...UNSAFE, preconditions: { uid: "another" } }],
    ["", { ...UNSAFE, preconditions: { resourceVersion: "1" } }],
    ["", { ...UNSAFE, propagationPolicy: "Foreground" }],
    ["", { ...UNSAFE, gracePeriodSeconds: 30 }],
    [`?${field}=true&uid=another`, undefined],
    [`?${field}=true&resourceVersion=1`, undefined],
    [`?${field}=true&orphanDependents=true`, undefined],
  ];
  for (const [query, body] of cases) {
    const refused = await client.delete(`${MAPS}/bad${query}`, body);
    const [cause] = refused.json.details.causes ?? [];
    assertEquals([refused.status, cause?.field], [422, field], query + JSON.stringify(body));
  }
  const deleted = await client.delete(`${MAPS}/bad?${field}=true`);
  assertEquals([deleted.status, deleted.json.status], [200, "Success"]);
});
