/**
 * What is different where a feature of the API itself is off.
 *
 * @module
 */

import { type AnyObject, PATCHES } from "../../testing/api_client.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { DEFAULT_FEATURES, type Feature } from "../../apiserver/flags/features.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

function serverWithout(...off: Feature[]): Promise<TestServer> {
  const features = new Set([...DEFAULT_FEATURES].filter((name) => !off.includes(name)));
  return startTestServer({ features });
}

async function makeMaps({ client }: TestServer, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await client.post(MAPS, { metadata: { name: `map-${at}` }, data: { a: "x".repeat(100_000) } });
  }
}

Deno.test("without ServerSideApply nothing is applied, and nobody owns fields", async () => {
  await using server = await serverWithout("ServerSideApply");
  const { client } = server;
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } };
  const applied = await client.request("PATCH", `${MAPS}/a?fieldManager=me`, {
    contentType: PATCHES.apply,
    body: object,
  });
  assertEquals(applied.status, 415);
  assert(!applied.text.includes("apply-patch"), applied.text);
  const stale = [{ manager: "other", operation: "Update", fieldsType: "FieldsV1", fieldsV1: {} }];
  const made = await client.post(MAPS, {
    ...object,
    metadata: { name: "a", managedFields: stale },
  });
  assertEquals([made.status, made.json.metadata.managedFields], [201, undefined]);
  const patched = await client.request("PATCH", `${MAPS}/a`, {
    contentType: PATCHES.merge,
    body: { data: { x: "y" } },
  });
  assertEquals([patched.status, patched.json.metadata.managedFields], [200, undefined]);
});

Deno.test("without APIListChunking lists are whole, whatever limit and token say", async () => {
  await using server = await serverWithout("APIListChunking");
  await makeMaps(server, 3);
  for (const query of ["limit=1", "limit=1&continue=anything"]) {
    const { status, json } = await server.client.get(`${MAPS}?${query}`);
    assertEquals([status, json.items.length, json.metadata.continue], [200, 3, undefined], query);
  }
});

Deno.test("without RemainingItemCount a page does not say how many are left", async () => {
  for (const off of [[], ["RemainingItemCount"]] as Feature[][]) {
    await using server = await serverWithout(...off);
    await makeMaps(server, 3);
    const { json } = await server.client.get(`${MAPS}?limit=1`);
    assert(json.metadata.continue, "there is another page");
    assertEquals(json.metadata.remainingItemCount, off.length === 0 ? 2 : undefined);
  }
});

Deno.test("without DryRun a dry run is a 400, and nothing is done", async () => {
  await using server = await serverWithout("DryRun");
  const { client } = server;
  await makeMaps(server, 1);
  const body = { metadata: { name: "b" } };
  const cases: [method: string, path: string, body: AnyObject][] = [
    ["POST", `${MAPS}?dryRun=All`, body],
    ["PUT", `${MAPS}/map-0?dryRun=All`, { metadata: { name: "map-0" } }],
    ["DELETE", `${MAPS}/map-0?dryRun=All`, undefined],
    ["DELETE", `${MAPS}/map-0`, { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] }],
  ];
  for (const [method, path, sent] of cases) {
    const { status, json } = await client.request(method, path, { body: sent });
    assertEquals([status, json.message], [400, "the dryRun feature is disabled"], method);
  }
  const { json } = await client.get(MAPS);
  assertEquals(json.items.map((item: AnyObject) => item.metadata.name), ["map-0"]);
});

Deno.test("without StorageVersionHash discovery has none", async () => {
  for (const off of [[], ["StorageVersionHash"]] as Feature[][]) {
    await using server = await serverWithout(...off);
    const { json } = await server.client.get("/api/v1");
    const hashes = json.resources.filter((one: AnyObject) => one.storageVersionHash !== undefined);
    assertEquals(hashes.length > 0, off.length === 0);
  }
});

Deno.test("without APIResponseCompression large answers go out as they are", async () => {
  for (const off of [[], ["APIResponseCompression"]] as Feature[][]) {
    await using server = await serverWithout(...off);
    await makeMaps(server, 3);
    const response = await fetch(server.url + MAPS, {
      headers: { "accept-encoding": "gzip", authorization: "Bearer test-token" },
    });
    assertEquals(
      response.headers.get("vary")?.includes("Accept-Encoding") ?? false,
      off.length === 0,
    );
    assertEquals((await response.json()).items.length, 3);
  }
});

Deno.test("without a garbage collector a deletion leaves no word for one", async () => {
  for (const collectsDependents of [true, false]) {
    await using server = await startTestServer({ collectsDependents });
    const { client } = server;
    for (const policy of ["Orphan", "Foreground"]) {
      const name = policy.toLowerCase();
      await client.post(MAPS, { metadata: { name } });
      const { status } = await client.request(
        "DELETE",
        `${MAPS}/${name}?propagationPolicy=${policy}`,
      );
      assertEquals(status, 200);
      assertEquals((await client.get(`${MAPS}/${name}`)).status, collectsDependents ? 200 : 404);
    }
  }
});

Deno.test("discovery names the address that clients outside are told, where there is one", async () => {
  for (const externalAddress of [undefined, "api.example.com:6443"]) {
    await using server = await startTestServer({ externalAddress });
    const { json } = await server.client.get("/api");
    const [{ serverAddress }] = json.serverAddressByClientCIDRs;
    assertEquals(serverAddress, externalAddress ?? new URL(server.url).host);
  }
});
