/** Informers against a real server, in both dialects and both forms. */
import {
  type Client,
  ConfigMap,
  createClient,
  createInformer,
  defineIndex,
  defineView,
  type Delta,
  type Dialect,
  DIALECTS,
  dynamicKind,
  type Informer,
  isKind,
  type KubeObject,
  metadataOnly,
  Namespace,
  Pod,
} from "../../mod.ts";
import { startTestServer, TEST_TOKEN, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";

/** A server, and a client of it over `fetch`, which every request can be looked at in. */
interface Running extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  readonly asked: string[];
}

async function start(dialect: Dialect, protobuf = true): Promise<Running> {
  const server = await startTestServer({ dialect, uid: () => crypto.randomUUID() });
  const asked: string[] = [];
  const http = Deno.createHttpClient({});
  const client = await createClient({
    config: server.url,
    protobuf,
    transport: {
      fetch(request) {
        asked.push(`${request.method} ${new URL(request.url).pathname}`);
        const headers = new Headers(request.headers);
        headers.set("authorization", `Bearer ${TEST_TOKEN}`);
        return fetch(new Request(request, { headers }), { client: http });
      },
    },
  });
  return {
    server,
    client,
    asked,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      http.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Settles when an informer has told of something. */
function told<R>(informer: Informer<R>, is: (delta: Delta<R>) => boolean): Promise<Delta<R>> {
  return new Promise((resolve) => {
    const subscription = informer.subscribe((delta) => {
      if (!is(delta)) return;
      resolve(delta);
      queueMicrotask(() => subscription[Symbol.dispose]());
    });
  });
}

const podsOfNode = defineIndex(Pod, "node", ({ spec }) => spec.nodeName);

function pod(name: string, node: string) {
  return {
    metadata: { name, labels: { app: "web" }, annotations: { note: "x" } },
    spec: { nodeName: node, containers: [{ name: "c", image: "i" }] },
  };
}

for (const dialect of DIALECTS) {
  for (const protobuf of [true, false]) {
    const name = `createInformer(), ${dialect}, ${protobuf ? "Protobuf" : "JSON"}`;

    Deno.test(`${name}: lists, follows, and reads its client's own writes`, async () => {
      await using running = await start(dialect, protobuf);
      const { client } = running;
      await client.create(Pod, pod("a", "n1"));
      await using pods = createInformer(client, Pod, { indexes: [podsOfNode] });
      await pods.start();
      assertEquals([...pods.lister.keys()], ["default/a"]);
      assert(pods.lister.has("default/a") && !pods.lister.has("default/b"));
      const read = pods.lister.get("default/a")!;
      assertEquals(read.metadata.managedFields, undefined);
      assertEquals([read.kind, read.apiVersion, read.spec.nodeName], ["Pod", "v1", "n1"]);
      read.spec.nodeName = "edited";
      assertEquals(pods.lister.get("default/a")!.spec.nodeName, "n1");
      // No waiting: the answer to the write is what is read.
      for (let count = 0; count < 20; count++) {
        await client.create(Pod, pod(`p${count}`, "n2"));
        assertEquals(pods.lister.by(podsOfNode, "n2").length, count + 1);
      }
      const patched = await client.patch(Pod, "a", { metadata: { labels: { app: "other" } } });
      assertEquals(
        pods.lister.get("default/a")!.metadata.resourceVersion,
        patched.metadata.resourceVersion,
      );
      assertEquals(pods.lister.list({ labelSelector: { app: "other" } }).length, 1);
      await client.patch(Pod, "a", { status: { phase: "Running" } }, { subresource: "status" });
      assertEquals(pods.lister.get("default/a")!.status?.phase, "Running");
      await client.delete(Pod, "a", { gracePeriod: 0 });
      assertEquals(pods.lister.get("default/a"), undefined);
      assertEquals(pods.lister.size, 20);
      assertEquals(pods.lister.list({ namespace: "default" }).length, 20);
      assertEquals(pods.stats.objects, 20);
    });

    Deno.test(`${name}: tells those who subscribe what there is, and each change`, async () => {
      await using running = await start(dialect, protobuf);
      const { client, server } = running;
      await client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "1" } });
      await using maps = createInformer(client, ConfigMap, { namespaces: ["default"] });
      const log: string[] = [];
      const record = (delta: Delta<{ data?: Record<string, string> }>) =>
        log.push(
          [delta.type, delta.key, delta.previous?.data?.k, delta.object.data?.k, delta.initial]
            .join(" "),
        );
      maps.subscribe(record);
      await maps.start();
      assertEquals(log.splice(0), ["Added default/a  1 true"]);
      // Others write, too.
      const path = "/api/v1/namespaces/default/configmaps";
      const changed = told(maps, ({ type }) => type === "Updated");
      await server.client.patch(`${path}/a`, "merge", { data: { k: "2" } });
      await changed;
      const deleted = told(maps, ({ type }) => type === "Deleted");
      await server.client.delete(`${path}/a`);
      assertEquals((await deleted).object.data, { k: "2" });
      assertEquals(log, ["Updated default/a 1 2 false", "Deleted default/a  2 false"]);
      // A late one hears of what there is by then; one that throws harms nobody.
      maps.subscribe(() => {
        throw new Error("mine");
      });
      const added = told(maps, ({ type }) => type === "Added");
      await client.create(ConfigMap, { metadata: { name: "b" }, data: { k: "3" } });
      await added;
      log.splice(0);
      maps.subscribe(record)[Symbol.dispose]();
      assertEquals(log, ["Added default/b  3 true"]);
    });

    Deno.test(`${name}: views, metadata alone, custom kinds`, async () => {
      await using running = await start(dialect, protobuf);
      const { client } = running;
      await client.create(Pod, pod("a", "n1"));
      const Placement = defineView(Pod, "Placement", ({ spec }) => ({ node: spec.nodeName }));
      const Metadata = metadataOnly(Pod);
      await using views = createInformer(client, Placement);
      await using metadata = createInformer(client, Metadata);
      await Promise.all([views.start(), metadata.start()]);
      const view = views.lister.get("default/a")!;
      assertEquals([view.node, view.metadata.labels], ["n1", { app: "web" }]);
      assertEquals((view as { spec?: unknown }).spec, undefined);
      const only = metadata.lister.get("default/a")!;
      assert(isKind(Pod, only as KubeObject), `${only.kind} ${only.apiVersion}`);
      assertEquals([only.metadata.annotations, (only as { spec?: unknown }).spec], [
        { note: "x" },
        undefined,
      ]);
      await client.create(Pod, pod("b", "n2"));
      assertEquals(views.lister.get("default/b")?.node, "n2");
      const written = metadata.lister.get("default/b");
      assertEquals(written?.metadata.name, "b");
      assertEquals([Object.keys(written ?? {}).sort(), written?.metadata.managedFields], [
        ["apiVersion", "kind", "metadata"],
        undefined,
      ]);
      assert(views.stats.bytes < 1500, String(views.stats.bytes));
    });
  }

  Deno.test(`createInformer(), ${dialect}: some namespaces, some objects`, async () => {
    await using running = await start(dialect);
    const { client } = running;
    for (const name of ["x", "y", "z"]) await client.create(Namespace, { metadata: { name } });
    for (const namespace of ["x", "y", "z"]) {
      await client.create(ConfigMap, {
        metadata: { name: "a", namespace, labels: { keep: "yes" } },
      });
      await client.create(ConfigMap, { metadata: { name: "b", namespace } });
    }
    await using maps = createInformer(client, ConfigMap, {
      namespaces: ["x", "y"],
      labelSelector: { keep: "yes" },
    });
    await maps.start();
    assertEquals([...maps.lister.keys()].sort(), ["x/a", "y/a"]);
    assertEquals(maps.lister.get("z/a"), undefined);
    // Own writes that leave the selection, or enter it.
    await client.patch(ConfigMap, "x/a", { metadata: { labels: { keep: null } } });
    await client.patch(ConfigMap, "y/b", { metadata: { labels: { keep: "yes" } } });
    await client.patch(ConfigMap, "z/b", { metadata: { labels: { keep: "yes" } } });
    assertEquals([...maps.lister.keys()].sort(), ["y/a", "y/b"]);
    await using one = createInformer(client, ConfigMap, {
      fieldSelector: { "metadata.name": "b" },
    });
    await one.start();
    assertEquals(
      [...one.lister.keys()].filter((key) => !key.startsWith("orch-") && !key.startsWith("kube-"))
        .sort(),
      ["x/b", "y/b", "z/b"],
    );
  });
}

Deno.test("createInformer() shares objects out, each to one", async () => {
  await using running = await start("kubernetes");
  const { client } = running;
  for (let count = 0; count < 30; count++) {
    await client.create(ConfigMap, { metadata: { name: `m${count}` } });
  }
  const found: string[] = [];
  for (const at of [0, 1, 2]) {
    await using part = createInformer(client, ConfigMap, {
      namespaces: ["default"],
      shard: { of: 3, at },
    });
    await part.start();
    assert(part.lister.size > 2 && part.lister.size < 20, String(part.lister.size));
    found.push(...part.lister.keys());
  }
  assertEquals(new Set(found).size, 30);
  assertEquals(found.length, 30);
  assertThrows(
    () => createInformer(client, ConfigMap, { shard: { of: 2, at: 2 } }),
    /does not exist/,
  );
});

Deno.test("createInformer() refuses what it has no index for, and starts once", async () => {
  await using running = await start("kubernetes");
  const { client } = running;
  await using pods = createInformer(client, Pod);
  await Promise.all([pods.start(), pods.start()]);
  assertThrows(() => pods.lister.by(podsOfNode, "n"), /has no index node/);
  await using ended = createInformer(client, Pod);
  const reason = new Error("enough");
  assertEquals(await assertRejects(() => ended.start(AbortSignal.abort(reason))), reason);
  const nothing = dynamicKind({
    group: "example.com",
    version: "v1",
    kind: "None",
    plural: "nones",
  });
  await using waiting = createInformer(client, nothing);
  const stop = new AbortController();
  const started = waiting.start(stop.signal);
  stop.abort(reason);
  assertEquals(await assertRejects(() => started), reason);
});
