/** Writes of nodes that fail, meet others, or are the last of their controller. */
import { testEnv } from "../../testing.ts";
import { type Client, Node, StatusError } from "../../mod.ts";
import type { LoopParts } from "../../controllers/loop/mod.ts";
import { createNodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { NodeLife } from "./node_life.ts";
import { OTHERS } from "./node_lifecycle_scene.ts";

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
