/** What becomes of nodes that are not ready, and of nodes whose agents say nothing. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { type Client, type coreV1, Node, Pod, StatusError } from "../../mod.ts";
import type { LoopParts } from "../../controllers/loop/mod.ts";
import {
  createNodeLifecycleController,
  type NodeLifecycleOptions,
} from "../../controllers/node_lifecycle.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { NodeLife, type Said } from "./node_life.ts";

const OTHERS = ["namespace"];
const CONTROLLERS = [...OTHERS, "nodelifecycle"];

interface Scene {
  readonly env: TestEnv;
  readonly life: NodeLife;
  /** Lets time pass in which the agents of some nodes renew their leases. */
  pass(seconds: number, ...alive: string[]): Promise<void>;
}

async function withNodes(
  act: (scene: Scene) => Promise<void>,
  options?: NodeLifecycleOptions,
  dialect: Dialect = "kubernetes",
): Promise<void> {
  // With options of its own it is run by the test; else as its account lets it.
  const controllers = options === undefined ? CONTROLLERS : OTHERS;
  await using env = await testEnv({ controllers, dialect });
  await using _ = options && new Mortal(
    env,
    (parts) => createNodeLifecycleController(parts, options),
    { how: "lost", at: Infinity },
  );
  const life = new NodeLife(env.client, env.clock);
  await act({
    env,
    life,
    async pass(seconds, ...alive) {
      for (let left = seconds; left > 0; left -= 10) {
        await life.renew(...alive);
        await env.settle(`${Math.min(10, left)}s`);
      }
    },
  });
}

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

/** Names of nodes of a zone. */
const named = (zone: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${zone}-${index}`);

async function makeZone({ life }: Scene, zone: string, count: number, more = {}): Promise<void> {
  const label = NAMES[life.client.dialect].labelZone;
  for (const name of named(zone, count)) {
    await life.node(name, { labels: { [label]: zone, ...more } });
  }
}

async function drivenOf({ life }: Scene, names: readonly string[]): Promise<number> {
  const all = await Promise.all(names.map((name) => life.taints(name)));
  return all.filter((taints) => taints.some((one) => one.endsWith(":NoExecute"))).length;
}

Deno.test("nodes of a zone are given up one every ten seconds", () =>
  withNodes(async (scene) => {
    const { pass } = scene;
    await makeZone(scene, "a", 9);
    const [silent, alive] = [named("a", 9).slice(0, 4), named("a", 9).slice(4)];
    await pass(46, ...alive);
    assertEquals(await drivenOf(scene, silent), 1);
    const driven: number[] = [];
    for (let count = 0; count < 4; count++) {
      await pass(10, ...alive);
      driven.push(await drivenOf(scene, silent));
    }
    assertEquals(driven, [2, 3, 4, 4]);
    assertEquals(await drivenOf(scene, alive), 0);
  }));

Deno.test("none is given up in a small zone that is partly disrupted, few in a large one", () =>
  withNodes(async (scene) => {
    const { pass } = scene;
    await makeZone(scene, "small", 5);
    await makeZone(scene, "large", 8);
    const [small, large] = [named("small", 5), named("large", 8)];
    const alive = [...small.slice(3), ...large.slice(5)];
    await pass(70, ...alive);
    assertEquals(await drivenOf(scene, small), 0);
    assertEquals(await drivenOf(scene, large), 1);
    await pass(90, ...alive);
    assertEquals(await drivenOf(scene, large), 2);
    // One more is ready: it is no disruption any more.
    await scene.life.say("small-0", { Ready: "True" });
    await pass(40, "small-0", ...alive);
    assertEquals(await drivenOf(scene, small), 2);
  }, { largeClusterThreshold: 6 }));

Deno.test("a zone none of whose nodes is ready is given up while another one is well", () =>
  withNodes(async (scene) => {
    const { pass } = scene;
    await makeZone(scene, "a", 3);
    await makeZone(scene, "b", 1);
    await pass(80, "b-0");
    assertEquals(await drivenOf(scene, named("a", 3)), 3);
  }));

Deno.test("where no node is ready none is given up, and those that were are taken back", () =>
  withNodes(async (scene) => {
    const { life, pass } = scene;
    await makeZone(scene, "a", 3);
    await makeZone(scene, "b", 2);
    const all = [...named("a", 3), ...named("b", 2)];
    await pass(60, "a-1", "a-2", "b-0", "b-1");
    assertEquals(await life.taints("a-0"), ["unreachable:NoExecute", "unreachable:NoSchedule"]);
    await pass(120);
    assertEquals((await life.condition("b-1"))!.status, "Unknown");
    assertEquals(await drivenOf(scene, all), 0);
    await pass(600);
    assertEquals(await drivenOf(scene, all), 0);
    // Some come back: the others have as long as if they had been seen now, and then their turn.
    await life.say("b-0", { Ready: "True" });
    await pass(6, "b-0");
    assertEquals(await drivenOf(scene, all), 0);
    await pass(60, "b-0");
    assertEquals(await drivenOf(scene, named("a", 3)), 3);
    assertEquals(await drivenOf(scene, ["b-0"]), 0);
    assertEquals(await drivenOf(scene, ["b-1"]), 1);
  }));

Deno.test("nodes that don't count are given up and judge no zone", () =>
  withNodes(async (scene) => {
    const { life, pass } = scene;
    const { domain } = NAMES[life.client.dialect];
    await makeZone(scene, "a", 4, { [`node.${domain}/exclude-disruption`]: "" });
    await makeZone(scene, "b", 1);
    await pass(100, "b-0");
    assertEquals(await drivenOf(scene, named("a", 4)), 4);
  }));

Deno.test("a new controller takes no taint back that is right, and those that are not", () =>
  withNodes(async ({ env, life, pass }) => {
    const { taintNotReady, taintUnreachable } = NAMES[env.client.dialect];
    const timeAdded = "2026-01-01T00:00:00Z";
    await life.node("alive");
    const taints: coreV1.Taint[] = [{ key: taintUnreachable, effect: "NoExecute", timeAdded }];
    await life.node("late", { ready: "Unknown", taints });
    await life.node("well", { taints });
    await life.node("ill", { ready: "False", taints });
    await life.node("mute", { ready: null, taints });
    await using _ = new Mortal(env, createNodeLifecycleController, { how: "lost", at: Infinity });
    await pass(20, "alive", "late", "well", "ill", "mute");
    const { spec } = await env.client.get(Node, "late");
    const kept = spec!.taints!.find(({ effect }) => effect === "NoExecute");
    assertEquals(kept, { key: taintUnreachable, effect: "NoExecute", timeAdded });
    assertEquals(await life.taints("well"), []);
    assertEquals(await life.taints("ill"), ["not-ready:NoExecute", "not-ready:NoSchedule"]);
    assert(taintNotReady !== taintUnreachable);
    assertEquals(await life.taints("mute"), []);
  }, {}));

Deno.test("without taints, pods of nodes that are not ready go after five minutes, and new ones at once", () =>
  withNodes(async ({ env, life, pass }) => {
    await life.node("alive");
    await life.node("silent");
    await life.node("ill");
    const daemon = { kind: "DaemonSet", name: "d" };
    await life.pod("of-silent", "silent");
    await life.pod("of-ill", "ill");
    await life.pod("of-alive", "alive");
    await life.pod("daemon", "silent", { owner: daemon });
    await pass(30, "alive", "ill", "silent");
    await life.say("ill", { Ready: "False" });
    await pass(260, "alive", "ill");
    assertEquals(await life.left(), ["daemon", "of-alive", "of-ill", "of-silent"]);
    await pass(60, "alive", "ill");
    assertEquals(await life.left(), ["daemon", "of-alive"]);
    assertEquals(await life.taints("silent"), ["unreachable:NoSchedule"]);
    const { status } = await env.client.get(Pod, "of-silent");
    assertEquals([status!.reason, status!.message], [
      "NodeLost",
      "Node silent which was running pod of-silent is unresponsive",
    ]);
    assertEquals(await life.told("NodeControllerEviction"), [
      "Normal NodeControllerEviction of-ill: Marking for deletion Pod of-ill from Node ill x1",
      "Normal NodeControllerEviction of-silent: Marking for deletion Pod of-silent from Node silent x1",
    ]);
    await life.pod("late", "silent");
    await pass(10, "alive", "ill");
    assertEquals(await life.left(), ["daemon", "of-alive"]);
    // Who is ready again keeps its pods.
    await life.say("silent", { Ready: "True" });
    await pass(10, "alive", "ill", "silent");
    await life.pod("later", "silent");
    await pass(60, "alive", "ill", "silent");
    assertEquals(await life.left(), ["daemon", "later", "of-alive"]);
  }, { taints: false }));

Deno.test("without taints, no pod goes where no node is ready", () =>
  withNodes(async ({ life, pass }) => {
    await life.node("n");
    await life.node("m");
    await life.pod("p", "n");
    await pass(1200);
    assertEquals(await life.left(), ["p"]);
    await life.say("m", { Ready: "True" });
    await pass(290, "m");
    assertEquals(await life.left(), ["p"]);
    await pass(30, "m");
    assertEquals(await life.left(), []);
  }, { taints: false }));

Deno.test("a node whose status can't be written is tried again, and its pods are not forgotten", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const life = new NodeLife(env.client, env.clock);
  // Its first write is that of the status.
  await using _ = new Mortal(env, createNodeLifecycleController, { how: "lost", at: 1 });
  await life.node("alive");
  await env.client.patch(Node, "alive", { spec: { taints: null } } as never);
  await life.node("n", { taints: [] });
  await life.pod("p", "n");
  for (let count = 0; count < 5; count++) {
    await life.renew("alive");
    await env.settle("10s");
  }
  assertEquals((await life.condition("n"))!.status, "Unknown");
  assertEquals(await life.isReady("p"), false);
  assertEquals(await life.told("NodeNotReady"), [
    "Normal NodeNotReady n: Node n status is now: NodeNotReady x1",
    "Warning NodeNotReady p: Node is not ready x1",
  ]);
});

/** A client whose writes of nodes are met by something first, which may throw. */
function meeting(client: Client, meet: (how: string) => Promise<void>): Client {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const isWrite = name === "patch" || name === "replace";
        if (isWrite && args[0] === Node) await meet(String(name));
        return await value.apply(target, args);
      };
    },
  });
}

Deno.test("a node that can't be written for a while is looked at until it can", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const life = new NodeLife(env.client, env.clock);
  await life.node("alive");
  await life.node("n");
  const { taintUnreachable: key } = NAMES[env.client.dialect];
  await life.node("well", { taints: [{ key, effect: "NoExecute" }] });
  let refusals = 0;
  const refused = meeting(env.client, () => {
    if (++refusals > 40) return Promise.resolve();
    throw new StatusError({ code: 503, reason: "ServiceUnavailable", message: "not now" });
  });
  const make = (parts: LoopParts) => createNodeLifecycleController({ ...parts, client: refused });
  await using _ = new Mortal(env, make, { how: "lost", at: Infinity });
  for (let count = 0; count < 12; count++) {
    await life.renew("alive", "well");
    await env.settle("10s");
  }
  assertEquals(await life.taints("well"), []);
  assert(refusals > 40, `there were ${refusals} writes`);
  assertEquals((await life.condition("n"))!.status, "Unknown");
  assertEquals(await life.taints("n"), ["unreachable:NoExecute", "unreachable:NoSchedule"]);
});

Deno.test("a node that changes while it is given up has its turn all the same", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const life = new NodeLife(env.client, env.clock);
  await life.node("alive");
  await life.node("n", { ready: "Unknown" });
  for (const name of ["alive", "n"]) await life.taint(name, []);
  let meetings = 0;
  const met = meeting(env.client, async (how) => {
    if (how !== "patch" || meetings === 3) return;
    const labels = { meeting: String(++meetings) };
    await env.client.patch(Node, "n", { metadata: { labels } });
  });
  const make = (parts: LoopParts) => createNodeLifecycleController({ ...parts, client: met });
  await using _ = new Mortal(env, make, { how: "lost", at: Infinity });
  await env.settle("2s");
  assertEquals(meetings, 3);
  assertEquals(await life.taints("n"), ["unreachable:NoExecute", "unreachable:NoSchedule"]);
});

for (const how of ["killed", "lost"] as const) {
  Deno.test(`the same becomes of nodes whatever write the controller is ${how} after`, async () => {
    const play = async (at: number) => {
      await using env = await testEnv({ controllers: OTHERS, seed: 1 });
      const life = new NodeLife(env.client, env.clock);
      await using mortal = new Mortal(env, createNodeLifecycleController, { how, at });
      const { labelOs } = NAMES[env.client.dialect];
      for (const name of ["alive", "ill", "silent", "back"]) {
        await life.node(name, { labels: { [labelOs]: "linux" } });
        for (const pod of ["p", "q"]) await life.pod(`${name}-${pod}`, name);
      }
      await mortal.settle("1s");
      const pass = async (seconds: number, ...alive: string[]) => {
        for (let left = seconds; left > 0; left -= 10) {
          await life.renew("alive", ...alive);
          await mortal.settle("10s");
        }
      };
      await life.say("ill", { Ready: "False", MemoryPressure: "True" });
      await pass(130, "ill");
      await life.say("back", { Ready: "True" });
      await pass(60, "ill", "back");
      const ends = [];
      for (const name of ["alive", "ill", "silent", "back"]) {
        const { status } = (await life.condition(name))!;
        const ready = [await life.isReady(`${name}-p`), await life.isReady(`${name}-q`)];
        ends.push([name, status, await life.taints(name), ready]);
      }
      return { ends, writes: mortal.writes };
    };
    const { ends, writes } = await play(Infinity);
    assertEquals(ends, [
      ["alive", "True", [], [true, true]],
      [
        "ill",
        "False",
        ["memory-pressure:NoSchedule", "not-ready:NoExecute", "not-ready:NoSchedule"],
        [true, true],
      ],
      ["silent", "Unknown", ["unreachable:NoExecute", "unreachable:NoSchedule"], [false, false]],
      ["back", "True", [], [false, false]],
    ]);
    assert(writes > 12, `there were ${writes} writes`);
    for (let at = 1; at <= writes; at++) {
      const ended = (await play(at)).ends;
      // A new controller looks at all pods of nodes that are not ready.
      const left = ended.map(([name, ...more]) =>
        name === "ill" ? [name, ...more.slice(0, 2)] : [name, ...more]
      );
      const wanted = ends.map(([name, ...more]) =>
        name === "ill" ? [name, ...more.slice(0, 2)] : [name, ...more]
      );
      assertEquals(left, wanted, `after write ${at}`);
    }
  });
}

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
