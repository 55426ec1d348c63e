/** What informers make of the writes of their own client. */
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { ConfigMap, Deployment, Namespace, Pod } from "../kinds/built_in.ts";
import type { AnyKind } from "../kinds/mod.ts";
import { defineIndex, metadataOnly } from "./mod.ts";
import {
  begun,
  isWatch,
  json,
  keysOf,
  listOf,
  map,
  MINUTES,
  Setting,
  watchOf,
  working,
} from "../../testing/informer_setting.ts";

Deno.test("subscribe() follows from what others were told, not from own writes", async () => {
  await using setting = new Setting();
  const { server, client } = await working(setting, ["a", "b"]);
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(1);
  server.reads = [];
  // The watch says nothing for a while: answers come first.
  const held = server.deliver;
  server.deliver = () => {};
  await client.patch(ConfigMap, "a", { data: { v: "mine" } });
  await client.create(ConfigMap, { metadata: { name: "c" }, data: { v: "mine" } });
  await client.create(ConfigMap, { metadata: { name: "d" }, data: { v: "mine" } });
  await client.delete(ConfigMap, "d");
  await client.delete(ConfigMap, "b");
  assertEquals(keysOf(maps), "n/a,n/c");
  const log: string[] = [];
  maps.subscribe(({ type, key, object, previous }) =>
    void log.push(`${type} ${key} ${previous?.data?.v ?? ""}>${object.data?.v}`)
  );
  assertEquals(log.splice(0).sort(), ["Added n/a >a", "Added n/b >b"]);
  server.deliver = held;
  server.deliver(Infinity);
  await setting.clock.run(1);
  assertEquals(log, [
    "Updated n/a a>mine",
    "Added n/c >mine",
    "Added n/d >mine",
    "Deleted n/d >mine",
    "Deleted n/b >b",
  ]);
});

Deno.test("the end of a client ends its informers and watches", async () => {
  await using setting = new Setting();
  const { client } = await working(setting);
  await using maps = begun(client, ConfigMap);
  const watch = Array.fromAsync(client.watch(ConfigMap));
  await setting.clock.run(1);
  await client[Symbol.asyncDispose]();
  assertEquals((await watch).length, 4);
  await setting.clock.run(10 * MINUTES);
  assert(maps.lister.size === 3);
});

Deno.test("informers of one client, and those derived of it, hear of each other's writes", async () => {
  await using setting = new Setting();
  const { server, client } = await working(setting, ["a"]);
  await using maps = begun(client, ConfigMap);
  const derived = client.with({ fieldManager: "other" });
  await using theirs = begun(derived, ConfigMap, { namespaces: ["n", "m"] });
  await setting.clock.run(1);
  server.deliver = () => {};
  // Without a namespace: in that of the client.
  await derived.create(ConfigMap, { metadata: { name: "b" }, data: { v: "1" } });
  await client.with({ namespace: "m" }).create(ConfigMap, { metadata: { name: "c" } });
  await client.create(ConfigMap, { metadata: { name: "d", namespace: "elsewhere" } });
  assertEquals(keysOf(maps), "elsewhere/d,m/c,n/a,n/b");
  assertEquals(keysOf(theirs), "m/c,n/a,n/b");
  // What is only tried changes nothing.
  const tried = client.with({ dryRun: true });
  await tried.patch(ConfigMap, "a", { data: { v: "tried" } });
  await client.delete(ConfigMap, "b", { dryRun: true });
  assertEquals([maps.lister.get("n/a")?.data?.v, maps.lister.has("n/b")], ["a", true]);
});

/** A server that answers writes with what a test says, and has nothing else. */
async function answering(
  setting: Setting,
  items: readonly object[],
  answers: (request: Request) => unknown,
) {
  return await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method === "GET") return Promise.resolve(listOf(items));
    const answer = answers(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(json(answer));
  });
}

Deno.test("an index has an own write as it is kept, and nobody is told of what its caller makes of the answer", async () => {
  await using setting = new Setting();
  const answer = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "b",
      namespace: "default",
      uid: "u",
      resourceVersion: "20",
      managedFields: [{ manager: "m", operation: "Update" }],
    },
    data: { v: "1" },
  };
  const events: ReadableStreamDefaultController<Uint8Array>[] = [];
  const client = await setting.client((request) => {
    if (isWatch(request)) {
      const body = new ReadableStream<Uint8Array>({ start: (each) => void events.push(each) });
      return Promise.resolve(
        new Response(body, { headers: { "content-type": "application/json" } }),
      );
    }
    return Promise.resolve(request.method === "GET" ? listOf([]) : json(answer));
  });
  const seen: object[] = [];
  const managers = defineIndex(ConfigMap, "managers", (map) => {
    seen.push(map);
    return `${map.metadata.managedFields?.length ?? 0} of ${map.data?.v}`;
  });
  await using maps = begun(client, ConfigMap, { indexes: [managers], sharesObjects: true });
  const told: string[] = [];
  maps.subscribe(({ object }) => void told.push(`${object.data?.v}`));
  await setting.clock.run(1);
  const own = await client.create(ConfigMap, { metadata: { name: "b" }, data: { v: "1" } });
  assertEquals(own.metadata.managedFields?.length, 1);
  assertEquals(maps.lister.by(managers, "0 of 1").length, 1);
  own.data!.v = "its caller's";
  const event = (type: string) =>
    events[0]!.enqueue(new TextEncoder().encode(`${JSON.stringify({ type, object: answer })}\n`));
  event("ADDED");
  await setting.clock.run(1);
  assertEquals([told, seen.length], [["1"], 1], "its event is not read again");
  // Here it is the other way around: the event of a write comes before its answer.
  answer.metadata.resourceVersion = "21";
  event("MODIFIED");
  await setting.clock.run(1);
  await client.patch(ConfigMap, "b", { data: { v: "1" } });
  assertEquals([told, seen.length], [["1", "1"], 2], "its answer is not read again");
  events[0]!.close();
});

Deno.test("what an informer keeps of owners is there of own writes, too, whatever their caller reads of the answer", async () => {
  await using setting = new Setting();
  const answer = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "b",
      namespace: "default",
      uid: "u",
      resourceVersion: "20",
      managedFields: [{ manager: "m", operation: "Update" }],
    },
  };
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    return Promise.resolve(request.method === "GET" ? listOf([]) : json(answer));
  }, { keepManagedFields: false });
  const byManager = defineIndex(
    ConfigMap,
    "manager",
    ({ metadata }) => metadata.managedFields?.map(({ manager = "" }) => manager) ?? [],
  );
  const owned = { keepManagedFields: true, indexes: [byManager] };
  await using whole = begun(client, ConfigMap, owned);
  await using metadata = begun(client, metadataOnly(ConfigMap), { keepManagedFields: true });
  await setting.clock.run(1);
  const own = await client.create(ConfigMap, { metadata: { name: "b" } });
  assertEquals(own.metadata.managedFields, undefined);
  assertEquals(whole.lister.by(byManager, "m").length, 1);
  for (const { lister } of [whole, metadata]) {
    assertEquals(lister.get("default/b")?.metadata.managedFields?.length, 1);
  }
});

Deno.test("answers that say what an object is now enter; others leave the key to be looked up", async () => {
  await using setting = new Setting();
  const typed = (kind: AnyKind, more: object, metadata: object) => ({
    apiVersion: kind.group === "" ? kind.version : `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: "a", namespace: "default", uid: "u", resourceVersion: "5", ...metadata },
    ...more,
  });
  let answer: unknown;
  const pod = (metadata: object = {}) => typed(Pod, {}, metadata);
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method !== "GET") return Promise.resolve(json(answer));
    const isPods = request.url.includes("/pods");
    const items = isPods ? [pod()] : [typed(Deployment, { spec: {} }, {})];
    return Promise.resolve(
      json({
        apiVersion: isPods ? "v1" : "apps/v1",
        kind: isPods ? "PodList" : "DeploymentList",
        metadata: { resourceVersion: "10" },
        items,
      }),
    );
  });
  await using pods = begun(client, Pod);
  await using deployments = begun(client, Deployment);
  await setting.clock.run(1);
  const revision = () => pods.lister.get("default/a")?.metadata.resourceVersion;

  answer = { ...pod({ resourceVersion: "11" }), status: { phase: "Running" } };
  await client.patch(Pod, "a", { status: { phase: "Running" } }, { subresource: "status" });
  assertEquals([revision(), pods.lister.get("default/a")?.status?.phase], ["11", "Running"]);

  const going = { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 30 };
  answer = pod({ resourceVersion: "12", ...going });
  await client.delete(Pod, "a");
  assertEquals(revision(), "12");
  assertEquals(pods.remembered, 1, "what nobody was told of yet");

  answer = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success" };
  await client.createSubresource(Pod, "a", "eviction", {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "a" },
  });
  assertEquals([revision(), pods.remembered], ["12", 2]);

  answer = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: pod().metadata, spec: {} };
  await client.scale(Deployment, "a", 3);
  assertEquals(deployments.lister.get("default/a")?.metadata.resourceVersion, "5");
  assertEquals(deployments.remembered, 1);

  answer = { apiVersion: "v1", kind: "PodList", metadata: {}, items: [pod()] };
  await client.deleteAll(Pod, { labelSelector: { a: "b" } });
  assertEquals(pods.remembered, 2);

  answer = pod({ resourceVersion: "14" });
  await client.delete(Pod, "a", { gracePeriod: 0 });
  assertEquals(pods.lister.size, 0);
});

Deno.test("the answer to a write of another version of a kind leaves the key to be looked up", async () => {
  await using setting = new Setting();
  const client = await answering(setting, [map("a", "5")], () => ({
    ...map("a", "11"),
    apiVersion: "v2",
  }));
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(1);
  await client.patch({ ...ConfigMap, version: "v2" }, "n/a", { data: { v: "2" } });
  assertEquals([maps.lister.get("n/a")?.metadata.resourceVersion, maps.remembered], ["5", 1]);
});

Deno.test("lost answers of kinds without a namespace leave their keys to be looked up", async () => {
  await using setting = new Setting();
  const metadata = { name: "a", uid: "u", resourceVersion: "15" };
  const spaces = (revision: string, items: readonly object[]) =>
    json({
      apiVersion: "v1",
      kind: "NamespaceList",
      metadata: { resourceVersion: revision },
      items,
    });
  let lists = 0;
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method !== "GET") return Promise.reject(new TypeError("the connection broke"));
    lists++;
    if (lists > 1) assert(request.url.includes("fieldSelector=metadata.name%3Da"), request.url);
    return Promise.resolve(spaces(String(10 * lists), lists > 1 ? [{ metadata }] : []));
  });
  await using spacesOf = begun(client, Namespace);
  await setting.clock.run(1);
  await assertRejects(() => client.create(Namespace, { metadata: { name: "a" } }));
  assertEquals([...spacesOf.lister.keys()], []);
  await spacesOf.settled("a", new AbortController().signal);
  assertEquals([lists, [...spacesOf.lister.keys()]], [2, ["a"]]);
});
