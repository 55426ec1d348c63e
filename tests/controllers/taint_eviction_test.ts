/** Pods leave nodes whose taints they don't bear. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { type coreV1, Node, Pod } from "../../mod.ts";
import { createTaintEvictionController } from "../../controllers/taint_eviction.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { NodeLife } from "./node_life.ts";

const CONTROLLERS = ["namespace", "garbagecollector", "taint-eviction"];

const taint = (key: string, value = ""): coreV1.Taint => ({ key, value, effect: "NoExecute" });
const bears = (key: string, tolerationSeconds?: number): coreV1.Toleration => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

const MARKED = (name: string) =>
  `Normal TaintManagerEviction ${name}: Marking for deletion Pod default/${name} x1`;
const CALLED_BACK = (name: string) =>
  `Normal TaintManagerEviction ${name}: Cancelling deletion of Pod default/${name} x1`;

async function withNode(act: (life: NodeLife, env: TestEnv) => Promise<void>): Promise<void> {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const life = new NodeLife(env.client, env.clock);
  await life.node("n");
  await act(life, env);
}

/** What is tried: taints, tolerations, and after how many seconds the pod goes; undefined: never. */
const TIMES: Readonly<
  Record<string, readonly [coreV1.Taint[], coreV1.Toleration[], number | undefined]>
> = {
  "a pod that does not bear a taint goes at once": [[taint("a")], [], 0],
  "a pod goes at once that bears one of two": [[taint("a"), taint("b")], [bears("a", 60)], 0],
  "a pod goes when its time is over": [[taint("a")], [bears("a", 60)], 60],
  "a pod goes when the shorter time is over": [
    [taint("a"), taint("b")],
    [bears("a", 60), bears("b", 20)],
    20,
  ],
  "a pod that has no time goes at once": [[taint("a")], [bears("a", 0)], 0],
  "a pod that bears all stays": [[taint("a"), taint("b")], [{ operator: "Exists" }], undefined],
  "a pod stays where only new ones are kept off": [
    [{ key: "a", effect: "NoSchedule" }],
    [],
    undefined,
  ],
};

for (const [name, [taints, tolerations, seconds]] of Object.entries(TIMES)) {
  for (const first of ["node", "pod"] as const) {
    Deno.test(`${name} (the ${first} came first)`, () =>
      withNode(async (life, env) => {
        if (first === "pod") await life.pod("p", "n", { tolerations });
        await env.settle();
        await life.taint("n", taints);
        if (first === "node") await life.pod("p", "n", { tolerations });
        if (seconds !== undefined && seconds > 0) {
          await env.settle(`${seconds - 1}s`);
          assertEquals(await life.left(), ["p"]);
          assertEquals(await life.told(), []);
          await env.settle("1s");
        } else await env.settle(seconds === undefined ? "24h" : 0);
        assertEquals(await life.left(), seconds === undefined ? ["p"] : []);
        assertEquals(await life.told(), seconds === undefined ? [] : [MARKED("p")]);
      }));
  }
}

for (const dialect of DIALECTS) {
  Deno.test(`a pod that has to leave says why, and ends in its own time (${dialect})`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, dialect });
    const life = new NodeLife(env.client, env.clock);
    await life.node("n");
    await life.pod("p", "n");
    await life.taint("n", [taint("a")]);
    await env.settle();
    const { metadata, status } = await env.client.get(Pod, "p");
    assertEquals(metadata.deletionGracePeriodSeconds, 30);
    const said = status!.conditions!.find(({ type }) => type === "DisruptionTarget")!;
    const { status: holds, reason, message, observedGeneration } = said;
    assertEquals([holds, reason, message], [
      "True",
      "DeletionByTaintManager",
      "Taint manager: deleting due to NoExecute taint",
    ]);
    assertEquals(observedGeneration, 1);
  });
}

Deno.test("a pod may stay when the taints go, when it bears them for ever, and when it is gone", () =>
  withNode(async (life, env) => {
    for (const name of ["freed", "patient", "gone"]) {
      await life.pod(name, "n", { tolerations: [bears("a", 60)] });
    }
    await life.taint("n", [taint("a")]);
    await env.settle("10s");
    await env.client.patch(Pod, "patient", {
      spec: { tolerations: [bears("a", 60), bears("a", 60), { operator: "Exists" }] },
    } as never);
    await env.settle("1s");
    // What counts is the first toleration of a taint.
    assertEquals(await life.told(), []);
    await env.client.delete(Pod, "gone", { gracePeriod: 0 });
    await env.settle("1s");
    assertEquals(await life.told(), [CALLED_BACK("gone")]);
    await life.taint("n", []);
    await env.settle("1s");
    assertEquals(await life.told(), ["freed", "gone", "patient"].map(CALLED_BACK));
    await env.settle("10m");
    assertEquals(await life.left(), ["freed", "patient"]);
    // They begin anew.
    await life.taint("n", [taint("a")]);
    await env.settle("59s");
    assertEquals(await life.left(), ["freed", "patient"]);
    await env.settle("1s");
    assertEquals(await life.left(), []);
  }));

Deno.test("a time that has begun stays, and a taint that is not borne ends it", () =>
  withNode(async (life, env) => {
    await life.pod("p", "n", { tolerations: [bears("a", 60), bears("b", 5)] });
    await life.taint("n", [taint("a")]);
    await env.settle("30s");
    await life.taint("n", [taint("a"), taint("b")]);
    await env.settle("29s");
    assertEquals(await life.left(), ["p"]);
    await life.taint("n", [taint("a"), taint("c")]);
    await env.settle();
    assertEquals(await life.left(), []);
    assertEquals(await life.told(), [CALLED_BACK("p"), MARKED("p")].sort());
  }));

Deno.test("a pod keeps its time when its node is gone, and its successor has one of its own", () =>
  withNode(async (life, env) => {
    await life.pod("p", "n", { tolerations: [bears("a", 60)] });
    await life.pod("q", "n", { tolerations: [bears("a", 60)] });
    await life.taint("n", [taint("a")]);
    await env.settle("30s");
    await env.client.delete(Pod, "q", { gracePeriod: 0 });
    await life.pod("q", "n", { tolerations: [bears("a", 60)] });
    await env.settle("1s");
    await env.client.delete(Node, "n");
    await env.settle("29s");
    assertEquals(await life.left(), ["q"]);
    await env.settle("29s");
    assertEquals(await life.left(), ["q"]);
    await env.settle("1s");
    assertEquals(await life.left(), []);
    assertEquals(await life.told(), [MARKED("p"), CALLED_BACK("q"), MARKED("q")].sort());
  }));

Deno.test("a pod that goes already is not told to go", () =>
  withNode(async (life, env) => {
    await life.pod("p", "n", { tolerations: [bears("a", 60)] });
    await env.client.delete(Pod, "p");
    await env.settle();
    await life.taint("n", [taint("b")]);
    await env.settle("10m");
    const { status } = await env.client.get(Pod, "p");
    assertEquals(status!.conditions!.map(({ type }) => type), ["Ready", "PodScheduled"]);
    assertEquals(await life.told(), []);
  }));

Deno.test("a pod that bears a taint for longer than anybody lives stays", () =>
  withNode(async (life, env) => {
    await life.pod("p", "n", { tolerations: [bears("a", 2 ** 52)] });
    await life.taint("n", [taint("a")]);
    await env.settle("72h");
    assertEquals(await life.left(), ["p"]);
    assertEquals(await life.told(), []);
  }));

for (const how of ["killed", "lost"] as const) {
  Deno.test(`all pods leave that have to, whatever write the controller is ${how} after`, async () => {
    const play = async (at: number) => {
      await using env = await testEnv({ controllers: ["namespace", "garbagecollector"], seed: 1 });
      const life = new NodeLife(env.client, env.clock);
      await using mortal = new Mortal(env, createTaintEvictionController, { how, at });
      await life.node("n");
      for (const name of ["a", "b", "c"]) await life.pod(name, "n");
      await life.pod("stays", "n", { tolerations: [{ operator: "Exists" }] });
      await life.pod("waits", "n", { tolerations: [bears("x", 90)] });
      await life.taint("n", [taint("x")]);
      await mortal.settle("1m");
      const during = await life.left();
      // Where it was killed the time began anew.
      await mortal.settle("2m");
      const { items } = await env.client.list(Pod);
      const said = items.map(({ metadata, status }) => [
        metadata.name,
        status!.conditions!.filter(({ type }) => type === "DisruptionTarget").length,
        metadata.deletionTimestamp !== undefined,
      ]);
      return { during, said, writes: mortal.writes };
    };
    const { writes, ...whole } = await play(Infinity);
    assertEquals(writes, 8);
    assertEquals(whole.during, ["stays", "waits"]);
    for (let at = 1; at <= writes; at++) {
      const { writes: _, ...ended } = await play(at);
      assertEquals(ended, whole, `after write ${at}`);
    }
  });
}

Deno.test("nodes that tell how they are wake no pod, and taints wake those of their node alone", async () => {
  await using env = await testEnv({ controllers: ["namespace", "garbagecollector"] });
  const life = new NodeLife(env.client, env.clock);
  for (const node of ["n", "m"]) {
    await life.node(node);
    for (const pod of ["p", "q"]) {
      await life.pod(`${node}-${pod}`, node, { tolerations: [bears("a", 600)] });
    }
  }
  await using mortal = new Mortal(env, createTaintEvictionController, {
    how: "lost",
    at: Infinity,
  });
  await env.settle("1s");
  const turns = () => {
    const line = /^workqueue_work_duration_seconds_count\S* (\d+)$/m.exec(mortal.metrics.render());
    return Number(line?.[1] ?? 0);
  };
  await life.say("n", { Ready: "True" });
  await life.sayPod("n-p", true);
  await env.settle("1s");
  assertEquals(turns(), 0);
  await life.taint("n", [taint("a")]);
  await env.settle("1s");
  const first = turns();
  assert(first >= 2 && first <= 4, `${first} turns`);
  await life.say("n", { Ready: "True" });
  await life.sayPod("m-p", true);
  await env.settle("1s");
  assertEquals(turns(), first);
});
