/** What the controllers of nodes count. */
import { createNodeIpamController } from "../../controllers/node_ipam.ts";
import { createNodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { createTaintEvictionController } from "../../controllers/taint_eviction.ts";
import { Node, Pod } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { counted, samples } from "./counted.ts";
import { type Fate, Mortal } from "./mortal.ts";
import { NodeLife } from "./node_life.ts";

const OTHERS = ["namespace"];
const NEVER: Fate = { how: "lost", at: Infinity };

Deno.test("the node life cycle counts nodes by their zones, and those that were given up", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  await using mortal = new Mortal(env, (parts) => createNodeLifecycleController(parts), NEVER);
  const life = new NodeLife(env.client, env.clock);
  const labels = { "topology.kubernetes.io/zone": "east" };
  for (const name of ["a", "b", "c", "silent"]) await life.node(name, { labels });
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 10) {
      await life.renew("a", "b", "c");
      await env.settle("10s");
    }
  };
  await pass(10);
  const EAST = '{zone=":\\x00:east"}';
  const byZone = () =>
    samples(mortal.metrics, "node_collector_").filter((line) => /zone=/.test(line));
  assertEquals(byZone().map((line) => line.replace(/\{zone="[^"]*east"\}/, EAST)), [
    `evictions_total${EAST} 0`,
    `unhealthy_nodes_in_zone${EAST} 0`,
    `zone_health${EAST} 100`,
    `zone_size${EAST} 4`,
  ], "nobody was given up, and that is shown");
  await pass(80);
  assertEquals(byZone().map((line) => line.replace(/\{zone="[^"]*east"\}/, EAST)), [
    `evictions_total${EAST} 1`,
    `unhealthy_nodes_in_zone${EAST} 1`,
    `zone_health${EAST} 75`,
    `zone_size${EAST} 4`,
  ]);
  const passes = counted(mortal.metrics, "node_collector_update_all_nodes_health_duration_seconds");
  const count = Number(passes[0]?.split(" ")[1]);
  assert(count >= 17 && count <= 20, `${count} passes in 90 s, one in five`);
});

Deno.test("blocks of addresses are counted as they are held and become free", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const { client } = env;
  const make = (name: string, podCIDR?: string) =>
    client.create(Node, {
      metadata: { name },
      spec: podCIDR === undefined ? {} : { podCIDR, podCIDRs: [podCIDR] },
    });
  await make("old", "10.1.0.0/24");
  await using mortal = new Mortal(
    env,
    (parts) =>
      createNodeIpamController(parts, {
        clusterRanges: ["10.1.0.0/21"],
        serviceRanges: ["10.1.2.0/24"],
      }),
    NEVER,
  );
  await mortal.settle("1s");
  const of = '{clusterCIDR="10.1.0.0/21"}';
  const shown = () => samples(mortal.metrics, "node_ipam_controller_");
  assertEquals(shown(), [
    `cidrset_allocation_tries_per_request_count${of} 0`,
    `cidrset_allocation_tries_per_request_sum${of} 0`,
    `cidrset_cidrs_allocations_total${of} 2`,
    `cidrset_cidrs_releases_total${of} 0`,
    `cidrset_usage_cidrs${of} 0.25`,
    `cirdset_max_cidrs${of} 8`,
  ], "the services' block, and that of the node that was there");
  for (const name of ["a", "b"]) {
    await make(name);
    await mortal.settle("1s");
  }
  await client.delete(Node, "a");
  await mortal.settle("1s");
  assertEquals(shown(), [
    `cidrset_allocation_tries_per_request_count${of} 2`,
    `cidrset_allocation_tries_per_request_sum${of} 2`,
    `cidrset_cidrs_allocations_total${of} 4`,
    `cidrset_cidrs_releases_total${of} 1`,
    `cidrset_usage_cidrs${of} 0.375`,
    `cirdset_max_cidrs${of} 8`,
  ], "two were passed over: the old node's, and the services'");
});

Deno.test("pods that a taint drives away are counted by how late that is", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  await using mortal = new Mortal(env, createTaintEvictionController, NEVER);
  const life = new NodeLife(env.client, env.clock);
  await life.node("n");
  for (const pod of ["p", "q"]) await life.pod(pod, "n");
  await life.taint("n", [{ key: "a", effect: "NoExecute" }]);
  await mortal.settle("10s");
  assertEquals(samples(mortal.metrics, "taint_eviction_controller_"), [
    "pod_deletion_duration_seconds_count 2",
    "pod_deletions_total 2",
  ]);
});

Deno.test("pods that somebody else has deleted meanwhile are not counted", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const { client } = env;
  const life = new NodeLife(client, env.clock);
  await life.node("n");
  await life.pod("p", "n");
  await using mortal = new Mortal(env, (parts) =>
    createTaintEvictionController({
      ...parts,
      client: new Proxy(parts.client, {
        get(target, name) {
          const value = Reflect.get(target, name, target);
          if (name !== "delete") return typeof value === "function" ? value.bind(target) : value;
          return async (...args: Parameters<typeof client.delete>) => {
            await client.delete(Pod, "p", { gracePeriod: 0 });
            return await target.delete(...args);
          };
        },
      }),
    }), NEVER);
  await life.taint("n", [{ key: "a", effect: "NoExecute" }]);
  await mortal.settle("10s");
  assertEquals(await client.find(Pod, "p"), undefined);
  assertEquals(samples(mortal.metrics, "taint_eviction_controller_"), [
    "pod_deletion_duration_seconds_count 0",
    "pod_deletions_total 0",
  ]);
});
