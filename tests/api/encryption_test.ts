/** Encryption at rest, from the file of `--encryption-provider-config` to what the store holds. */
import { shownDigest } from "../../toolkit/process/shown_digest.ts";
import { openEncryption } from "../../apiserver/encryption/mod.ts";
import { keyPrefix, MemoryStore } from "../../apiserver/storage/mod.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { eventually } from "../../testing/eventually.ts";
import { KeyKeeper } from "../../testing/key_keeper.ts";
import { metricValues } from "../../testing/metric_samples.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";
const MAPS = "/api/v1/namespaces/default/configmaps";
const WORD = "nobody-reads-this";

const key = (name: string, byte: number) => ({
  keys: [{ name, secret: new Uint8Array(32).fill(byte).toBase64() }],
});

interface Scene {
  readonly folder: string;
  write(providers: readonly object[], resources?: readonly string[]): Promise<void>;
  /** A server over the same store as the ones before it. */
  server(): Promise<TestServer & { readonly encryption: Encryption; readonly metrics: Registry }>;
  /** What the store holds of an object. */
  stored(resource: string, name: string): Promise<string>;
}

type Encryption = Awaited<ReturnType<typeof openEncryption>>;

async function scene(
  body: (scene: Scene) => Promise<void>,
  dialect: Dialect = "kubernetes",
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/encryption.yaml`;
  const store = new MemoryStore();
  try {
    await body({
      folder,
      async write(providers, resources = ["secrets"]) {
        const group = dialect === "orch" ? "apiserver.config.orch.io" : "apiserver.config.k8s.io";
        const file = {
          kind: "EncryptionConfiguration",
          apiVersion: `${group}/v1`,
          resources: [{ resources, providers }],
        };
        await Deno.writeTextFile(path, JSON.stringify(file));
      },
      async server() {
        const metrics = new Registry();
        const encryption = await openEncryption({
          path,
          dialect,
          storePrefix: "/registry",
          clock: systemClock,
          logger: silentLogger,
          metrics,
          serverId: "a server",
          uid: () => crypto.randomUUID(),
        });
        const server = await startTestServer({ dialect, store, keepStore: true, encryption });
        return Object.assign(server, { encryption, metrics });
      },
      async stored(resource, name) {
        const prefix = keyPrefix("/registry", { group: "", resource, namespace: "default" });
        const found = await store.get(prefix + name);
        return new TextDecoder("latin1").decode(found?.value);
      },
    });
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const secret = (name: string) => ({ metadata: { name }, stringData: { word: WORD } });

/** The secrets that a client reads, by name and word. */
async function read({ client }: TestServer): Promise<Record<string, string>> {
  const { status, json, text } = await client.get(SECRETS);
  assertEquals(status, 200, text);
  const items = json.items as { metadata: { name: string }; data: { word: string } }[];
  return Object.fromEntries(items.map(({ metadata, data }) => [metadata.name, atob(data.word)]));
}

for (const dialect of ["kubernetes", "orch"] as const) {
  Deno.test(`secrets are encrypted in the store, nothing else is, and all is read (${dialect})`, () =>
    scene(async ({ write, server, stored }) => {
      await write([{ aesgcm: key("key1", 1) }, { identity: {} }]);
      await using one = await server();
      await one.client.post(SECRETS, secret("a"));
      await one.client.post(MAPS, { metadata: { name: "a" }, data: { word: WORD } });
      assert((await stored("secrets", "a")).startsWith("k8s:enc:aesgcm:v1:key1:"));
      assert(!(await stored("secrets", "a")).includes(WORD));
      assert((await stored("configmaps", "a")).includes(WORD));
      assertEquals(await read(one), { a: WORD });
      await using other = await server();
      assertEquals(await read(other), { a: WORD });
    }, dialect));
}

Deno.test("a key is rotated: old values are read, and written anew by whoever writes them as they are", () =>
  scene(async ({ write, server, stored }) => {
    await write([{ identity: {} }]);
    {
      await using plain = await server();
      await plain.client.post(SECRETS, secret("old"));
      assert((await stored("secrets", "old")).includes(WORD));
    }
    await write([{ aescbc: key("key1", 1) }, { identity: {} }]);
    {
      await using first = await server();
      await first.client.post(SECRETS, secret("a"));
      assertEquals(await read(first), { a: WORD, old: WORD });
    }
    await write([{ secretbox: key("key2", 2) }, { aescbc: key("key1", 1) }, { identity: {} }]);
    await using second = await server();
    assertEquals(await read(second), { a: WORD, old: WORD });
    for (const name of ["a", "old"]) {
      const { json } = await second.client.get(`${SECRETS}/${name}`);
      assertEquals((await second.client.put(`${SECRETS}/${name}`, json)).status, 200);
      assert((await stored("secrets", name)).startsWith("k8s:enc:secretbox:v1:key2:"), name);
    }
    assertEquals(await read(second), { a: WORD, old: WORD });
  }));

Deno.test("a value whose key is gone is an error of its own, and stops nothing", () =>
  scene(async ({ write, server, stored }) => {
    await write([{ aesgcm: key("lost", 1) }]);
    {
      await using first = await server();
      await first.client.post(SECRETS, secret("lost"));
    }
    await write([{ aesgcm: key("new", 2) }]);
    await using second = await server();
    const { client } = second;
    assertEquals((await client.post(SECRETS, secret("b"))).status, 201);
    assertEquals((await client.get(`${SECRETS}/b`)).status, 200);
    const failed = await client.get(`${SECRETS}/lost`);
    assertEquals([failed.status, failed.json.reason], [500, "StorageReadError"]);
    const written = await client.put(`${SECRETS}/lost`, secret("lost"));
    assertEquals(written.status, 500, written.text);
    assert((await stored("secrets", "lost")).startsWith("k8s:enc:aesgcm:v1:lost:"));
  }));

Deno.test("a changed file is in force without a restart, and one that can't be used changes nothing", () =>
  scene(async ({ write, server, stored, folder }) => {
    await write([{ aesgcm: key("key1", 1) }]);
    await using running = await server();
    const { client, encryption, metrics } = running;
    const serverHash = { apiserver_id_hash: shownDigest("a server") };
    const reloads = () =>
      ["automatic_reloads_total", "last_config_info"].map((name) =>
        metricValues(metrics, `apiserver_encryption_config_controller_${name}`, serverHash)
      );
    const digest = async () =>
      `hash="${shownDigest(await Deno.readTextFile(`${folder}/encryption.yaml`))}"`;
    const makes = async (name: string, by: string) => {
      assertEquals((await client.post(SECRETS, secret(name))).status, 201);
      const bytes = await stored("secrets", name);
      assert(bytes.startsWith(`k8s:enc:aesgcm:v1:${by}:`), bytes.slice(0, 40));
    };
    await makes("a", "key1");
    const first = await digest();
    assertEquals(reloads(), [{}, { [first]: 1 }]);
    await Deno.writeTextFile(`${folder}/encryption.yaml`, "resources: [");
    await encryption.look();
    await makes("b", "key1");
    assertEquals(reloads(), [{ 'status="failure"': 1 }, { [first]: 1 }]);
    await write([{ aesgcm: key("key2", 2) }, { aesgcm: key("key1", 1) }]);
    await encryption.look();
    await makes("c", "key2");
    assertEquals(reloads(), [
      { 'status="failure"': 1, 'status="success"': 1 },
      { [await digest()]: 1 },
    ]);
    assertEquals(await read(running), { a: WORD, b: WORD, c: WORD });
  }));

Deno.test("a changed file is in force as soon as its keeper of keys is well", () =>
  scene(async ({ write, server, stored, folder }) => {
    using keeper = new KeyKeeper(`${folder}/kms.sock`);
    await write([{ aesgcm: key("key1", 1) }]);
    await using running = await server();
    const { client, encryption } = running;
    keeper.healthz = "starting";
    const kms = { apiVersion: "v2", name: "vault", endpoint: `unix://${keeper.socket}` };
    await write([{ kms }, { aesgcm: key("key1", 1) }]);
    await encryption.look();
    await client.post(SECRETS, secret("a"));
    assert((await stored("secrets", "a")).startsWith("k8s:enc:aesgcm:v1:key1:"));
    keeper.healthz = "ok";
    await encryption.look();
    await client.post(SECRETS, secret("b"));
    assert((await stored("secrets", "b")).startsWith("k8s:enc:kms:v2:vault:"));
  }));

Deno.test("a keeper of keys that is not well fails health and writes, and no reads", () =>
  scene(async ({ write, server, stored, folder }) => {
    using keeper = new KeyKeeper(`${folder}/kms.sock`);
    await write([{
      kms: { apiVersion: "v2", name: "vault", endpoint: `unix://${keeper.socket}` },
    }]);
    {
      await using well = await server();
      assertEquals((await well.client.get("/readyz/kms-providers")).status, 200);
      await well.client.post(SECRETS, secret("a"));
      assert((await stored("secrets", "a")).startsWith("k8s:enc:kms:v2:vault:"));
    }
    keeper.keyId = "";
    await using unwell = await server();
    assertEquals((await unwell.client.get("/readyz/kms-providers")).status, 500);
    assertEquals(await read(unwell), { a: WORD });
    assertEquals((await unwell.client.post(SECRETS, secret("b"))).status, 500);
    assertEquals((await unwell.client.post(MAPS, { metadata: { name: "b" } })).status, 201);
  }));

Deno.test("values are counted by their resource, and no longer once that is not served", () =>
  scene(async ({ write, server }) => {
    await write([{ aesgcm: key("key1", 1) }], ["*.*"]);
    await using running = await server();
    const { client, metrics } = running;
    const counted = (resource: string) =>
      metricValues(metrics, "apiserver_storage_transformation_operations_total", {
        resource,
        status: "OK",
        transformation_type: "to_storage",
      });
    assertEquals((await client.post(SECRETS, secret("a"))).status, 201);
    const once = {
      'transformer_prefix="k8s:enc:aesgcm:v1:"': 1,
      'transformer_prefix="key1:"': 1,
    };
    assertEquals(counted("secrets"), once);
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const things = "/apis/example.com/v1/namespaces/default/things";
    await client.post(definitions, customDefinition({ kind: "Thing", plural: "things" }));
    await eventually("things", async () => (await client.get(things)).status === 200);
    const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" } };
    assertEquals((await client.post(things, thing)).status, 201);
    assertEquals(counted("things.example.com"), once);
    await client.delete(`${definitions}/things.example.com`);
    await eventually(
      "nothing of things",
      () => Object.keys(counted("things.example.com")).length === 0,
    );
    assertEquals(counted("secrets"), once);
  }));
