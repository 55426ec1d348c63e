/** How fast nodes of a zone are given up, and how nodes are emptied without taints. */
import { type coreV1, Node, Pod } from "../../mod.ts";
import { createNodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { named, type Scene, withNodes } from "./node_lifecycle_scene.ts";

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
