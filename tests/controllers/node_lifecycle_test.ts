/** What becomes of nodes that are not ready, and of nodes whose agents say nothing. */
import { testEnv } from "../../testing.ts";
import { type coreV1, Node, Pod } from "../../mod.ts";
import { createNodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { NodeLife, type Said } from "./node_life.ts";
import { CONTROLLERS, named, OTHERS, withNodes } from "./node_lifecycle_scene.ts";

for (const dialect of DIALECTS) {
  Deno.test(`of a node that says nothing any more nothing is known, and its pods are not ready (${dialect})`, () =>
    withNodes(
      async ({ env, life, pass }) => {
        await life.node("alive");
        await life.node("silent");
        await life.say("silent", { MemoryPressure: "True", NetworkUnavailable: "False" });
        await life.pod("p", "silent");
        await life.pod("q", "alive");
        await life.pod("r", "silent", { ready: null });
        await pass(40, "alive");
        const before = await life.condition("silent");
        assertEquals(before!.status, "True");
        await pass(6, "alive");
        const { status, reason, message, lastHeartbeatTime } = (await life.condition("silent"))!;
        assertEquals({ status, reason, message, lastHeartbeatTime }, {
          status: "Unknown",
          reason: "NodeStatusUnknown",
          message: "Kubelet stopped posting node status.",
          lastHeartbeatTime: before!.lastHeartbeatTime,
        });
        assertEquals((await life.condition("silent", "MemoryPressure"))!.status, "Unknown");
        assertEquals((await life.condition("silent", "NetworkUnavailable"))!.status, "False");
        const missing = (await life.condition("silent", "PIDPressure"))!;
        assertEquals([missing.status, missing.reason, missing.message], [
          "Unknown",
          "NodeStatusNeverUpdated",
          "Kubelet never posted node status.",
        ]);
        assertEquals(await life.taints("silent"), [
          "unreachable:NoExecute",
          "unreachable:NoSchedule",
        ]);
        assertEquals([await life.isReady("p"), await life.isReady("q")], [false, true]);
        assertEquals(await life.condition("alive").then((one) => one!.status), "True");
        assertEquals(await life.told(), [
          "Normal NodeNotReady silent: Node silent status is now: NodeNotReady x1",
          "Normal RegisteredNode alive: Node alive event: Registered Node alive in Controller x1",
          "Normal RegisteredNode silent: Node silent event: Registered Node silent in Controller x1",
          "Warning NodeNotReady p: Node is not ready x1",
        ]);
        // It comes back.
        await life.say("silent", { Ready: "True", MemoryPressure: "False", PIDPressure: "False" });
        await pass(6, "alive");
        assertEquals(await life.taints("silent"), []);
        await env.client.delete(Node, "silent");
        await env.settle("6s");
        assertEquals(await life.told("RemovingNode"), [
          "Normal RemovingNode silent: Node silent event: Removing Node silent from Controller x1",
        ]);
      },
      undefined,
      dialect,
    ));
}

Deno.test("a node that never says how it is has a minute, and none while it renews its lease", () =>
  withNodes(async ({ life, pass }) => {
    await life.node("alive");
    await life.node("mute", { ready: null });
    await life.node("renews", { ready: null });
    await pass(60, "alive", "renews");
    assertEquals(await life.condition("mute"), undefined);
    await pass(6, "alive", "renews");
    const { reason, status } = (await life.condition("mute"))!;
    assertEquals([reason, status], ["NodeStatusNeverUpdated", "Unknown"]);
    assertEquals((await life.condition("mute", "DiskPressure"))!.status, "Unknown");
    assertEquals(await life.condition("renews"), undefined);
    await pass(60, "alive");
    assertEquals((await life.condition("renews"))!.status, "Unknown");
    // It was never ready.
    assertEquals(await life.told("NodeNotReady"), []);
  }));

Deno.test("a node is alive while it says how it is, or renews its lease", () =>
  withNodes(async ({ env, life }) => {
    await life.node("says");
    await life.node("renews");
    for (let count = 0; count < 20; count++) {
      await env.settle("30s");
      await life.say("says", { Ready: "True" });
      await life.renew("renews");
    }
    for (const name of ["says", "renews"]) {
      assertEquals((await life.condition(name))!.status, "True");
      assertEquals(await life.taints(name), []);
    }
  }));

const SAID: Readonly<Record<string, readonly [Record<string, Said>, string[]]>> = {
  "nothing is wrong": [{ Ready: "True", MemoryPressure: "False", DiskPressure: "Unknown" }, []],
  "a node is not ready": [{ Ready: "False" }, ["not-ready"]],
  "nothing is known of a node": [{ Ready: "Unknown" }, ["unreachable"]],
  "all is scarce": [
    { Ready: "True", MemoryPressure: "True", DiskPressure: "True", PIDPressure: "True" },
    ["memory-pressure", "disk-pressure", "pid-pressure"],
  ],
  "the network is not there": [{ Ready: "True", NetworkUnavailable: "True" }, [
    "network-unavailable",
  ]],
  "a condition of somebody else's": [{ Ready: "True", SomethingPressure: "True" }, []],
};

for (const [name, [said, keys]] of Object.entries(SAID)) {
  Deno.test(`new pods are kept off: ${name}`, () =>
    withNodes(async ({ env, life }) => {
      await life.node("other");
      await life.node("n");
      const own: coreV1.Taint = { key: "example.com/own", effect: "NoSchedule" };
      await life.taint("n", [own]);
      await life.say("n", said);
      await env.settle();
      const wanted = keys.map((key) => `${key}:NoSchedule`);
      const kept = async () =>
        (await life.taints("n")).filter((one) => one.endsWith(":NoSchedule"));
      assertEquals(await kept(), ["own:NoSchedule", ...wanted].sort());
      const { spec } = await env.client.get(Node, "n");
      assert(spec!.taints!.every(({ key, timeAdded }) => key === own.key || timeAdded));
      const fine = Object.fromEntries(Object.keys(said).map((type) => [type, "False" as Said]));
      await life.say("n", { ...fine, Ready: "True" });
      await env.settle();
      assertEquals(await kept(), ["own:NoSchedule"]);
    }));
}

Deno.test("new pods are kept off a node that is unschedulable, and labels have their older names", () =>
  withNodes(async ({ env, life }) => {
    const { client } = env;
    const { labelOs, labelOldOs, labelArch, labelOldArch } = NAMES[client.dialect];
    await life.node("n", {
      labels: { [labelOs]: "linux", [labelOldOs]: "plan9", [labelArch]: "m" },
    });
    await client.patch(Node, "n", { spec: { unschedulable: true } });
    await env.settle();
    assertEquals(await life.taints("n"), ["unschedulable:NoSchedule"]);
    const { labels } = (await client.get(Node, "n")).metadata;
    assertEquals([labels![labelOldOs], labels![labelOldArch]], ["linux", "m"]);
    await client.patch(Node, "n", { spec: { unschedulable: null } } as never);
    await env.settle();
    assertEquals(await life.taints("n"), []);
  }));

Deno.test("one taint takes the place of the other at once, and goes with the first sign of health", () =>
  withNodes(async ({ life, pass }) => {
    await life.node("alive");
    await life.node("n");
    const driving = async () =>
      (await life.taints("n")).filter((one) => one.endsWith(":NoExecute"));
    await life.say("n", { Ready: "False" });
    await pass(6, "alive", "n");
    assertEquals(await driving(), ["not-ready:NoExecute"]);
    await life.say("n", { Ready: "Unknown" });
    await pass(6, "alive", "n");
    assertEquals(await driving(), ["unreachable:NoExecute"]);
    await life.say("n", { Ready: "False" });
    await pass(6, "alive", "n");
    assertEquals(await driving(), ["not-ready:NoExecute"]);
    await life.say("n", { Ready: "True" });
    await pass(6, "alive", "n");
    assertEquals(await driving(), []);
  }));

Deno.test("a pod that comes to a node that is not ready is not ready, and its agent's word counts later", () =>
  withNodes(async ({ life, pass }) => {
    await life.node("alive");
    await life.node("n");
    await pass(10, "alive");
    await life.say("n", { Ready: "False" });
    await life.pod("before", "n", { ready: null });
    await pass(10, "alive", "n");
    await life.sayPod("before", true);
    await pass(10, "alive", "n");
    assertEquals(await life.isReady("before"), true);
    await pass(60, "alive");
    assertEquals((await life.condition("n"))!.status, "Unknown");
    // It was said before that it is not ready: nothing has changed for its pods.
    assertEquals(await life.isReady("before"), true);
  }));

Deno.test("simulated nodes stay well for an hour, and keep their pods", async () => {
  const controllers = [...CONTROLLERS, "garbagecollector", "taint-eviction", "nodeipam"];
  await using env = await testEnv({ controllers, nodes: 3 });
  const life = new NodeLife(env.client, env.clock);
  for (const name of ["p", "q", "r"]) {
    await env.client.create(Pod, {
      metadata: { name },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
  }
  await env.settle("1h");
  assertEquals(await life.left(), ["p", "q", "r"]);
  for (const name of ["node-1", "node-2", "node-3"]) {
    assertEquals((await life.condition(name))!.status, "True");
    assertEquals(await life.taints(name), []);
  }
  assertEquals(await life.isReady("p"), true);
});

Deno.test("many nodes that are alive make no request", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const life = new NodeLife(env.client, env.clock);
  const names = named("n", 200);
  for (const name of names) await life.node(name);
  for (const name of names) await life.taint(name, []);
  await using mortal = new Mortal(env, createNodeLifecycleController, {
    how: "lost",
    at: Infinity,
  });
  for (let count = 0; count < 10; count++) {
    await life.renew(...names);
    await env.settle("20s");
  }
  assertEquals(mortal.writes, 0);
});
