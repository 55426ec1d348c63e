/** Writes that fail, servers that meet, and what those that died leave behind. */
import { deterministicRandom, errorsKept, startTestServer } from "../../testing/api_server.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import {
  ADDRESSES,
  createService,
  OWN,
  service,
  SERVICES,
  startServiceCluster,
  takenAddresses,
  takenPorts,
} from "../../testing/service_cluster.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Unavailable } from "../storage/errors.ts";
import { MemoryStore, type Store } from "../storage/mod.ts";
import { REPAIR_INTERVAL_MS } from "./repair.ts";

/** The store as a server has it some of whose commits go wrong. */
function failing(store: Store, fail: (keys: string[]) => Error | undefined): Store {
  return {
    ownRevision: undefined,
    revision: (options) => store.revision(options),
    get: (key, options) => store.get(key, options),
    range: (prefix, options) => store.range(prefix, options),
    commit(ops, options) {
      const error = fail(ops.map(({ key }) => key));
      return error === undefined ? store.commit(ops, options) : Promise.reject(error);
    },
    changes: (since, options) => store.changes(since, options),
    compact: (revision, options) => store.compact(revision, options),
    status: (options) => store.status(options),
    close: () => store.close(),
  };
}

Deno.test("a service that can't be written gives back what it took", async () => {
  let outcome: "nothing written" | "unknown" | undefined;
  const store = new MemoryStore();
  const faulty = failing(
    store,
    (keys) =>
      outcome !== undefined && keys.some((key) => key.includes("/services/"))
        ? new Unavailable("writing", outcome, "test")
        : undefined,
  );
  await using server = await startServiceCluster({ server: { store: faulty } });
  outcome = "nothing written";
  const answer = await server.client.post(SERVICES, service("a", { type: "NodePort" }));
  assertEquals(answer.status, 500);
  assertEquals([await takenAddresses(server), await takenPorts(server)], [OWN, []]);
  outcome = undefined;
  const before = await store.revision();
  const exists = await server.client.post(SERVICES, service("kubernetes", { type: "NodePort" }));
  assertEquals([exists.status, await store.revision()], [409, before]);
  assertEquals([await takenAddresses(server), await takenPorts(server)], [OWN, []]);
  // What may have been written keeps its address until it is known that it was not.
  outcome = "unknown";
  const named = { type: "NodePort", ports: [{ port: 80, nodePort: 30080 }] };
  assertEquals((await server.client.post(SERVICES, service("b", named))).status, 504);
  assertEquals(Object.values(await takenAddresses(server)).sort(), [
    "default/b",
    "default/kubernetes",
  ]);
  // Its port is nobody's, as it was not written.
  outcome = undefined;
  await createService(server, "c", named);
});

Deno.test("two servers that take ports and addresses at once take none twice", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const store = new MemoryStore();
    const { logger, errors } = errorsKept();
    // The same chance: they choose the same again and again.
    const of = () => ({
      ranges: ["10.0.0.0/25"],
      ports: [30000, 30119] as const,
      server: { store, keepStore: true, logger, random: deterministicRandom(seed) },
    });
    await using one = await startServiceCluster(of());
    await using two = await startServiceCluster(of());
    const made = await Promise.all(
      Array.from(
        { length: 110 },
        (_, number) =>
          createService(number % 2 === 0 ? one : two, `a-${number}`, { type: "NodePort" }),
      ),
    );
    assertEquals(new Set(made.map(({ spec }) => spec.clusterIP)).size, 110, `seed ${seed}`);
    assertEquals(new Set(made.map(({ spec }) => spec.ports[0].nodePort)).size, 110, `seed ${seed}`);
    await Promise.all(
      made.map(({ metadata }, number) =>
        (number % 2 === 0 ? two : one).client.delete(`${SERVICES}/${metadata.name}`)
      ),
    );
    assertEquals([await takenAddresses(one), await takenPorts(one)], [OWN, []], `seed ${seed}`);
    assertEquals(errors, []);
  }
});

Deno.test("what a server left behind is let go, after others had time to write what it is for", async () => {
  const store = new MemoryStore();
  let dies = false;
  const faulty = failing(
    store,
    (keys) =>
      dies &&
        keys.some((key) => key.includes("/services/") || key.includes("/ipaddresses/10.0.0.1"))
        ? new Unavailable("writing", "unknown", "test")
        : undefined,
  );
  {
    await using server = await startServiceCluster({ server: { store: faulty, keepStore: true } });
    await createService(server, "gone");
    dies = true;
    await server.client.post(SERVICES, service("never", { type: "NodePort" }));
    dies = false;
  }
  const clock = new FakeClock();
  await using server = await startServiceCluster({ server: { store, clock } });
  const left = await takenAddresses(server);
  assertEquals(Object.values(left).sort(), [
    "default/gone",
    "default/kubernetes",
    "default/never",
  ]);
  const [address] = Object.entries(left).find(([, owner]) => owner === "default/never")!;
  const watch = await server.client.watch(
    `${ADDRESSES}?watch=1&fieldSelector=metadata.name%3D${address}`,
  );
  await watch.take(1);
  const before = clock.monotonic();
  assertEquals((await passTimeUntil(clock, watch.take(1))).at(-1), `DELETED ${address}`);
  const took = clock.monotonic() - before;
  assert(took >= 110_000 && took <= 2 * REPAIR_INTERVAL_MS, `it took ${took} ms`);
});

Deno.test("what services have and nobody noted is taken for them", async () => {
  const store = new MemoryStore();
  {
    // One that hands out nothing, as before there was anything to hand out.
    await using old = await startTestServer({ store, keepStore: true });
    for (const [name, number] of [["a", 1], ["b", 2]] as const) {
      const spec = {
        type: "NodePort",
        clusterIP: `10.0.0.7${number}`,
        ports: [{ port: 80, nodePort: 30070 + number }],
      };
      assertEquals((await old.client.post(SERVICES, service(name, spec))).status, 201);
    }
    const copy = { clusterIP: "10.0.0.71" };
    assertEquals((await old.client.post(SERVICES, service("c", copy))).status, 201);
  }
  const clock = new FakeClock();
  await using server = await startServiceCluster({ server: { store, clock } });
  const watch = await server.client.watch(`${ADDRESSES}?watch=1`);
  await passTimeUntil(clock, watch.take(3));
  const events = "/api/v1/namespaces/default/events";
  const told = await server.client.watch(`${events}?watch=1`);
  await passTimeUntil(clock, told.take(5));
  await clock.advance(2 * REPAIR_INTERVAL_MS);
  const { items } = (await server.client.get(events)).json;
  assertEquals(
    items.map(({ involvedObject, reason, message }: AnyObject) =>
      `${involvedObject.name} ${reason}: ${message}`
    ).sort(),
    [
      "a ClusterIPNotAllocated: Cluster IP [IPv4]: 10.0.0.71 is not allocated; repairing",
      "a PortNotAllocated: Port 30071 is not allocated; repairing",
      "b ClusterIPNotAllocated: Cluster IP [IPv4]: 10.0.0.72 is not allocated; repairing",
      "b PortNotAllocated: Port 30072 is not allocated; repairing",
      "c ClusterIPAlreadyAllocated: Cluster IP [IPv4]: 10.0.0.71 was assigned to multiple " +
      "services; please recreate service",
    ],
  );
  assertEquals(await takenAddresses(server), {
    ...OWN,
    "10.0.0.71": "default/a",
    "10.0.0.72": "default/b",
  });
  assertEquals(await takenPorts(server), [30071, 30072]);
  const taken = await server.client.post(SERVICES, service("x", { clusterIP: "10.0.0.72" }));
  assertEquals(taken.status, 422);
  // One of the two goes: the address is the other's.
  await server.client.delete(`${SERVICES}/c`);
  assertEquals((await takenAddresses(server))["10.0.0.71"], "default/a");
});
