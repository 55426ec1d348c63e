/** How the processes of a cluster are, as `kubectl get componentstatuses` shows it. */
import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { keyPrefix, MemoryStore } from "../../apiserver/storage/mod.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";

const START = Date.UTC(2026, 0, 5);
const PATH = "/api/v1/componentstatuses";
const TABLE = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };

async function start(dialect: Dialect = "kubernetes") {
  const clock = new FakeClock(START);
  const running = await startTestServer({ dialect, clock });
  const { client } = running;
  const names = NAMES[dialect];
  const namespace = names.namespaceSystem;
  const leases = `/apis/${names.group("coordination")}/v1/namespaces/${namespace}/leases`;
  await client.post("/api/v1/namespaces", { metadata: { name: namespace } });
  return {
    client,
    clock,
    store: running.store,
    async leads(name: string, holderIdentity: string, seconds = 15) {
      const spec = {
        holderIdentity,
        leaseDurationSeconds: seconds,
        renewTime: new Date(START).toISOString().replace("Z", "000Z"),
      };
      const { status } = await client.post(leases, { metadata: { name }, spec });
      assertEquals(status, 201);
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

async function conditions(client: ApiClient): Promise<Record<string, object>> {
  const { items } = (await client.get(PATH)).json;
  return Object.fromEntries(
    items.map(({ metadata, conditions: [condition, ...more] }: AnyObject) => {
      assertEquals(more, []);
      return [metadata.name, condition];
    }),
  );
}

const WELL = { type: "Healthy", status: "True", message: "ok" };
const ill = (error: string, status = "False") => ({ type: "Healthy", status, error });
const nobody = (place: string) => ill(`nobody holds the lease ${place}`, "Unknown");

for (const dialect of DIALECTS) {
  Deno.test(`processes of ${dialect} are well while they renew their leases, and the store while it answers`, async () => {
    await using server = await start(dialect);
    const { client, clock } = server;
    const names = NAMES[dialect];
    const place = (process: string) => `${names.namespaceSystem}/${process}`;
    const store = `${names.healthCheckStore}-0`;
    assertEquals(await conditions(client), {
      "controller-manager": nobody(place(names.processControllerManager)),
      [store]: WELL,
      "scheduler": nobody(place(names.processScheduler)),
    });
    await server.leads(names.processControllerManager, "m_1");
    await server.leads(names.processScheduler, "");
    assertEquals(await conditions(client), {
      "controller-manager": WELL,
      [store]: WELL,
      "scheduler": nobody(place(names.processScheduler)),
    });
    await clock.advance(16_000);
    assertEquals(
      (await conditions(client))["controller-manager"],
      ill(
        `m_1 has not renewed the lease ${place(names.processControllerManager)} since ` +
          "2026-01-05T00:00:00.000000Z",
      ),
    );
  });
}

Deno.test("component statuses are answered as other objects are", async () => {
  await using server = await start();
  const { client } = server;
  await server.leads("kube-scheduler", "s_1");
  const list = await client.get(PATH);
  assertEquals([list.status, list.json.kind, list.json.metadata], [200, "ComponentStatusList", {}]);
  const one = await client.get(`${PATH}/scheduler`);
  assertEquals([one.status, one.json], [200, {
    kind: "ComponentStatus",
    apiVersion: "v1",
    metadata: { name: "scheduler" },
    conditions: [WELL],
  }]);
  const missing = await client.get(`${PATH}/x`);
  assertEquals([missing.status, missing.json.message], [404, 'componentstatus "x" not found']);
  for (const { headers } of [list, one, missing]) {
    assertEquals(headers.get("warning"), '299 - "v1 ComponentStatus is deprecated in v1.19+"');
  }
  const namesOf = async (query: string) =>
    (await client.get(`${PATH}?${query}`)).json.items
      .map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  assertEquals(await namesOf("fieldSelector=metadata.name=scheduler"), ["scheduler"]);
  assertEquals(await namesOf("labelSelector=a"), []);
  assertEquals(await namesOf("labelSelector=!a"), ["controller-manager", "etcd-0", "scheduler"]);
  const unknown = await client.get(`${PATH}?fieldSelector=a=b`);
  assertEquals([unknown.status, unknown.json.message], [
    400,
    '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ]);
  const table = (await client.get(PATH, TABLE)).json;
  assertEquals(
    table.columnDefinitions.map(({ name }: { name: string }) => name),
    ["Name", "Status", "Message", "Error"],
  );
  assertEquals(table.rows.map(({ cells }: { cells: string[] }) => cells), [
    [
      "controller-manager",
      "Unknown",
      "",
      "nobody holds the lease kube-system/kube-controller-manager",
    ],
    ["etcd-0", "Healthy", "ok", ""],
    ["scheduler", "Healthy", "ok", ""],
  ]);
});

/** A store that answers no question after its version, or refuses them. */
class IllStore extends MemoryStore {
  illness: "silent" | "failing" | undefined;

  override revision(): Promise<number> {
    if (this.illness === "silent") return new Promise(() => {});
    if (this.illness === "failing") return Promise.reject(new Error("it burns"));
    return super.revision();
  }
}

Deno.test("a store that is silent or fails is not well", async () => {
  const store = new IllStore();
  const clock = new FakeClock(START);
  await using running = await startTestServer({ store, clock });
  const health = async () => {
    const { json } = await passTimeUntil(clock, running.client.get(`${PATH}/etcd-0`));
    return json.conditions;
  };
  assertEquals(await health(), [WELL]);
  store.illness = "silent";
  assertEquals(await health(), [ill("the store has not answered within 2000 ms")]);
  store.illness = "failing";
  assertEquals(await health(), [ill("it burns")]);
  store.illness = undefined;
  assertEquals(await health(), [WELL]);
});

Deno.test("a lease that can't be read says nothing, and hides no other", async () => {
  await using server = await start();
  const { client, store } = server;
  await server.leads("kube-controller-manager", "m_1");
  const prefix = keyPrefix("/registry", { group: "coordination.k8s.io", resource: "leases" });
  const value = new TextEncoder().encode("k8s\0nonsense");
  await store.commit([{ type: "put", key: `${prefix}kube-system/kube-scheduler`, value }]);
  await server.leads("other", "o_1");
  assertEquals(await conditions(client), {
    "controller-manager": WELL,
    "etcd-0": WELL,
    "scheduler": nobody("kube-system/kube-scheduler"),
  });
});
