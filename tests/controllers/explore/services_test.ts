/** What leads to pods, under schedules of faults: endpoints, their slices, copies of them, and ranges of addresses. */
import {
  type Client,
  coreV1,
  EndpointSlice,
  Pod,
  ReplicaSet,
  Service,
  ServiceCIDR,
} from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { isActive } from "./witness.ts";

const { Endpoints } = coreV1;
const labels = { app: "web" };
const BESIDE = ["replicaset", "garbagecollector"];

async function makeService(client: Client, name: string, selector?: Record<string, string>) {
  await client.create(Service, {
    metadata: { name },
    spec: { ports: [{ port: 80 }], clusterIP: "None", ...(selector && { selector }) },
  });
}

/** Pods come and go behind two services, one of which goes. */
async function serve({ client, settle }: Pick<TestEnv, "client" | "settle">): Promise<void> {
  await makeService(client, "web", labels);
  await makeService(client, "other", labels);
  await client.create(ReplicaSet, {
    metadata: { name: "web" },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  await settle("10s");
  const [first] = (await client.list(Pod)).items.filter(isActive);
  await client.delete(Pod, first!.metadata.name);
  await client.delete(Service, "other");
  await settle("10m");
  await client.patch(ReplicaSet, "web", { spec: { replicas: 2 } });
  await settle("10m");
}

/** The addresses that lead to a service are those of its pods, each once. */
async function assertLeads(client: Client, found: readonly (string | undefined)[]): Promise<void> {
  const pods = (await client.list(Pod)).items.map(({ status }) => status?.podIP);
  if (found.toSorted().join() === pods.toSorted().join()) return;
  throw new Error(`${found} leads to the service, its pods are at ${pods}`);
}

const bound = (env: TestEnv) => ({
  client: env.client,
  settle: (within?: Parameters<TestEnv["settle"]>[0]) => env.settle(within),
});

testExplored("slices have the addresses of a service's pods, each once", {
  on: ["endpointslice"],
  isLong: true,
  beside: BESIDE,
  nodes: 1,
  async scenario(env) {
    await serve(bound(env));
    const { items } = await env.client.list(EndpointSlice);
    const addresses = items.flatMap(({ endpoints }) => endpoints ?? []).flatMap((one) =>
      one.addresses
    );
    await assertLeads(env.client, addresses);
    return items.map(({ metadata, addressType, ports, endpoints }) => [
      metadata.labels,
      metadata.ownerReferences?.map(({ name }) => name),
      [addressType, ports],
      endpoints?.map(({ conditions }) => conditions),
    ]);
  },
});

testExplored("endpoints have the addresses of a service's pods, each once", {
  on: ["endpoint"],
  beside: BESIDE,
  nodes: 1,
  async scenario(env) {
    await serve(bound(env));
    const { items } = await env.client.list(Endpoints);
    const addresses = items.flatMap(({ subsets }) => subsets ?? []).flatMap((one) =>
      (one.addresses ?? []).map(({ ip }) => ip)
    );
    await assertLeads(env.client, addresses);
    return items.map(({ metadata, subsets }) => [
      metadata.name,
      metadata.labels,
      subsets?.map(({ ports, addresses }) => [ports, addresses?.length]),
    ]);
  },
});

testExplored("a service that is made anew has slices of its own", {
  on: ["endpointslice", "endpoint", "garbagecollector"],
  isLong: true,
  groups: ["core", "discovery.k8s.io", "apps"],
  beside: ["replicaset"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await client.create(ReplicaSet, {
      metadata: { name: "web" },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    });
    for (let times = 0; times < 3; times++) {
      await makeService(client, "web", labels);
      await env.settle("2s");
      if (times === 1) await client.patch(ReplicaSet, "web", { spec: { replicas: 3 } });
      if (times < 2) await client.delete(Service, "web");
    }
    await env.settle("20m");
    const { metadata: { uid } } = await client.get(Service, "web");
    const slices = (await client.list(EndpointSlice)).items;
    const { items } = await client.list(Endpoints);
    return [
      slices.map(({ metadata, endpoints }) => [
        metadata.ownerReferences?.[0]?.uid === uid,
        endpoints?.length,
      ]),
      items.map(({ metadata, subsets }) => [metadata.name, subsets?.[0]?.addresses?.length]),
    ];
  },
});

testExplored("endpoints of one's own are copied into slices, each once", {
  on: ["endpointslicemirroring"],
  beside: ["garbagecollector"],
  async scenario(env) {
    const { client } = env;
    const subset = (...ips: string[]) => ({
      addresses: ips.map((ip) => ({ ip })),
      ports: [{ name: "p", port: 80 }],
    });
    for (const name of ["kept", "gone"]) {
      await makeService(client, name);
      await client.create(Endpoints, {
        metadata: { name },
        subsets: [subset("10.9.0.1", "10.9.0.2")],
      });
    }
    await env.settle("10s");
    await client.patch(Endpoints, "kept", {
      subsets: [subset("10.9.0.2", "10.9.0.3"), { ...subset("10.9.0.4"), ports: [{ port: 81 }] }],
    });
    await client.delete(Endpoints, "gone");
    await env.settle("10m");
    return await endState(client, [EndpointSlice]);
  },
});

testExplored("a range of addresses goes when the last service has left it", {
  on: ["service-cidr"],
  async scenario(env) {
    const { client } = env;
    for (const [name, cidr] of [["used", "10.99.0.0/24"], ["free", "10.98.0.0/24"]] as const) {
      await client.create(ServiceCIDR, { metadata: { name }, spec: { cidrs: [cidr] } });
    }
    await env.settle("10m");
    await client.create(Service, {
      metadata: { name: "web" },
      spec: { clusterIP: "10.99.0.7", ports: [{ port: 80 }] },
    });
    await client.delete(ServiceCIDR, "used");
    await client.delete(ServiceCIDR, "free");
    await env.settle("10m");
    const between = await endState(client, [ServiceCIDR]);
    await client.delete(Service, "web");
    await env.settle("10m");
    return [between, await endState(client, [ServiceCIDR])];
  },
});
