import { eventually } from "../../testing/eventually.ts";
import { metricValues } from "../../testing/metric_samples.ts";
import type { Service } from "../../toolkit/api/core_v1.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { openBuiltin } from "../kinds/builtin.ts";
import { CacheFeed } from "../storage/cache/mod.ts";
import { MemoryStore, storageEncoding } from "../storage/mod.ts";
import { AllocationMetrics } from "./allocation_metrics.ts";
import { addressObject } from "./address_object.ts";
import { NodePorts } from "./node_ports.ts";
import { Repair } from "./repair.ts";
import type { Complaint } from "./repair_events.ts";
import { ServiceAddresses } from "./service_addresses.ts";
import { ServiceRanges } from "./service_ranges.ts";

const GRACE_MS = 120_000;
const BROKEN = new TextEncoder().encode("?");
const TIME = "2026-01-01T00:00:00Z";

/** What repairs work on, without a server. */
async function open() {
  const clock = new FakeClock();
  const store = new MemoryStore();
  const feed = await CacheFeed.start({ store, clock, logger: silentLogger });
  const schema = schemaOf("kubernetes");
  const names = NAMES.kubernetes;
  const served = ["services", "ipaddresses", "servicecidrs"];
  const source = await openBuiltin({
    dialect: "kubernetes",
    encoding: storageEncoding(names.protobufMediaType, schema.kind.bind(schema)),
    storePrefix: "/registry",
    isServed: ({ resource }) => served.includes(resource),
    storeFor: () => ({ store, feed }),
    windowFor: () => undefined,
  });
  const services = source.find("", "v1", "services")!.storage!;
  const networking = (resource: string) =>
    source.find(names.group("networking"), "v1", resource)!.storage!;
  const ranges = new ServiceRanges(networking("servicecidrs"));
  await ranges.storage.create(ranges.storage.key("", "all"), {
    kind: "ServiceCIDR",
    apiVersion: "networking.k8s.io/v1",
    metadata: { name: "all" },
    spec: { cidrs: ["10.0.0.0/24"] },
  });
  const storage = networking("ipaddresses");
  const metrics = new Registry();
  const measures = new AllocationMetrics(metrics, names);
  const own = { names, clock, measures, uid: () => crypto.randomUUID(), random: Math.random };
  const addresses = new ServiceAddresses({ storage, ranges, logger: silentLogger, ...own });
  const range = { first: 30000, last: 30099 };
  const ports = await NodePorts.open({
    feed,
    storePrefix: "/registry",
    range,
    random: Math.random,
  });
  const told: string[] = [];
  const repair = new Repair({
    services,
    store,
    addresses,
    ports,
    names,
    clock,
    measures,
    logger: {
      ...silentLogger,
      warning: (what, more) => void told.push(String((more as Partial<Complaint>).reason ?? what)),
    },
    graceMs: GRACE_MS,
    holdingsOf: ({ spec }: Service) => ({
      addresses: spec?.clusterIPs ?? [],
      ports: spec?.ports?.flatMap(({ nodePort }) => nodePort ?? []) ?? [],
    }),
  });
  const owner = (name: string) => ({ namespace: "ns", name });
  const signal = new AbortController().signal;
  return {
    clock,
    repair,
    failures: () => metricValues(metrics, "apiserver_nodeport_repair_reconcile_errors_total"),
    /** What was wrong with ports, and how often. */
    portProblems: () => metricValues(metrics, "apiserver_nodeport_repair_port_errors_total"),
    store,
    services,
    told,
    /** Writes a service with what it has, and takes none of it. */
    service: (name: string, address: string, ...numbers: number[]) =>
      services.create(services.key("ns", name), {
        kind: "Service",
        apiVersion: "v1",
        metadata: { name, namespace: "ns" },
        spec: {
          clusterIPs: [address],
          ports: numbers.map((nodePort) => ({ port: nodePort, nodePort })),
        },
      }),
    address: (address: string, name: string, labels?: Record<string, string>) => {
      const object = addressObject({ address, owner: owner(name), uid: "u", time: TIME }, names);
      if (labels !== undefined) Object.assign(object.metadata as object, { labels });
      return storage.create(storage.key("", address), object);
    },
    port: (port: number, name: string) => store.commit([ports.taking(port, owner(name))]),
    async look() {
      await services.waitUntilFresh(signal);
      await repair.look(signal);
      await services.waitUntilFresh(signal);
      return {
        addresses: Object.fromEntries(
          storage.cache.joined().entries.map((entry) => [
            addresses.nameOf(entry),
            JSON.parse(new TextDecoder().decode(entry.json)).spec.parentRef.name,
          ]),
        ),
        ports: Object.fromEntries(
          [...await ports.taken()].map(([port, { json }]) => [
            port,
            JSON.parse(new TextDecoder().decode(json)).name,
          ]),
        ),
      };
    },
    async [Symbol.asyncDispose]() {
      await feed.close();
      await store.close();
    },
  };
}

Deno.test("Repair leaves alone what fits together", async () => {
  await using it = await open();
  await it.service("a", "10.0.0.9", 30001);
  await it.address("10.0.0.9", "a");
  await it.port(30001, "a");
  for (let count = 0; count < 3; count++) {
    assertEquals(await it.look(), { addresses: { "10.0.0.9": "a" }, ports: { 30001: "a" } });
    await it.clock.advance(GRACE_MS);
  }
  assertEquals([it.told, it.portProblems()], [[], {}]);
});

Deno.test("Repair takes what a service has and nobody noted", async () => {
  await using it = await open();
  await it.service("a", "10.0.0.9", 30001, 30002);
  assertEquals(await it.look(), {
    addresses: { "10.0.0.9": "a" },
    ports: { 30001: "a", 30002: "a" },
  });
  assertEquals(it.told.length, 3);
  assertEquals(it.portProblems(), { 'type="repair"': 2 });
  await it.look();
  assertEquals(it.told.length, 3, "then it fits");
});

Deno.test("Repair lets an address go that no service has, after its time and not before", async () => {
  await using it = await open();
  await it.address("10.0.0.9", "a");
  for (let count = 0; count < 4; count++) {
    assertEquals((await it.look()).addresses, { "10.0.0.9": "a" });
    await it.clock.advance(GRACE_MS / 4 - 1);
  }
  await it.look();
  await it.clock.advance(4);
  assertEquals((await it.look()).addresses, {});
});

Deno.test("Repair leaves an address whose service comes in its time", async () => {
  await using it = await open();
  await it.address("10.0.0.9", "a");
  await it.look();
  await it.clock.advance(GRACE_MS - 1);
  await it.service("a", "10.0.0.9");
  await it.look();
  await it.clock.advance(GRACE_MS);
  assertEquals((await it.look()).addresses, { "10.0.0.9": "a" });
  assertEquals(it.told, []);
});

Deno.test("Repair gives an address that waits for a service to the one that has it, in time", async () => {
  await using it = await open();
  await it.address("10.0.0.9", "to-come");
  await it.service("a", "10.0.0.9");
  assertEquals((await it.look()).addresses, { "10.0.0.9": "to-come" });
  assertEquals(it.told, []);
  await it.clock.advance(GRACE_MS);
  assertEquals((await it.look()).addresses, {});
  assertEquals((await it.look()).addresses, { "10.0.0.9": "a" });
});

Deno.test("Repair tells of what two services have, and leaves it to the one that is noted", async () => {
  await using it = await open();
  await it.service("a", "10.0.0.9", 30001);
  await it.service("b", "10.0.0.9", 30001);
  await it.address("10.0.0.9", "b");
  await it.port(30001, "b");
  const found = { addresses: { "10.0.0.9": "b" }, ports: { 30001: "b" } };
  assertEquals(await it.look(), found);
  assertEquals(it.portProblems(), { 'type="duplicate"': 1 });
  await it.clock.advance(GRACE_MS);
  assertEquals(await it.look(), found);
  assertEquals([...new Set(it.told)], ["ClusterIPAlreadyAllocated", "PortAlreadyAllocated"]);
});

Deno.test("Repair lets a port go that its service has not, and gives it to one that has", async () => {
  await using it = await open();
  await it.service("a", "10.0.0.9", 30002);
  await it.address("10.0.0.9", "a");
  await it.port(30001, "a");
  await it.port(30002, "gone");
  assertEquals((await it.look()).ports, { 30002: "a" });
  assertEquals(it.portProblems(), { 'type="leak"': 1, 'type="repair"': 1 });
});

Deno.test("Repair lets nothing go while there is a service that can't be read", async () => {
  await using it = await open();
  await it.address("10.0.0.9", "a");
  await it.port(30001, "a");
  await it.store.commit([{ type: "put", key: it.services.key("ns", "a"), value: BROKEN }]);
  await it.look();
  await it.clock.advance(GRACE_MS);
  assertEquals(await it.look(), { addresses: { "10.0.0.9": "a" }, ports: { 30001: "a" } });
  await it.store.commit([{ type: "delete", key: it.services.key("ns", "a") }]);
  assertEquals((await it.look()).ports, {});
});

Deno.test("Repair tells of what is in no range, and does not touch what others took", async () => {
  await using it = await open();
  await it.service("a", "10.9.0.9", 80);
  await it.address("10.0.0.8", "somebody", { mine: "1" });
  assertEquals(await it.look(), {
    addresses: { "10.0.0.8": "somebody", "10.9.0.9": "a" },
    ports: { 80: "a" },
  });
  assertEquals(it.told.slice(0, 4), [
    "ClusterIPOutOfRange",
    "ClusterIPNotAllocated",
    "PortOutOfRange",
    "PortNotAllocated",
  ]);
  assertEquals(it.portProblems(), { 'type="outOfRange"': 1, 'type="repair"': 1 });
  await it.clock.advance(GRACE_MS);
  assertEquals((await it.look()).addresses["10.0.0.8"], "somebody");
});

Deno.test("Repair counts the times that it could not look", async () => {
  await using it = await open();
  assertEquals(it.failures(), { "": 0 });
  await it.service("a", "10.0.0.9", 30001);
  await it.services.waitUntilFresh(new AbortController().signal);
  const { commit } = it.store;
  it.store.commit = () => Promise.reject(new Error("the store is away"));
  const stop = new AbortController();
  const running = it.repair.run({ signal: stop.signal, started() {} });
  await eventually("a failure", () => it.failures()[""] === 1);
  it.store.commit = commit;
  stop.abort();
  await running;
});
