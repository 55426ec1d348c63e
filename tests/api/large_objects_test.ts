/** Objects that the store takes without their managed fields only. */
import { TooLarge } from "../../apiserver/storage/errors.ts";
import { MemoryStore, type Store } from "../../apiserver/storage/mod.ts";
import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";
import { HookServer, installHook } from "./hook_server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const LIMIT_BYTES = 60_000;

/** A store in memory that takes less in a commit, as etcd does. */
class NarrowStore extends MemoryStore {
  override async commit(...args: Parameters<Store["commit"]>): Promise<number> {
    const [ops] = args;
    const bytes = ops.reduce((sum, op) => sum + (op.type === "put" ? op.value.length : 0), 0);
    if (bytes > LIMIT_BYTES) {
      throw new TooLarge("the size of a commit in bytes", bytes, LIMIT_BYTES);
    }
    return await super.commit(...args);
  }
}

/** More than half of what the store takes: names of keys, all of which have owners. */
function data(prefix = "key"): Record<string, string> {
  const long = "x".repeat(90);
  return Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${prefix}-${long}-${i}`, "A"]));
}

const map = (fields: AnyObject) => ({ apiVersion: "v1", kind: "ConfigMap", ...fields });

function state({ status, json }: Answer): unknown {
  return [status, Object.keys(json.data ?? {}).length, json.metadata?.managedFields?.length];
}

for (const dialect of DIALECTS) {
  Deno.test(`in ${dialect} an object that is too large with its managed fields is stored without`, async () => {
    await using server = await startTestServer({ dialect, store: new NarrowStore() });
    const { client } = server;
    const post = (name: string, data: AnyObject) => client.post(MAPS, { metadata: { name }, data });
    assertEquals(state(await post("made", data())), [201, 400, undefined]);
    for (const name of ["put", "merged", "patched"]) {
      assertEquals(state(await post(name, { k: "v" })), [201, 1, 1]);
    }
    const put = await client.put(`${MAPS}/put`, { metadata: { name: "put" }, data: data() });
    assertEquals(state(put), [200, 400, undefined]);
    const merged = await client.patch(`${MAPS}/merged`, "merge", { data: data() });
    assertEquals(state(merged), [200, 401, undefined]);
    const patched = await client.patch(`${MAPS}/patched`, "json", [
      { op: "replace", path: "/data", value: data() },
    ]);
    assertEquals(state(patched), [200, 400, undefined]);
    const named = await client.post(MAPS, { metadata: { generateName: "g-" }, data: data() });
    assertEquals(state(named), [201, 400, undefined]);
    for (const name of ["made", "put", named.json.metadata.name]) {
      assertEquals(state(await client.get(`${MAPS}/${name}`)), [200, 400, undefined]);
    }
  });

  Deno.test(`in ${dialect} an apply that is too large with its managed fields is refused`, async () => {
    await using server = await startTestServer({ dialect, store: new NarrowStore() });
    const { client } = server;
    const apply = (name: string, data?: AnyObject) =>
      client.patch(
        `${MAPS}/${name}?fieldManager=m`,
        "apply",
        map({ metadata: { name }, ...(data && { data }) }),
      );
    const made = await client.post(MAPS, { metadata: { name: "made" }, data: data() });
    assertEquals(made.status, 201);
    const refused = [await apply("made"), await apply("new", data())];
    for (const { status, json } of refused) {
      assertEquals([status, json.reason], [413, "RequestEntityTooLarge"]);
    }
    const { resourceVersion } = (await client.get(`${MAPS}/made`)).json.metadata;
    assertEquals(resourceVersion, made.json.metadata.resourceVersion);
    assertEquals((await client.get(`${MAPS}/new`)).status, 404);
    assertEquals((await apply("new", { a: "b" })).status, 201);
  });
}

Deno.test("an object that is too large by itself is refused, and what is there stays", async () => {
  await using server = await startTestServer({ store: new NarrowStore() });
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { k: "v" } });
  const large = { ...data(), ...data("other") };
  const refused = [
    await client.post(MAPS, { metadata: { name: "b" }, data: large }),
    await client.put(`${MAPS}/a`, { metadata: { name: "a" }, data: large }),
    await client.patch(`${MAPS}/a`, "merge", { data: large }),
  ];
  for (const { status, json } of refused) {
    assertEquals([status, json.reason], [413, "RequestEntityTooLarge"]);
  }
  assertEquals(state(await client.get(`${MAPS}/a`)), [200, 1, 1]);
  assertEquals((await client.get(`${MAPS}/b`)).status, 404);
});

Deno.test("a custom object that is too large with its managed fields is stored without", async () => {
  await using server = await startTestServer({ store: new NarrowStore() });
  const { client } = server;
  await install(client, definitionOf());
  const made = await client.post(gadgets(), gadget("a", { size: 3, free: data() }));
  assertEquals([made.status, made.json.metadata.managedFields], [201, undefined]);
  const { json } = await client.get(`${gadgets()}/a`);
  assertEquals([Object.keys(json.spec.free).length, json.metadata.managedFields], [400, undefined]);
});

Deno.test(
  "a webhook that mutates is asked once of an object that is made without owners",
  LOOSE,
  async () => {
    await using server = await startTestServer({ store: new NarrowStore() });
    await using hook = await HookServer.judging(() => {});
    await installHook(server, "mutating", "one", { clientConfig: hook.config() });
    const made = await server.client.post(MAPS, { metadata: { name: "a" }, data: data() });
    assertEquals([made.status, hook.reviews.length], [201, 1], made.text.slice(0, 500));
    assert(!("managedFields" in made.json.metadata));
  },
);
