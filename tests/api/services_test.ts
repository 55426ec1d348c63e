/**
 * Services from real servers: under load from two of them at once, when one is killed, and made by a
 * stock kubectl. No address and no port is ever handed out twice.
 *
 * @module
 */

import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import { openStore } from "../../apiserver/storage/mod.ts";
import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { deterministicRandom, startTestServer } from "../../testing/api_server.ts";
import type { TestWatch } from "../../testing/api_watch.ts";
import { runs, testWith } from "../../testing/requirements.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock, systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Kubectl } from "./kubectl.ts";
import { Replicas, SHARED_STORES } from "./replicas.ts";
import { type ServerProcess, type Servers, withServers } from "./server_process.ts";
import { startSecureServer } from "./with_kubectl.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";
const RANGE = "10.96.0.0/20";
const PORTS = "/registry/servicenodeports/";

const COUNT = 1000;
const AT_ONCE = 32;

const service = (name: string, type = "NodePort") => ({
  kind: "Service",
  apiVersion: "v1",
  metadata: { name },
  spec: { type, selector: { app: name }, ports: [{ port: 80 }] },
});

/** Does `work` for each number below `count`, some at a time. */
async function forEach(count: number, work: (number: number) => Promise<void>): Promise<void> {
  const numbers = Array(count).keys();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const number of numbers) await work(number);
  }));
}

/** Throws unless each service has what no other one has, and all of it is noted; gives them. */
async function checkAll(client: ApiClient): Promise<AnyObject[]> {
  const [services, addresses] = await Promise.all([
    client.get("/api/v1/services"),
    client.get(ADDRESSES),
  ]);
  const { items } = services.json;
  const owners = new Map<string, string>(
    addresses.json.items.map(({ metadata, spec }: AnyObject) => [
      metadata.name,
      `${spec.parentRef.namespace}/${spec.parentRef.name}`,
    ]),
  );
  const ports = new Map<number, string>();
  for (const { metadata, spec } of items) {
    const name = `${metadata.namespace}/${metadata.name}`;
    for (const address of spec.clusterIPs ?? []) assertEquals(owners.get(address), name, address);
    for (const { nodePort } of spec.ports) {
      if (!nodePort) continue;
      assertEquals(ports.get(nodePort), undefined, `${nodePort} of ${name} is nobody else's`);
      ports.set(nodePort, name);
    }
  }
  return items;
}

for (const { name, needs, run } of SHARED_STORES) {
  testWith(needs, `two servers on one ${name} make ${COUNT} services at once`, async () => {
    await run(async (options) => {
      const args = [`--service-cluster-ip-range=${RANGE}`];
      await Replicas.run(2, { ...options, args }, async (replicas) => {
        await forEach(COUNT, async (number) => {
          const made = await replicas.client(number).post(SERVICES, service(`a-${number}`));
          assertEquals(made.status, 201, made.text);
        });
        assertEquals((await checkAll(replicas.client(0))).length, COUNT + 1);
        // What one took the other one lets go.
        await forEach(COUNT / 10, async (number) => {
          const gone = await replicas.client(number + 1).delete(`${SERVICES}/a-${number}`);
          assertEquals(gone.status, 200, gone.text);
        });
        const left = await checkAll(replicas.client(1));
        assertEquals(left.length, COUNT + 1 - COUNT / 10);
        const { items } = (await replicas.client(0).get(ADDRESSES)).json;
        assertEquals(items.length, left.length);
      });
    });
  });
}

const ROUNDS = runs(3);

/** Makes and deletes services until the server is gone; gives how many were acknowledged. */
async function writeUntilGone(client: ApiClient, round: number): Promise<number> {
  let count = 0;
  const lost = (error: unknown) => {
    if (!(error instanceof TypeError || error instanceof Deno.errors.Http)) throw error;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, async (_, writer) => {
    try {
      for (let number = 0;; number++) {
        const name = `r${round}-${writer}-${number}`;
        const { status, text } = await client.post(SERVICES, service(name));
        assertEquals(status, 201, text);
        count++;
        if (number % 3 === 0) await client.delete(`${SERVICES}/${name}`);
      }
    } catch (error) {
      lost(error);
    }
  }));
  return count;
}

/** Reads on until something of such a name is told of. */
async function takeUntil(watch: TestWatch, name: RegExp): Promise<void> {
  let found = false;
  while (!found) {
    [found = false] = await watch.take(1, ({ object }) => name.test(object.metadata.name));
  }
}

for (const { name, needs, run } of SHARED_STORES) {
  testWith(
    needs,
    `one of two servers on one ${name} is killed while both make services`,
    async () => {
      await run(async (options) => {
        const args = [`--service-cluster-ip-range=${RANGE}`];
        await Replicas.run(2, { ...options, args }, async (replicas) => {
          const [one, other] = [replicas.client(0), replicas.client(1)];
          const watch = await other.watch("/api/v1/services?watch=1");
          const writing = writeUntilGone(one, 0);
          const going = forEach(COUNT, async (number) => {
            const made = await other.post(SERVICES, service(`b-${number}`));
            assertEquals(made.status, 201, made.text);
          });
          // Each has its turn at the store, some hundreds of services long: of both there are some.
          await takeUntil(watch, /^b-/);
          await takeUntil(watch, /^r0-.*-[1-9]/);
          await replicas.kill(0);
          assert(await writing > 0);
          await going;
          await replicas.start();
          await checkAll(other);
          await checkAll(replicas.client(1));
        });
      });
    },
  );
}

async function killUnderLoad(servers: Servers, store: string, random: () => number) {
  const args = [`--service-cluster-ip-range=${RANGE}`];
  for (let round = 0; round < ROUNDS; round++) {
    const server: ServerProcess = await servers.start({ store, args });
    const client = servers.client(server.port, { http2: false });
    const names = (await checkAll(client)).map(({ metadata }) => metadata.name);
    // The last round's stay: there are not ports enough for those of many.
    const old = names.filter((name) => /^r\d/.test(name) && !name.startsWith(`r${round - 1}-`));
    await forEach(old.length, async (at) => {
      assertEquals((await client.delete(`${SERVICES}/${old[at]}`)).status, 200);
    });
    // Of what is there already it is not told.
    const { resourceVersion } = (await client.get("/api/v1/services")).json.metadata;
    const since = `watch=1&resourceVersion=${resourceVersion}`;
    const watch = await client.watch(`/api/v1/services?${since}`);
    const writing = writeUntilGone(client, round);
    // A good while under way, at no special moment.
    await watch.take(200 + Math.floor(random() * 200));
    await server.kill();
    assert(await writing > 0);
  }
  const server = await servers.start({ store, args });
  await checkAll(servers.client(server.port));
  assertEquals(await server.stop(), 0);
}

const bootstrap = { ...TEST_BOOTSTRAP, serviceRanges: [RANGE] };

Deno.test(`a server killed while it makes services hands out nothing twice, ${ROUNDS} times`, () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return withServers(async (servers) => {
    const file = `file:${servers.folder}/store.kv`;
    await killUnderLoad(servers, file, deterministicRandom(seed));
    // What was taken for services that were never written is let go in time.
    const clock = new FakeClock();
    const store = await openStore([file], {
      dialect: "kubernetes",
      prefix: "/registry",
      logger: silentLogger,
      // The test's time is the server's alone.
      clock: systemClock,
    });
    await using server = await startTestServer({ store, clock, bootstrap, withNamespace: false });
    await server.server.ready;
    const { client } = server;
    const leaked = async () => {
      const [services, addresses] = await Promise.all([
        client.get("/api/v1/services"),
        client.get(ADDRESSES),
      ]);
      const had = new Set(services.json.items.flatMap(({ spec }: AnyObject) => spec.clusterIPs));
      return addresses.json.items.filter(({ metadata }: AnyObject) => !had.has(metadata.name));
    };
    const left = await leaked();
    assert(left.length <= ROUNDS * AT_ONCE * 2, `${left.length} were under way`);
    if (left.length > 0) {
      const { resourceVersion } = (await client.get(ADDRESSES)).json.metadata;
      const watch = await client.watch(`${ADDRESSES}?watch=1&resourceVersion=${resourceVersion}`);
      const told = await passTimeUntil(clock, watch.take(left.length));
      assertEquals(
        told.sort(),
        left.map(({ metadata }: AnyObject) => `DELETED ${metadata.name}`).sort(),
      );
    }
    assertEquals(await leaked(), []);
    const items = await checkAll(client);
    const noted = (await store.range(PORTS)).items.map(({ key }) => Number(key.split("/").at(-1)));
    const ports = items.flatMap(({ spec }) =>
      spec.ports.flatMap(({ nodePort }: AnyObject) => nodePort ?? [])
    );
    assertEquals(new Set(noted), new Set(ports));
  }, `seed ${seed}`);
});

testWith(["kubectl"], "kubectl makes services of every type", async () => {
  await using server = await startSecureServer("kubernetes", { bootstrap });
  await server.server.ready;
  await using kubectl = await Kubectl.at(server);
  const row = async (name: string) =>
    (await kubectl.ok(`get service ${name} -o wide --no-headers`)).trim().split(/\s{2,}/);
  await kubectl.ok("create service clusterip web --tcp=80:8080 --tcp=443");
  const [, type, address, outside, ports] = await row("web");
  assertEquals([type, outside, ports], ["ClusterIP", "<none>", "80/TCP,443/TCP"]);
  assert(address?.startsWith("10.96."), address);

  await kubectl.ok("create service clusterip none --clusterip=None");
  assertEquals((await row("none")).slice(1, 5), ["ClusterIP", "None", "<none>", "<none>"]);

  await kubectl.ok("create service nodeport node --tcp=80 --node-port=30080");
  assertEquals((await row("node"))[4], "80:30080/TCP");
  const taken = await kubectl.fails("create service nodeport twice --tcp=80 --node-port=30080");
  assert(taken.includes("spec.ports[0].nodePort: Invalid value: 30080"), taken);
  assert(taken.includes("provided port is already allocated"), taken);

  await kubectl.ok("create service loadbalancer lb --tcp=80");
  assertEquals((await row("lb"))[3], "<pending>");
  await kubectl.ok("create service externalname ext --external-name=example.com");
  assertEquals((await row("ext")).slice(1, 5), [
    "ExternalName",
    "<none>",
    "example.com",
    "<none>",
  ]);

  await kubectl.ok("create deployment shop --image=nginx --port=8080");
  await kubectl.ok("expose deployment shop --port=80 --target-port=8080 --type=NodePort");
  const shop = JSON.parse(await kubectl.ok("get service shop -o json"));
  const [{ targetPort, nodePort }] = shop.spec.ports;
  assertEquals([targetPort, shop.spec.selector], [8080, { app: "shop" }]);
  assert(nodePort >= 30000 && nodePort <= 32767);
  assertEquals((await row("shop")).at(-1), "app=shop");
  const described = await kubectl.ok("describe service shop");
  for (const line of ["IP Family Policy: +SingleStack", "IP Families: +IPv4", "Type: +NodePort"]) {
    assert(new RegExp(line).test(described), described);
  }

  await kubectl.ok(`patch service shop -p '{"spec":{"type":"ClusterIP"}}'`);
  assertEquals((await row("shop"))[4], "80/TCP");
  shop.metadata = { name: "shop", namespace: "default" };
  delete shop.spec.clusterIP;
  delete shop.spec.clusterIPs;
  await kubectl.ok("replace -f -", JSON.stringify(shop));
  assertEquals((await row("shop"))[4], `80:${nodePort}/TCP`);

  const ranges = await kubectl.ok("get servicecidrs --no-headers");
  assert(/^kubernetes +10\.96\.0\.0\/20 /.test(ranges), ranges);
  const found = await kubectl.ok(`get ipaddress ${address} --no-headers`);
  assertEquals(found.trim().split(/ +/), [address, "services/default/web"]);
  await kubectl.ok("delete service web");
  const gone = await kubectl.fails(`get ipaddress ${address}`);
  assert(gone.includes("NotFound"), gone);
  const byType = await kubectl.ok("get services --field-selector=spec.type=ExternalName -o name");
  assertEquals(byType, "service/ext\n");
});
