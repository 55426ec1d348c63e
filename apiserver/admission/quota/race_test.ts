import type { Answer, AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { startTestServer, type TestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { MemoryStore, type Op } from "../../storage/mod.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const QUOTAS = "/api/v1/namespaces/default/resourcequotas";
const RACING = 1000;

async function makeQuota(client: ApiClient, name: string, hard: AnyObject, used: AnyObject) {
  const made = await client.post(QUOTAS, { metadata: { name }, spec: { hard } });
  assertEquals(made.status, 201, made.text);
  const counted = await client.patch(`${QUOTAS}/${name}/status`, "merge", {
    status: { hard, used },
  });
  assertEquals(counted.status, 200, counted.text);
}

/** Creates by several clients at once; returns how many there were of each answer. */
async function race(clients: readonly ApiClient[], nameOf: (index: number) => string) {
  const answers = await Promise.all(
    Array.from({ length: RACING }, (_, index): Promise<Answer> => {
      const client = clients[index % clients.length] as ApiClient;
      return client.post(MAPS, { metadata: { name: nameOf(index) } });
    }),
  );
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function usedOf(client: ApiClient, name: string): Promise<string> {
  return (await client.get(`${QUOTAS}/${name}`)).json.status.used.configmaps;
}

async function countOf(client: ApiClient): Promise<number> {
  return (await client.get(MAPS)).json.items.length;
}

const start = (store: MemoryStore, keepStore = false): Promise<TestServer> =>
  startTestServer({ store, keepStore, plugins: ["ResourceQuota"], uid: () => crypto.randomUUID() });

Deno.test("resourceQuota() lets one of 1,000 racing creates have the last place", async () => {
  await using server = await start(new MemoryStore());
  const { client } = server;
  await makeQuota(client, "q", { configmaps: "5" }, { configmaps: "4" });
  assertEquals(await race([client], (index) => `m-${index}`), { 201: 1, 403: RACING - 1 });
  assertEquals([await usedOf(client, "q"), await countOf(client)], ["5", 1]);
});

Deno.test("resourceQuota() lets as many in as there is room for, on two servers over one store", async () => {
  for (const left of [1, 37]) {
    const store = new MemoryStore();
    await using one = await start(store);
    await using other = await start(store, true);
    const hard = { configmaps: "100" };
    await makeQuota(one.client, "a", { configmaps: "2000" }, { configmaps: "0" });
    await makeQuota(one.client, "b", hard, { configmaps: String(100 - left) });
    assertEquals(await usedOf(other.client, "b"), String(100 - left));
    const clients = [one.client, other.client];
    assertEquals(await race(clients, (index) => `m-${index}`), { 201: left, 403: RACING - left });
    assertEquals([await usedOf(one.client, "b"), await countOf(other.client)], ["100", left]);
  }
});

Deno.test("resourceQuota() charges once for a name, however many want it", async () => {
  await using server = await start(new MemoryStore());
  const { client } = server;
  await makeQuota(client, "q", { configmaps: "5000" }, { configmaps: "0" });
  assertEquals((await client.post(MAPS, { metadata: { name: "m" } })).status, 201);
  assertEquals(await race([client], () => "m"), { 409: RACING });
  assertEquals(await usedOf(client, "q"), "1");
});

/** A store in which somebody else is faster, once. */
class RacedStore extends MemoryStore {
  /** What they do before the next commit of the service. */
  before: (() => Promise<void>) | undefined;

  override async commit(ops: readonly Op[]): Promise<number> {
    const { before } = this;
    if (before !== undefined && ops.some(({ key }) => key.endsWith("/default/s"))) {
      this.before = undefined;
      await before();
    }
    return await super.commit(ops);
  }
}

Deno.test("resourceQuota() charges once for a write that is tried again", async () => {
  const store = new RacedStore();
  await using server = await start(store);
  const { client } = server;
  const hard = { "services.nodeports": "3" };
  const service = "/api/v1/namespaces/default/services/s";
  const spec = { ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }] };
  await client.post("/api/v1/namespaces/default/services", { metadata: { name: "s" }, spec });
  await makeQuota(client, "q", hard, { "services.nodeports": "0" });
  let others = 0;
  store.before = async () => {
    const labels = { other: String(++others) };
    assertEquals((await client.patch(service, "merge", { metadata: { labels } })).status, 200);
  };
  const { status, json } = await client.patch(service, "merge", { spec: { type: "NodePort" } });
  assertEquals([status, json.metadata.labels, others], [200, { other: "1" }, 1]);
  const { used } = (await client.get(`${QUOTAS}/q`)).json.status;
  assertEquals(used, { "services.nodeports": "2" });
});
