/** What is shown of addresses and ports that services of a whole server get. */
import {
  createService,
  RANGES,
  service,
  SERVICES,
  startServiceCluster,
} from "../../testing/service_cluster.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { eventually } from "../../testing/eventually.ts";
import { metricValue, metricValues } from "../../testing/metric_samples.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

const ADDRESSES = "kube_apiserver_clusterip_allocator";
const PORTS = "kube_apiserver_nodeport_allocator";
const V4 = 'cidr="10.0.0.0/24"';

async function openCluster(ranges?: readonly string[]) {
  const metrics = new Registry();
  const clock = new FakeClock();
  const server = await startServiceCluster({
    ...(ranges && { ranges }),
    ports: [30000, 30009],
    server: { metrics, clock },
  });
  const values = (name: string) => metricValues(metrics, name);
  return {
    metrics,
    clock,
    server,
    values,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

Deno.test("addresses and ports that are taken are shown, and counted by who chose them", async () => {
  await using it = await openCluster();
  const { server, metrics, values } = it;
  await createService(server, "a");
  await createService(server, "b", { clusterIP: "10.0.0.9" });
  await createService(server, "c", {
    type: "NodePort",
    ports: [{ name: "p", port: 80, nodePort: 30001 }, { name: "q", port: 81 }],
  });
  await server.client.get(SERVICES);
  // The server's own service is one of four.
  assertEquals(values(`${ADDRESSES}_allocated_ips`), { [V4]: 4 });
  assertEquals(values(`${ADDRESSES}_available_ips`), { [V4]: 250 });
  assertEquals(values(`${ADDRESSES}_allocation_total`), {
    [`${V4},scope="static"`]: 2,
    [`${V4},scope="dynamic"`]: 2,
  });
  assertEquals(values(`${ADDRESSES}_allocation_duration_seconds_count`), { [V4]: 4 });
  assertEquals(values(`${PORTS}_allocation_total`), { 'scope="static"': 1, 'scope="dynamic"': 1 });
  const filling = () => [
    metricValue(metrics, `${PORTS}_allocated_ports`),
    metricValue(metrics, `${PORTS}_available_ports`),
  ];
  assertEquals(filling(), [2, 8]);
  assertEquals(values(`${ADDRESSES}_allocation_errors_total`), {});
  assertEquals((await server.client.delete(`${SERVICES}/c`)).status, 200);
  await server.client.get(SERVICES);
  assertEquals(filling(), [0, 10]);
  assertEquals(values(`${ADDRESSES}_allocated_ips`), { [V4]: 3 });
});

/** What a service asks for that can't be had, and what is counted of it. */
const REFUSED: readonly [
  name: string,
  spec: AnyObject,
  addresses: Record<string, number>,
  ports: Record<string, number>,
][] = [
  [
    "an address that another one has",
    { clusterIP: "10.0.0.1" },
    { [`${V4},scope="static"`]: 1 },
    {},
  ],
  ["the range's own address", { clusterIP: "10.0.0.0" }, { [`${V4},scope="static"`]: 1 }, {}],
  ["an address of no range", { clusterIP: "10.9.0.1" }, {}, {}],
  ["a port out of range", { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] }, {}, {
    'scope="static"': 1,
  }],
  [
    "more ports than there are",
    {
      type: "NodePort",
      ports: Array.from({ length: 11 }, (_, at) => ({ name: `p${at}`, port: at + 1 })),
    },
    {},
    { 'scope="dynamic"': 1 },
  ],
];

for (const [name, spec, addresses, ports] of REFUSED) {
  Deno.test(`a service that asks for ${name} is counted as an error, and not in a dry run`, async () => {
    await using it = await openCluster();
    const { client } = it.server;
    for (const [query, times] of [["?dryRun=All", 0], ["", 1]] as const) {
      const { status } = await client.post(`${SERVICES}${query}`, service("x", spec));
      assertEquals(status >= 400, true, String(status));
      const expected = (errors: Record<string, number>) => times === 0 ? {} : errors;
      assertEquals(it.values(`${ADDRESSES}_allocation_errors_total`), expected(addresses));
      assertEquals(it.values(`${PORTS}_allocation_errors_total`), expected(ports));
    }
  });
}

Deno.test("a full range is counted as an error of whoever wants any address of it", async () => {
  await using it = await openCluster(["10.0.0.0/30"]);
  await createService(it.server, "a");
  const { status } = await it.server.client.post(SERVICES, service("b"));
  assertEquals(status >= 400, true);
  const range = 'cidr="10.0.0.0/30"';
  assertEquals(it.values(`${ADDRESSES}_allocation_errors_total`), {
    [`${range},scope="dynamic"`]: 1,
  });
  assertEquals(it.values(`${ADDRESSES}_available_ips`), { [range]: 0 });
});

Deno.test("a range that is gone is no longer shown", async () => {
  await using it = await openCluster();
  const { client } = it.server;
  const more = 'cidr="10.1.0.0/24"';
  const { status } = await client.post(RANGES, {
    metadata: { name: "more" },
    spec: { cidrs: ["10.1.0.0/24"] },
  });
  assertEquals(status, 201);
  await createService(it.server, "a", { clusterIP: "10.1.0.5" });
  await client.get(SERVICES);
  assertEquals(it.values(`${ADDRESSES}_allocated_ips`)[more], 1);
  assertEquals(it.values(`${ADDRESSES}_allocation_total`)[`${more},scope="static"`], 1);
  await client.delete(`${SERVICES}/a`);
  await client.delete(`${RANGES}/more`);
  await eventually("the range to be gone", async () => {
    await it.clock.advance(1000);
    return (await client.get(`${RANGES}/more`)).status === 404;
  });
  assertEquals(Object.keys(it.values(`${ADDRESSES}_allocated_ips`)), [V4]);
  assertEquals(it.values(`${ADDRESSES}_allocation_total`)[`${more},scope="static"`], undefined);
});
