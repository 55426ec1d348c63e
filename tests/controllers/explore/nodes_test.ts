/** Controllers of nodes, and of pods on them, under schedules of faults. */
import { Node, Pod } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";
import { NodeLife } from "../node_life.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { witness } from "./witness.ts";

/** Lets time pass in which the agents of some nodes renew their leases, and say now and then that all is well. */
async function pass(env: TestEnv, life: NodeLife, minutes: number, alive: readonly string[]) {
  for (let left = 4 * minutes; left > 0; left--) {
    await life.renew(...alive);
    if (left % 4 === 0) {
      for (const name of alive) {
        await life.say(name, { Ready: "True", ...PRESSURES });
        await life.sayPod(`on-${name}`, true);
      }
    }
    await env.settle("15s");
  }
}

const PRESSURES = { MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" } as const;

testExplored("nodes are told how long to keep what they read", {
  on: ["ttl"],
  async scenario(env) {
    const { client } = env;
    for (let index = 0; index < 4; index++) {
      await client.create(Node, { metadata: { name: `n${index}` } });
    }
    await env.settle("10m");
    return await endState(client, [Node]);
  },
});

testExplored("each node has a block of addresses of its own", {
  on: ["nodeipam"],
  async scenario(env) {
    const { client } = env;
    const blocks = new Map<string, string>();
    await using seen = await witness(client, Node, (nodes) => {
      const taken = nodes.map(({ spec }) => spec?.podCIDR).filter((one) => one !== undefined);
      const twice = taken.find((one, at) => taken.indexOf(one) < at);
      if (twice !== undefined) return `two nodes have ${twice}`;
      for (const { metadata: { uid, name }, spec } of nodes) {
        const known = blocks.get(uid);
        if (known !== undefined && known !== spec?.podCIDR) return `${name} had ${known} before`;
        if (spec?.podCIDR !== undefined) blocks.set(uid, spec.podCIDR);
      }
      return false;
    });
    for (const name of ["a", "b", "c"]) await client.create(Node, { metadata: { name } });
    await env.settle("10s");
    await client.delete(Node, "b");
    for (const name of ["b", "d"]) await client.create(Node, { metadata: { name } });
    await env.settle("10m");
    seen.check();
    return (await client.list(Node)).items.map(({ metadata: { name }, spec }) => [
      name,
      spec?.podCIDRs?.length,
      // What was given back is free again: five blocks are all that were ever in use.
      spec?.podCIDR !== undefined,
    ]);
  },
});

testExplored("of a node that says nothing any more nothing is known, and it is back when it is", {
  on: ["nodelifecycle"],
  isLong: true,
  async scenario(env) {
    const { client } = env;
    const life = new NodeLife(client, env.clock);
    for (const name of ["alive", "silent", "third"]) {
      await life.node(name);
      await life.pod(`on-${name}`, name);
    }
    await using seen = await witness(client, Node, (nodes) => {
      const alive = nodes.find(({ metadata }) => metadata.name === "alive");
      const tainted = (alive?.spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
      return tainted.length > 0 && "the node that is alive is tainted";
    });
    // All that is there is known when it happens: what an agent said before, and comes later, is believed.
    await pass(env, life, 4, ["alive", "silent", "third"]);
    await pass(env, life, 8, ["alive", "third"]);
    // Where leases come late all nodes seem silent, until they come.
    for (let minutes = 0; minutes < 20; minutes += 4) {
      await pass(env, life, 4, ["alive", "silent", "third"]);
      const { items: nodes } = await client.list(Node);
      const { items: pods } = await client.list(Pod);
      const areWell = nodes.every(({ spec, status }) =>
        (spec?.taints ?? []).length === 0 &&
        (status?.conditions ?? []).every((one) => one.status !== "Unknown")
      ) && pods.every(({ status }) => status?.conditions?.every((one) => one.status === "True"));
      if (areWell) break;
    }
    seen.check();
    return await endState(client, [Node, Pod]);
  },
});

testExplored("pods leave a tainted node when their time is over, and no others do", {
  on: ["taint-eviction"],
  isLong: true,
  async scenario(env) {
    const { client } = env;
    const life = new NodeLife(client, env.clock);
    await life.node("n");
    await life.node("other");
    const bears = (seconds?: number) => ({
      key: "a",
      operator: "Exists" as const,
      effect: "NoExecute" as const,
      ...(seconds !== undefined && { tolerationSeconds: seconds }),
    });
    await life.pod("goes", "n");
    await life.pod("waits", "n", { tolerations: [bears(1200)] });
    await life.pod("called-back", "n", { tolerations: [bears(7200)] });
    await life.pod("stays", "n", { tolerations: [bears()] });
    await life.pod("elsewhere", "other");
    await using seen = await witness(client, Pod, (pods) => {
      const left = ["called-back", "stays", "elsewhere"].filter((name) =>
        !pods.some(({ metadata }) =>
          metadata.name === name && metadata.deletionTimestamp === undefined
        )
      );
      return left.length > 0 && `${left} was evicted`;
    });
    await env.settle("10s");
    await life.taint("n", [{ key: "a", effect: "NoExecute" }]);
    await env.settle("19m");
    const early = await life.left();
    // A controller that starts anew counts from then on: killed four times it still is in time, and not for the other.
    await env.settle("99m");
    await life.taint("n", []);
    await env.settle("10m");
    // Its time has been called back: it would be over by now.
    await env.settle("3h");
    seen.check();
    return [early, await life.left()];
  },
});

testExplored("pods go that are over, or on nodes that are gone", {
  on: ["podgc"],
  async scenario(env) {
    const { client } = env;
    const life = new NodeLife(client, env.clock);
    await life.node("n");
    await life.pod("runs", "n");
    await life.pod("lost", "gone");
    await client.create(Pod, {
      metadata: { name: "waits" },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
    await client.create(Pod, {
      metadata: { name: "was-never-placed", finalizers: ["example.com/held"] },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
    await client.delete(Pod, "was-never-placed");
    await env.settle("20m");
    return await endState(client, [Pod]);
  },
});

testExplored("pods stay on a node that was only away for a moment", {
  on: ["podgc"],
  async scenario(env) {
    const { client } = env;
    const life = new NodeLife(client, env.clock);
    await life.node("n");
    await life.pod("runs", "n");
    await env.settle("5m");
    for (const away of ["10s", "30s", "1s"] as const) {
      await client.delete(Node, "n");
      await env.settle(away);
      await life.node("n");
      await env.settle("3m");
    }
    return await life.left();
  },
});

testExplored("pods stay that bear a taint, however often that comes and goes", {
  on: ["taint-eviction"],
  async scenario(env) {
    const { client } = env;
    const life = new NodeLife(client, env.clock);
    await life.node("n");
    const tolerations = [{
      key: "a",
      operator: "Exists" as const,
      effect: "NoExecute" as const,
      tolerationSeconds: 120,
    }];
    await life.pod("stays", "n", { tolerations });
    await life.pod("goes", "n", { tolerations });
    await env.settle("5m");
    for (let times = 0; times < 3; times++) {
      await life.taint("n", [{ key: "a", effect: "NoExecute" }]);
      await env.settle("20s");
      await life.taint("n", []);
      await env.settle("20s");
    }
    await env.settle("10m");
    const early = await life.left();
    await client.patch(Pod, "stays", {
      spec: { tolerations: [...tolerations, { key: "a", operator: "Exists" }] },
    });
    await env.settle("10m");
    await life.taint("n", [{ key: "a", effect: "NoExecute" }]);
    await env.settle("20m");
    return [early, await life.left()];
  },
});
