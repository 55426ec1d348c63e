/** Services changed at random by two servers whose store fails at random: then all fits together. */
import { runs } from "../../testing/requirements.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { deterministicRandom, type TestServer } from "../../testing/api_server.ts";
import {
  ADDRESSES,
  service,
  SERVICES,
  startServiceCluster,
  takenPorts,
} from "../../testing/service_cluster.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Unavailable } from "../storage/errors.ts";
import { MemoryStore, type Store } from "../storage/mod.ts";
import { REPAIR_INTERVAL_MS } from "./repair.ts";

const [WORKERS, STEPS, NAMES] = [8, 60, 14];
const CLUSTER = { ranges: ["10.0.0.0/27", "fd00::/123"], ports: [30000, 30029] } as const;

/** The store with commits that fail, half of those of which nobody knows having been done. */
function unreliable(store: Store, random: () => number, share: () => number): Store {
  return {
    ownRevision: undefined,
    revision: (options) => store.revision(options),
    get: (key, options) => store.get(key, options),
    range: (prefix, options) => store.range(prefix, options),
    async commit(ops, options) {
      const chance = random();
      if (chance >= share()) return await store.commit(ops, options);
      if (chance < share() / 3) throw new Unavailable("writing", "nothing written", "test");
      if (chance < share() * 2 / 3) await store.commit(ops, options);
      throw new Unavailable("writing", "unknown", "test");
    },
    changes: (since, options) => store.changes(since, options),
    compact: (revision, options) => store.compact(revision, options),
    status: (options) => store.status(options),
    close: () => store.close(),
  };
}

const SPECS: readonly AnyObject[] = [
  { type: "ClusterIP" },
  { type: "ClusterIP", ipFamilyPolicy: "PreferDualStack" },
  { type: "ClusterIP", ipFamilyPolicy: "SingleStack" },
  { type: "NodePort" },
  { type: "NodePort", ports: [{ port: 80, nodePort: 30005 }] },
  { type: "NodePort", ports: [{ port: 80, name: "a" }, { port: 81, name: "b" }] },
  { type: "LoadBalancer", externalTrafficPolicy: "Local" },
  { type: "LoadBalancer", externalTrafficPolicy: "Cluster", allocateLoadBalancerNodePorts: false },
  { type: "ExternalName", externalName: "a.b" },
  { type: "ClusterIP", clusterIP: "10.0.0.9" },
];

/** One change; what comes of it is not looked at: it may be refused, or fail. */
async function change({ client }: TestServer, random: () => number): Promise<void> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const name = `s-${Math.floor(random() * NAMES)}`;
  const path = `${SERVICES}/${name}`;
  const spec = pick(SPECS);
  switch (Math.floor(random() * 5)) {
    case 0:
    case 1:
      return void await client.post(SERVICES, service(name, spec));
    case 2:
      return void await client.put(path, service(name, spec));
    case 3:
      return void await client.patch(path, "merge", { spec });
    default:
      return void await client.delete(path);
  }
}

/** Throws unless services have what is noted for them, and nothing else is noted. */
async function checkAll(server: TestServer): Promise<void> {
  const [services, objects] = await Promise.all([
    server.client.get("/api/v1/services"),
    server.client.get(ADDRESSES),
  ]);
  const noted = objects.json.items.map(({ metadata, spec }: AnyObject) =>
    `${metadata.name} ${spec.parentRef.name}`
  );
  const had: string[] = [];
  const ports: number[] = [];
  for (const { metadata, spec } of services.json.items) {
    for (const address of spec.clusterIPs ?? []) had.push(`${address} ${metadata.name}`);
    const own = new Set<number>(spec.ports.flatMap(({ nodePort }: AnyObject) => nodePort ?? []));
    if (spec.healthCheckNodePort) own.add(spec.healthCheckNodePort);
    ports.push(...own);
  }
  assertEquals(noted.sort(), had.sort());
  assertEquals((await takenPorts(server)).sort(), ports.sort());
}

for (let run = 0; run < runs(4); run++) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  Deno.test(`what services have is noted, whatever fails (run ${run})`, async () => {
    const note = `seed ${seed}`;
    const store = new MemoryStore();
    const random = deterministicRandom(seed);
    let share = 0;
    const faulty = unreliable(store, random, () => share);
    {
      const of = () =>
        startServiceCluster({
          ...CLUSTER,
          server: { store: faulty, keepStore: true, random: deterministicRandom(seed) },
        });
      await using one = await of();
      await using two = await of();
      share = 0.06;
      await Promise.all(Array.from({ length: WORKERS }, async (_, worker) => {
        for (let step = 0; step < STEPS; step++) {
          await change(worker % 2 === 0 ? one : two, random);
        }
      }));
      share = 0;
    }
    const clock = new FakeClock();
    await using server = await startServiceCluster({ ...CLUSTER, server: { store, clock } });
    const { items } = (await server.client.get("/api/v1/services")).json;
    assert(items.length > 4, `${note}: ${items.length} services`);
    for (let look = 0; look < 3; look++) {
      await clock.advance(REPAIR_INTERVAL_MS);
      // What repairs write is written in real time.
      for (let turn = 0; turn < 20; turn++) await server.client.get(ADDRESSES);
    }
    try {
      await checkAll(server);
    } catch (error) {
      throw new Error(`${note}: ${(error as Error).message}`, { cause: error });
    }
  });
}
