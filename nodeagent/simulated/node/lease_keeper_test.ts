import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { testEnv } from "../../../testing.ts";
import { Lease, Node, silentLogger } from "../../../toolkit/mod.ts";
import { settingsOf } from "../options.ts";
import { groupTimes, keepLeases } from "./lease_keeper.ts";
import { SimulatedNodeTable } from "./nodes.ts";

Deno.test("keepLeases() makes no lease before its node is there, whom it goes with", async () => {
  await using env = await testEnv({ now: "2026-02-03T04:05:06Z" });
  const { client, clock } = env;
  const settings = settingsOf({ count: 1 });
  const nodes = new SimulatedNodeTable(settings);
  const stop = new AbortController();
  const over = keepLeases(
    { client, nodes, settings, clock, logger: silentLogger, random: () => 0.5 },
    stop.signal,
  );
  const place = { namespace: client.names.namespaceNodeLeases, name: "node-1" };
  await env.settle("1s");
  assertEquals(await client.find(Lease, place), undefined);
  const { metadata: { uid } } = await client.create(Node, { metadata: { name: "node-1" } });
  await env.settle("10s");
  const { metadata: { ownerReferences } } = await client.get(Lease, place);
  assertEquals(ownerReferences, [{ apiVersion: "v1", kind: "Node", name: "node-1", uid }]);
  stop.abort();
  await over;
});

Deno.test("groupTimes() has members of a group go together, and spreads the groups", () => {
  const untilNext = groupTimes(10_000, 10, 4);
  const turns = Array.from({ length: 10 }, (_, index) => Math.round(untilNext(index, 0)) % 10_000);
  assertEquals(turns, [...Array(4).fill(0), ...Array(4).fill(3_333), 6_667, 6_667]);
});

Deno.test("groupTimes() keeps the time of a group, however late its members were", () => {
  const untilNext = groupTimes(10_000, 8, 4);
  for (const [index, late] of [[0, 0], [1, 3], [2, 2_400], [3, -0.5]] as const) {
    assertEquals(30_000 + late + untilNext(index, 30_000 + late), 40_000, `late by ${late} ms`);
  }
});

Deno.test("groupTimes() lets nobody wait for more than a period", () => {
  fc.assert(
    fc.property(
      fc.nat(5_000).map((count) => count + 1),
      fc.nat(5_000),
      fc.integer({ min: 1, max: 64 }),
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      (members, index, groupSize, now) => {
        const untilMs = groupTimes(10_000, members, groupSize)(index % members, now);
        assert(untilMs > 0 && untilMs <= 10_002, String(untilMs));
      },
    ),
  );
});
