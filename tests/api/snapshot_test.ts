/** Snapshots of a server on memory: resets, forks, and what becomes of watches, caches and definitions. */
import { startTestServer, TESTER, type TestServer } from "../../testing/api_server.ts";
import type { ApiServer } from "../../apiserver/server.ts";
import { keyPrefix, MemoryStore } from "../../apiserver/storage/mod.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { createInformer } from "../../toolkit/informer/mod.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { HttpClient } from "../../toolkit/client/http_client.ts";
import { ServerClient } from "../../toolkit/client/server_client.ts";
import { WriteObservers } from "../../toolkit/client/write_observer.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { ConfigMap, CustomResourceDefinition, Namespace } from "../../toolkit/kinds/built_in.ts";
import { dynamicKind } from "../../toolkit/kinds/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { type Dialect, DIALECTS } from "../../toolkit/names.ts";

const Website = dynamicKind({
  group: "example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
});

function definition(replicas: number, more: Record<string, unknown>) {
  const spec = { replicas: { type: "integer", default: replicas }, ...more };
  const properties = { spec: { type: "object", properties: spec } };
  return customDefinition({
    kind: "Website",
    plural: "websites",
    schema: { type: "object", properties },
  });
}

function clientOf(server: ApiServer, dialect: Dialect = "kubernetes"): ServerClient {
  return new ServerClient({
    sender: server.sender(TESTER),
    dialect,
    clock: systemClock,
    random: Math.random,
    logger: silentLogger,
    namespace: "default",
    protobuf: false,
    observers: new WriteObservers(),
    signals: [],
    close() {},
  });
}

async function define(
  client: ServerClient,
  replicas = 1,
  more: Record<string, unknown> = {},
): Promise<void> {
  const said = definition(replicas, more) as never;
  await client.apply(CustomResourceDefinition, said, { force: true });
  await client.waitFor(
    CustomResourceDefinition,
    "websites.example.com",
    (found) =>
      found?.status?.conditions?.some((one) =>
        one.type === "Established" && one.status === "True"
      ) ??
        false,
  );
}

const namesOf = async (client: ServerClient, kind = ConfigMap) =>
  (await client.list(kind)).items.map(({ metadata }) => metadata.name);

async function started(dialect: Dialect): Promise<TestServer & { readonly client2: ServerClient }> {
  const running = await startTestServer({ dialect });
  return Object.assign(running, { client2: clientOf(running.server, dialect) });
}

for (const dialect of DIALECTS) {
  Deno.test(`reset() takes back what was written since the snapshot, ${dialect}`, async () => {
    await using running = await started(dialect);
    const { server, client2: client } = running;
    const kept = await client.create(ConfigMap, { metadata: { name: "kept" }, data: { a: "1" } });
    const gone = await client.create(ConfigMap, { metadata: { name: "gone" } });
    const snapshot = server.snapshot();
    await client.patch(ConfigMap, "kept", { data: { a: "2" } });
    await client.delete(ConfigMap, "gone");
    const added = await client.create(ConfigMap, { metadata: { name: "added" } });
    await server.reset(snapshot);
    assertEquals(await namesOf(client), ["gone", "kept"]);
    const back = await client.get(ConfigMap, "kept");
    assertEquals([back.data, back.metadata.uid], [{ a: "1" }, kept.metadata.uid]);
    assertEquals((await client.get(ConfigMap, "gone")).metadata.uid, gone.metadata.uid);
    // Neither revisions nor uids come a second time.
    assert(Number(back.metadata.resourceVersion) > Number(added.metadata.resourceVersion));
    const again = await client.create(ConfigMap, { metadata: { name: "added" } });
    assert(again.metadata.uid !== added.metadata.uid);
    // What was read before the reset is not written over what came back.
    await assertRejects(() => client.replace(ConfigMap, { ...kept, data: { a: "3" } }), /modified/);
    await server.reset(snapshot);
    assertEquals(await namesOf(client), ["gone", "kept"]);
  });

  Deno.test(`fork() and its origin do not see each other, ${dialect}`, async () => {
    await using running = await started(dialect);
    const { server, client2: client } = running;
    await client.create(ConfigMap, { metadata: { name: "both" }, data: { a: "1" } });
    const snapshot = server.snapshot();
    await client.create(ConfigMap, { metadata: { name: "later" } });
    const fork = await server.fork({ from: snapshot });
    try {
      const forked = clientOf(fork, dialect);
      assertEquals(await namesOf(forked), ["both"]);
      await forked.patch(ConfigMap, "both", { data: { a: "fork" } });
      await forked.create(ConfigMap, { metadata: { name: "fork" } });
      await client.patch(ConfigMap, "both", { data: { a: "origin" } });
      assertEquals(await namesOf(client), ["both", "later"]);
      assertEquals(await namesOf(forked), ["both", "fork"]);
      assertEquals((await forked.get(ConfigMap, "both")).data, { a: "fork" });
      assertEquals((await client.get(ConfigMap, "both")).data, { a: "origin" });
      const forkOfFork = await fork.fork();
      await fork.reset(snapshot);
      assertEquals(await namesOf(forked), ["both"]);
      assertEquals(await namesOf(clientOf(forkOfFork, dialect)), ["both", "fork"]);
      await forkOfFork.close(0);
      // The rules of the server are there, too: admission, and the collection of names.
      await assertRejects(
        () => forked.create(ConfigMap, { metadata: { name: "a", namespace: "nowhere" } }),
        /nowhere/,
      );
    } finally {
      await fork.close(0);
    }
    assertEquals(await namesOf(client), ["both", "later"]);
  });

  Deno.test(`definitions and their objects follow resets and forks, ${dialect}`, async () => {
    await using running = await started(dialect);
    const { server, client2: client } = running;
    const empty = server.snapshot();
    await define(client, 1);
    await client.create(Website, { metadata: { name: "one" }, spec: {} });
    const defined = server.snapshot();
    await define(client, 2);
    const two = { metadata: { name: "two" }, spec: {} };
    assertEquals((await client.create(Website, two)).spec, { replicas: 2 });
    const fork = await server.fork({ from: defined });
    const forked = clientOf(fork, dialect);
    assertEquals(await namesOf(forked, Website as never), ["one"]);
    // Another schema of a definition reads the same objects otherwise.
    assertEquals((await forked.create(Website, two)).spec, { replicas: 1 });
    await define(forked, 3);
    assertEquals((await forked.create(Website, { ...two, metadata: { name: "three" } })).spec, {
      replicas: 3,
    });
    await fork.close(0);
    // Nor does one that was not used yet take over what was read by an earlier one.
    const other = await server.fork({ from: defined });
    const redefined = clientOf(other, dialect);
    await define(redefined, 1, { image: { type: "string", default: "nginx" } });
    assertEquals((await redefined.get(Website, "one")).spec, { replicas: 1, image: "nginx" });
    await other.close(0);
    await server.reset(defined);
    assertEquals((await client.create(Website, two)).spec, { replicas: 1 });
    await server.reset(empty);
    assert(isNotFound(await client.list(Website).catch((error) => error)));
    await define(client, 4);
    assertEquals(await namesOf(client, Website as never), []);
    assertEquals((await client.create(Website, two)).spec, { replicas: 4 });
  });
}

Deno.test("watches and informers go through a reset, and know the state that came back", async () => {
  await using running = await started("kubernetes");
  const { server, client2: client } = running;
  for (const name of ["changed", "deleted"]) {
    await client.create(ConfigMap, { metadata: { name }, data: { a: "1" } });
  }
  await using informer = createInformer(client, ConfigMap);
  await informer.start();
  const snapshot = server.snapshot();
  await client.patch(ConfigMap, "changed", { data: { a: "2" } });
  await client.delete(ConfigMap, "deleted");
  await client.create(ConfigMap, { metadata: { name: "added" } });
  const told = Promise.withResolvers<void>();
  const stateOf = () =>
    informer.lister.list().map(({ metadata, data }) => `${metadata.name} ${data?.a ?? ""}`).sort();
  const wanted = ["changed 1", "deleted 1"];
  using _ = informer.subscribe(() => {
    if (stateOf().join() === wanted.join()) told.resolve();
  });
  const before = (await client.list(ConfigMap)).resourceVersion;
  await server.reset(snapshot);
  await told.promise;
  assertEquals(stateOf(), wanted);
  // Who comes back from before the reset goes on from there.
  const http: HttpClient = client.http;
  const heard: string[] = [];
  for await (const event of http.watch(ConfigMap, { resourceVersion: before })) {
    if (event.type === "BOOKMARK") continue;
    heard.push(`${event.type} ${event.object.metadata.name}`);
    if (heard.length === 3) break;
  }
  assertEquals(heard, ["DELETED added", "MODIFIED changed", "ADDED deleted"]);
  // Older revisions are read no more.
  const query = `?resourceVersion=${before}&resourceVersionMatch=Exact`;
  const answer = await client.fetch(`/api/v1/namespaces/default/configmaps${query}`);
  assertEquals(answer.status, 410);
  await answer.body?.cancel();
});

Deno.test("a fork has what was stored, though the caches of its origin had not seen it yet", async () => {
  await using running = await started("kubernetes");
  const { server, store, client2: client } = running;
  await client.create(ConfigMap, { metadata: { name: "a" }, data: { a: "1" } });
  const key = `${keyPrefix("/registry", { group: "", resource: "configmaps" })}default/a`;
  const first = await store.get(key);
  assert(first !== undefined);
  await client.patch(ConfigMap, "a", { data: { a: "2" } });
  await client.list(ConfigMap);
  const committed = store.commit([{ type: "put", key, value: first.value }]);
  const snapshot = server.snapshot();
  await committed;
  const fork = await server.fork({ from: snapshot });
  assertEquals((await clientOf(fork).get(ConfigMap, "a")).data, { a: "1" });
  await fork.close(0);
});

Deno.test("snapshots are of a family of servers, and of memory", async (t) => {
  await using one = await startTestServer();
  await using other = await startTestServer();
  await t.step("another server's", async () => {
    await assertRejects(() => one.server.reset(other.server.snapshot()), /of another server/);
    const fork = () => one.server.fork({ from: other.server.snapshot() });
    await assertRejects(fork, /of another server/);
  });
  await t.step("another store's", async () => {
    const memory = new MemoryStore();
    const store = new Proxy({} as MemoryStore, {
      get: (_, name) => {
        const member = memory[name as keyof MemoryStore];
        return typeof member === "function" ? member.bind(memory) : member;
      },
    });
    await using running = await startTestServer({ store });
    await assertRejects(() => running.server.fork(), /only a server whose stores are in memory/);
  });
});

Deno.test("a fork ends with nothing left of it, two hundred times", async () => {
  await using running = await started("kubernetes");
  const { server, client2: client } = running;
  await define(client);
  for (let index = 0; index < 20; index++) {
    await client.create(Website, { metadata: { name: `site-${index}` }, spec: {} });
  }
  const snapshot = server.snapshot();
  for (let index = 0; index < 200; index++) {
    const fork = await server.fork({ from: snapshot });
    const forked = clientOf(fork);
    await forked.create(Namespace, { metadata: { name: "own" } });
    assertEquals((await forked.list(Website)).items.length, 20);
    await fork.close(0);
    await forked[Symbol.asyncDispose]();
  }
  assertEquals(await client.find(Namespace, "own"), undefined);
  for (let index = 0; index < 200; index++) {
    await client.create(Namespace, { metadata: { name: "own" } });
    await server.reset(snapshot);
  }
  const { historyBytes } = await running.store.status();
  assertEquals(historyBytes, 0);
});
