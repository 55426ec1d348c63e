import { MemoryStore } from "../storage/mod.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { eventually } from "../../testing/eventually.ts";
import { metricValue, metricValues } from "../../testing/metric_samples.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const CONFIG_MAPS = { group: "", resource: "configmaps" };

interface Setting {
  readonly server: TestServer;
  readonly client: TestServer["client"];
  readonly metrics: Registry;
  /** What is shown of config maps. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

async function withServer(run: (setting: Setting) => Promise<void>): Promise<void> {
  const metrics = new Registry();
  await using server = await startTestServer({ metrics, countIntervalMs: 60_000 });
  const { client } = server;
  const value: Setting["value"] = (name, labels) =>
    metricValue(metrics, name, { ...CONFIG_MAPS, ...labels });
  await run({ server, client, metrics, value });
}

async function made({ client }: Setting, ...names: string[]): Promise<void> {
  for (const name of names) {
    const { status } = await client.post(MAPS, { metadata: { name, labels: { name } } });
    assertEquals(status, 201);
  }
}

Deno.test("a write is counted where it goes to the store, and where it comes back", async () => {
  await withServer(async (setting) => {
    const { client, value } = setting;
    await made(setting, "a", "b", "c");
    const changed = { metadata: { name: "a" }, data: { x: "1" } };
    assertEquals((await client.put(`${MAPS}/a`, changed)).status, 200);
    assertEquals((await client.delete(`${MAPS}/c`)).status, 200);
    await client.get(MAPS);
    assertEquals(
      ["create", "update", "delete", "list"].map((operation) =>
        value("etcd_requests_total", { operation })
      ),
      [3, 1, 1, 1],
    );
    for (
      const name of [
        "apiserver_storage_events_received_total",
        "apiserver_watch_cache_events_received_total",
        "apiserver_watch_cache_events_dispatched_total",
      ]
    ) assertEquals(value(name), 5, name);
  });
});

Deno.test("what is there is shown as it is when it is asked for", async () => {
  await withServer(async (setting) => {
    const { client, value, metrics, server } = setting;
    const named = () =>
      metricValue(metrics, "apiserver_storage_objects", { resource: "configmaps" });
    const bytes = () => value("apiserver_resource_size_estimate_bytes");
    assertEquals([value("apiserver_resource_objects"), named(), bytes()], [0, 0, 0]);
    await made(setting, "a", "b");
    await client.get(MAPS);
    assertEquals([value("apiserver_resource_objects"), named()], [2, 2]);
    const { items } = await server.store.range("/registry/core/configmaps/");
    assertEquals(bytes(), items.reduce((sum, { value }) => sum + value.length, 0));
    await client.delete(`${MAPS}/a`);
    await client.get(MAPS);
    assertEquals([value("apiserver_resource_objects"), bytes()], [1, items[1]!.value.length]);
    assertEquals(value("watch_cache_capacity"), 100);
    assertEquals(
      value("apiserver_watch_cache_resource_version"),
      await server.store.revision(),
    );
    assertEquals(value("apiserver_watch_cache_initializations_total"), 1);
  });
});

/** A list of three config maps, and what is counted of it: objects of the cache, and of the answer. */
const LISTS: readonly [name: string, query: string, fetched: number, returned: number][] = [
  ["all objects", "", 3, 3],
  ["a selection", "?labelSelector=name%3Da", 3, 1],
  ["one by its name", "?fieldSelector=metadata.name%3Db", 1, 1],
  ["a page of one by its name", "?fieldSelector=metadata.name%3Dc&limit=500", 1, 1],
  ["one that is not there", "?fieldSelector=metadata.name%3Dx", 0, 0],
  ["a page", "?limit=1", 2, 1],
];

for (const [name, query, fetched, returned] of LISTS) {
  Deno.test(`a list of ${name} is counted, each time`, async () => {
    await withServer(async (setting) => {
      const { client, value } = setting;
      await made(setting, "a", "b", "c");
      for (const times of [1, 2]) {
        assertEquals((await client.get(`${MAPS}${query}`)).status, 200);
        assertEquals([
          value("apiserver_cache_list_total", { index: "" }),
          value("apiserver_cache_list_fetched_objects_total", { index: "" }),
          value("apiserver_cache_list_returned_objects_total"),
          value("apiserver_watch_cache_consistent_read_total", {
            success: "true",
            fallback: "false",
          }),
        ], [times, times * fetched, times * returned, times]);
      }
      // The cache was filled once, with nothing.
      assertEquals(value("apiserver_storage_list_total"), 1);
      assertEquals(value("apiserver_storage_list_returned_objects_total"), 0);
    });
  });
}

Deno.test("a list by an index says which, and reads what that finds", async () => {
  await withServer(async ({ client, metrics }) => {
    const pods = "/api/v1/namespaces/default/pods";
    for (const [name, nodeName] of [["a", "n1"], ["b", "n2"], ["c", "n1"]]) {
      const containers = [{ name: "c", image: "i" }];
      const { status } = await client.post(pods, {
        metadata: { name },
        spec: { nodeName, containers },
      });
      assertEquals(status, 201);
    }
    await client.get(`${pods}?fieldSelector=spec.nodeName%3Dn1`);
    const labels = { group: "", resource: "pods" };
    assertEquals(
      metricValues(metrics, "apiserver_cache_list_fetched_objects_total", labels),
      { 'index="f:spec.nodeName"': 2 },
    );
  });
});

Deno.test("a list at a version that only the store has is counted as one of the store", async () => {
  await withServer(async (setting) => {
    const { client, value } = setting;
    await made(setting, "a", "b");
    const { json } = await client.get(MAPS);
    const at = (json.metadata as { resourceVersion: string }).resourceVersion;
    await made(setting, "c");
    const exact = `?resourceVersion=${at}&resourceVersionMatch=Exact`;
    await client.get(`${MAPS}${exact}&labelSelector=name%3Da`);
    await client.get(`${MAPS}${exact}&limit=1`);
    const counted = ["total", "fetched_objects_total", "evaluated_objects_total"].map((name) =>
      value(`apiserver_storage_list_${name}`)
    );
    // The first is the one that filled the cache.
    assertEquals(counted, [3, 3, 3]);
    assertEquals(value("apiserver_storage_list_returned_objects_total"), 2);
    assertEquals(value("apiserver_cache_list_total", { index: "" }), 1);
    assertEquals(value("etcd_requests_total", { operation: "list" }), 3);
  });
});

Deno.test("a watch's events are counted, and what it begins with", async () => {
  await withServer(async (setting) => {
    const { client, value } = setting;
    await made(setting, "a", "b");
    const query = "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true" +
      "&resourceVersionMatch=NotOlderThan";
    const watch = await client.watch(`${MAPS}${query}`);
    const sizes = await watch.take(3, (event) => `${JSON.stringify(event)}\n`.length);
    await made(setting, "c");
    sizes.push(...await watch.take(1, (event) => `${JSON.stringify(event)}\n`.length));
    const version = { version: "v1" };
    assertEquals(value("apiserver_watch_events_total", version), 4);
    const sum = sizes.reduce((all, size) => all + size, 0);
    assertEquals(value("apiserver_watch_events_sizes_sum", version), sum);
    assertEquals(value("apiserver_init_events_total"), 2);
    const listed = { ...version, scope: "namespace" };
    assertEquals(value("apiserver_watch_list_duration_seconds_count", listed), 1);
    watch.close();
    // One that goes on from a version begins with the changes since.
    const { json } = await client.get(`${MAPS}/a`);
    const at = (json.metadata as { resourceVersion: string }).resourceVersion;
    const again = await client.watch(`${MAPS}?watch=true&resourceVersion=${at}`);
    await again.take(2);
    assertEquals(value("apiserver_init_events_total"), 4);
    again.close();
  });
});

Deno.test("reads that wait for the cache are counted, and for how long", async () => {
  const metrics = new Registry();
  const clock = new FakeClock();
  await using server = await startTestServer({ metrics, clock });
  const labels = { group: "", resource: "configmaps" };
  const waits = () => [
    metricValue(metrics, "apiserver_watch_cache_read_wait_seconds_count", labels),
    metricValue(metrics, "apiserver_watch_cache_read_wait_seconds_sum", labels),
  ];
  await server.client.get(`${MAPS}/a`);
  await server.client.get(MAPS);
  assertEquals(waits(), [2, 0]);
  const future = server.client.get(`${MAPS}?resourceVersion=1000`);
  await eventually("the read to give up", async () => {
    await clock.advance(3000);
    return waits()[0] === 3;
  });
  assertEquals((await future).status, 504);
  assertEquals(waits(), [3, 3]);
});

Deno.test("a list that can't be as new as the store is counted as such", async () => {
  const metrics = new Registry();
  const clock = new FakeClock();
  const store = new MemoryStore();
  let ahead = 0;
  // Another process has written something that never comes.
  Object.defineProperty(store, "ownRevision", { get: () => undefined });
  const { revision } = store;
  store.revision = async (options) => await revision.call(store, options) + ahead;
  await using server = await startTestServer({ metrics, clock, store });
  ahead = 1;
  const refused = server.client.get(MAPS);
  const reads = () =>
    metricValues(metrics, "apiserver_watch_cache_consistent_read_total", CONFIG_MAPS);
  const failed = 'success="false",fallback="false"';
  await eventually("the list to give up", async () => {
    await clock.advance(3000);
    return reads()[failed] === 1;
  });
  assertEquals((await refused).status, 504);
  assertEquals(reads(), { [failed]: 1 });
});

Deno.test("a value that can't be read is counted", async () => {
  await withServer(async ({ server, client, value }) => {
    const key = "/registry/core/configmaps/default/bad";
    await server.store.commit([{ type: "put", key, value: new TextEncoder().encode("bad") }]);
    assertEquals((await client.get(`${MAPS}/bad`)).status, 500);
    assertEquals(value("apiserver_storage_decode_errors_total"), 1);
  });
});

Deno.test("a resource that is no longer served takes its series along, and may come again", async () => {
  await withServer(async ({ client, metrics }) => {
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const things = "/apis/example.com/v1/namespaces/default/things";
    const definition = customDefinition({ kind: "Thing", plural: "things" });
    const shown = () => metrics.render().split("\n").filter((line) => /"things/.test(line));
    for (const _ of [1, 2]) {
      assertEquals((await client.post(definitions, definition)).status, 201);
      await eventually("things", async () => (await client.get(things)).status === 200);
      const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" } };
      assertEquals((await client.post(things, thing)).status, 201);
      const watch = await client.watch(`${things}?watch=true`);
      await watch.take(1);
      const labels = { group: "example.com", resource: "things" };
      assertEquals(metricValue(metrics, "apiserver_resource_objects", labels), 1);
      const watched = { ...labels, version: "v1" };
      assertEquals(metricValue(metrics, "apiserver_watch_events_total", watched), 1);
      const creations = { ...labels, operation: "create" };
      assertEquals(metricValue(metrics, "etcd_requests_total", creations), 1);
      assertEquals((await client.delete(`${definitions}/things.example.com`)).status, 200);
      await watch.rest();
      // What requests have counted stays: they are told by what was asked, not by what there is.
      const ofRequests = /^apiserver_(?:request|response_sizes|longrunning)/;
      const ofStorage = (line: string) => !ofRequests.test(line);
      await eventually("nothing of things", () => shown().filter(ofStorage).length === 0);
    }
  });
});
