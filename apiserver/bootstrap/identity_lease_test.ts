/** The leases by which others know which API servers there are. */
import type { AnyObject } from "../../testing/api_client.ts";
import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { forbidden } from "../../toolkit/errors/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { AdmissionPlugin } from "../admission/admission.ts";
import type { Feature } from "../flags/features.ts";
import { MemoryStore } from "../storage/mod.ts";
import { COLLECTION_INTERVAL_MS, RENEWAL_INTERVAL_MS } from "./identity_lease.ts";

const HOST = "a.example.com";
/** Who held a lease that stayed. */
const BEFORE = "before";
/** As the reference calls its servers on that host. */
const LEASES: Readonly<Record<Dialect, string>> = {
  kubernetes: "apiserver-bvtyaxn235zrskxno6hycxnx24",
  orch: "apiserver-dtzb5dhopsjwacntus2l2dhmzm",
};
const START = Date.UTC(2026, 0, 5);

async function start(
  dialect: Dialect = "kubernetes",
  more: {
    hostName?: string;
    features?: ReadonlySet<Feature>;
    store?: MemoryStore;
    keepStore?: boolean;
    admission?: readonly AdmissionPlugin[];
  } = {},
) {
  const { hostName = HOST, ...options } = more;
  const clock = new FakeClock(START);
  const bootstrap = { ...TEST_BOOTSTRAP, hostName };
  const running = await startTestServer({
    dialect,
    clock,
    bootstrap,
    withNamespace: false,
    ...options,
  });
  await running.server.ready;
  const names = NAMES[dialect];
  const path = `/apis/${names.group("coordination")}/v1/namespaces/${names.namespaceSystem}/leases`;
  return {
    running,
    clock,
    path,
    client: running.client,
    /** Waits until the lease is there. */
    async told() {
      const isThere = async () => {
        const lease = `${path}/${LEASES[dialect]}`;
        for (;;) {
          const { status, json } = await running.client.get(lease);
          if (status === 200 && json.spec.holderIdentity !== BEFORE) return;
          await clock.advance(0);
        }
      };
      await passTimeUntil(clock, isThere(), 10);
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

for (const dialect of DIALECTS) {
  Deno.test(`a server of ${dialect} tells that it is there, and goes on telling it`, async () => {
    await using server = await start(dialect);
    await server.told();
    const { client, clock, path } = server;
    const names = NAMES[dialect];
    const { items: [lease, ...others] } = (await client.get(path)).json;
    assertEquals(others, []);
    assertEquals(lease.metadata.name, LEASES[dialect]);
    assertEquals(lease.metadata.labels, {
      [`apiserver.${names.domain}/identity`]: names.processApiServer,
      [names.labelHostName]: HOST,
    });
    const { holderIdentity, leaseDurationSeconds, renewTime } = lease.spec;
    assert(holderIdentity.startsWith(`${LEASES[dialect]}_`), holderIdentity);
    assertEquals([leaseDurationSeconds, renewTime.slice(0, 16)], [3600, "2026-01-05T00:00"]);
    const { text } = await client.get("/readyz?verbose");
    for (const hook of ["controller", "garbage-collector"]) {
      const name = `start-${names.processApiServer}-identity-lease-${hook}`;
      assert(text.includes(`[+]poststarthook/${name} ok`), text);
    }
    const watch = await client.watch(
      `${path}?watch=1&resourceVersion=${lease.metadata.resourceVersion}`,
    );
    const event = await passTimeUntil(clock, watch.next(), RENEWAL_INTERVAL_MS);
    assertEquals([event?.type, event?.object.spec.holderIdentity], ["MODIFIED", holderIdentity]);
    assert(event?.object.spec.renewTime > renewTime);
    // Whoever takes it away gets it back.
    await client.delete(`${path}/${LEASES[dialect]}`);
    const comes = async (type: string) => {
      while ((await passTimeUntil(clock, watch.next(), RENEWAL_INTERVAL_MS))?.type !== type);
    };
    await comes("DELETED");
    await comes("ADDED");
  });
}

Deno.test("a lease goes with its server, and one that stayed is not the next one's", async () => {
  const store = new MemoryStore();
  const left = async () => {
    const features = new Set<Feature>();
    await using server = await start("kubernetes", { store, keepStore: true, features });
    const { items } = (await server.client.get(server.path)).json;
    const stays = { metadata: { name: LEASES.kubernetes }, spec: { holderIdentity: BEFORE } };
    assertEquals((await server.client.post(server.path, stays)).status, 201);
    return items;
  };
  assertEquals(await left(), []);
  {
    await using server = await start("kubernetes", { store, keepStore: true });
    await server.told();
    const { items: [lease] } = (await server.client.get(server.path)).json;
    assert(lease.spec.holderIdentity !== BEFORE);
  }
  assertEquals(await left(), []);
});

Deno.test("leases of servers that ended without a word are taken away", async () => {
  await using server = await start();
  await server.told();
  const { client, clock, path } = server;
  const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver" };
  const spec = { leaseDurationSeconds: 3600, renewTime: "2026-01-05T00:30:00.000000Z" };
  const leases: [string, object, object][] = [
    ["ended", labels, { ...spec, renewTime: "2026-01-04T23:00:00.000000Z" }],
    ["says-nothing", labels, {}],
    ["is-there", labels, spec],
    ["of-others", {}, { ...spec, renewTime: "2026-01-04T23:00:00.000000Z" }],
  ];
  for (const [name, labels, spec] of leases) {
    assertEquals((await client.post(path, { metadata: { name, labels }, spec })).status, 201);
  }
  const names = async () =>
    (await client.get(path)).json.items.map((one: AnyObject) => one.metadata.name);
  const areGone = async () => {
    while ((await names()).length > 3) await clock.advance(COLLECTION_INTERVAL_MS / 100);
  };
  await areGone();
  assertEquals(await names(), [LEASES.kubernetes, "is-there", "of-others"]);
});

Deno.test("no lease tells of a server whose feature is off", async () => {
  await using server = await start("kubernetes", { features: new Set() });
  assertEquals((await server.client.get(server.path)).json.items, []);
  const { text } = await server.client.get("/readyz?verbose");
  assert(!text.includes("identity-lease"), text);
});

Deno.test("a machine whose name is no label has a lease all the same", async () => {
  await using server = await start("kubernetes", { hostName: "Ä".repeat(70) });
  let lease: AnyObject | undefined;
  const isThere = async () => {
    while (lease === undefined) {
      lease = (await server.client.get(server.path)).json.items[0];
      await server.clock.advance(0);
    }
  };
  await passTimeUntil(server.clock, isThere(), 10);
  assertEquals(lease?.metadata.labels, { "apiserver.kubernetes.io/identity": "kube-apiserver" });
});

Deno.test("a server is ready although nobody lets it tell that it is there, and tries again", async () => {
  let refuses = true;
  const guard: AdmissionPlugin = {
    about: ({ resource }) => resource === "leases",
    validate() {
      if (refuses) throw forbidden({ group: "", resource: "leases" }, "x", "not yet");
    },
  };
  await using server = await start("kubernetes", { admission: [guard] });
  const isReady = async () => {
    while ((await server.client.get("/readyz")).status !== 200) await server.clock.advance(0);
  };
  await passTimeUntil(server.clock, isReady(), 10);
  assertEquals((await server.client.get(server.path)).json.items, []);
  refuses = false;
  await server.told();
});
