/** The scheduler gives pods their nodes, and says why one has none. */
import { fault, type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { eventsV1, Node, Pod, silentLogger } from "../../mod.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { createScheduler } from "../../controllers/scheduler.ts";
import {
  type Plugin,
  unresolvable,
  unschedulable,
} from "../../controllers/scheduler/framework/mod.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

const CONTROLLERS = ["namespace", "garbagecollector", "scheduler"];

const asking = (cpu: string, more: object = {}) => ({
  spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }], ...more },
});

async function conditionOf({ client }: TestEnv, name: string) {
  const { status } = await client.get(Pod, name);
  return status?.conditions?.find(({ type }) => type === "PodScheduled");
}

async function eventsOf({ client }: TestEnv, name: string) {
  const { items } = await client.list(eventsV1.Event);
  return items.filter(({ regarding }) => regarding?.name === name)
    .map(({ type, reason, action, note, reportingController }) =>
      [type, reason, action, note, reportingController].join("|")
    );
}

Deno.test("the scheduler gives each pod a node with room for it, evenly", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3 });
  const { client } = env;
  await env.settle("1m");
  for (let index = 0; index < 6; index++) {
    await client.create(Pod, { metadata: { name: `p${index}` }, ...asking("2") });
  }
  await env.settle("1m");
  const { items } = await client.list(Pod);
  const counts = new Map<string, number>();
  for (const { spec: { nodeName = "" }, status } of items) {
    counts.set(nodeName, (counts.get(nodeName) ?? 0) + 1);
    assertEquals(status?.phase, "Running");
  }
  assertEquals(Object.fromEntries(counts), { "node-1": 2, "node-2": 2, "node-3": 2 });
  const node = items[0]!.spec.nodeName;
  assertEquals(await eventsOf(env, "p0"), [
    `Normal|Scheduled|Binding|Successfully assigned default/p0 to ${node}|default-scheduler`,
  ]);
});

Deno.test("the scheduler says why a pod has no node, and gives it one when it can", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3 });
  const { client } = env;
  await env.settle("1m");
  await client.patch(Node, "node-1", { spec: { unschedulable: true } });
  await env.settle();
  await client.create(Pod, { metadata: { name: "large" }, ...asking("9") });
  await env.settle("1m");
  const condition = await conditionOf(env, "large");
  const message = "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu.";
  assertEquals(condition?.status, "False");
  assertEquals(condition?.reason, "Unschedulable");
  assertEquals(condition?.message?.slice(0, message.length), message);
  assertEquals(condition?.observedGeneration, 1);
  assertEquals((await eventsOf(env, "large")).length, 1);
  await client.patch(Node, "node-2", {
    status: { allocatable: { cpu: "16" } },
  }, { subresource: "status" });
  await env.settle("1m");
  assertEquals((await client.get(Pod, "large")).spec.nodeName, "node-2");
  assertEquals((await conditionOf(env, "large"))?.status, "True");
});

Deno.test("the scheduler writes an event anew that somebody deleted, and one whose answer was lost once", async () => {
  await using env = await testEnv({
    controllers: CONTROLLERS,
    faultsOn: ["scheduler"],
    faults: [
      fault.loseAnswer({ verb: "create", kind: eventsV1.Event }),
      fault.reject({ verb: "create", kind: eventsV1.Event, nth: 3, reason: "ServiceUnavailable" }),
    ],
    nodes: 1,
  });
  const { client } = env;
  const more = async (cpu: string) => {
    const allocatable = { cpu };
    await client.patch(Node, "node-1", { status: { allocatable } }, { subresource: "status" });
    await env.settle("10m");
  };
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "large" }, ...asking("64") });
  await env.settle("10m");
  const failed = "Warning|FailedScheduling|Scheduling|";
  const told = async () => (await eventsOf(env, "large")).map((one) => one.slice(0, failed.length));
  assertEquals(await told(), [failed]);
  await client.deleteAll(eventsV1.Event, { namespace: "default" });
  await more("9");
  await more("10");
  assertEquals(await told(), [failed]);
});

Deno.test("the scheduler leaves a pod alone while it has a gate", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await env.settle("1m");
  await client.create(Pod, {
    metadata: { name: "gated" },
    ...asking("1", { schedulingGates: [{ name: "example.com/wait" }] }),
  });
  await env.settle("10m");
  assertEquals((await client.get(Pod, "gated")).spec.nodeName, undefined);
  assertEquals((await conditionOf(env, "gated"))?.reason, "SchedulingGated");
  await client.patch(Pod, "gated", { spec: { schedulingGates: [] } });
  await env.settle();
  assertEquals((await client.get(Pod, "gated")).spec.nodeName, "node-1");
});

Deno.test("the scheduler has less important pods go for one that finds no room", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await env.settle("1m");
  const of = (priority: number, cpu: string) => asking(cpu, { priority });
  await client.create(Pod, { metadata: { name: "kept" }, ...of(5, "6") });
  await env.settle("1m");
  await client.create(Pod, { metadata: { name: "gone" }, ...of(1, "6") });
  await env.settle("1m");
  const from = (await client.get(Pod, "gone")).spec.nodeName;
  const { metadata: { uid } } = await client.create(Pod, {
    metadata: { name: "urgent" },
    ...of(10, "4"),
  });
  await env.settle("1m");
  assertEquals((await client.list(Pod)).items.map(({ metadata }) => metadata.name), [
    "kept",
    "urgent",
  ]);
  assertEquals((await client.get(Pod, "urgent")).spec.nodeName, from);
  assertEquals(
    (await eventsOf(env, "gone")).at(-1),
    [
      "Normal",
      "Preempted",
      "Preempting",
      `Preempted by pod ${uid} on node ${from}`,
      "default-scheduler",
    ].join("|"),
  );
  const refused = of(10, "5");
  await client.create(Pod, {
    metadata: { name: "polite" },
    spec: { ...refused.spec, preemptionPolicy: "Never" },
  });
  await client.create(Pod, { metadata: { name: "lowest" }, ...of(1, "6") });
  await env.settle("1m");
  assertEquals(
    (await conditionOf(env, "polite"))?.message,
    "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: not " +
      "eligible due to preemptionPolicy=Never.",
  );
  assertEquals(
    (await conditionOf(env, "lowest"))?.message,
    "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: " +
      "0/2 nodes are available: 2 No preemption victims found for incoming pod.",
  );
});

/** An environment whose scheduler has one more plugin. */
async function withPlugin(plugin: Plugin, nodes: readonly string[]) {
  await using stack = new AsyncDisposableStack();
  const env = stack.use(
    await testEnv({ controllers: ["namespace", "garbagecollector"], nodes: 0 }),
  );
  const { client } = env;
  for (const name of nodes) {
    await client.create(Node, { metadata: { name }, spec: {} });
    await client.patch(Node, name, { status: { allocatable: { cpu: "8", pods: "9" } } }, {
      subresource: "status",
    });
  }
  const informers = stack.use(new SharedInformers(client));
  const scheduler = createScheduler(
    {
      client,
      informers,
      metrics: new Registry(),
      clock: env.clock,
      logger: silentLogger,
      random: () => 0,
    },
    { plugins: [plugin] },
  );
  const stop = new AbortController();
  const over = scheduler.run({ signal: stop.signal, started() {} });
  stack.defer(async () => {
    stop.abort();
    await over;
  });
  const kept = stack.move();
  return { env, client, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

Deno.test("the scheduler asks plugins of others as it asks its own", async () => {
  await using on = await withPlugin({
    name: "OnlyB",
    filter: (_, __, { name }) => name === "b" ? undefined : unresolvable("node(s) were not b"),
  }, ["a", "b"]);
  const { env, client } = on;
  await client.create(Pod, { metadata: { name: "p" }, ...asking("1") });
  await client.create(Pod, {
    metadata: { name: "q" },
    ...asking("1", { nodeSelector: { kind: "none" } }),
  });
  await env.until(async () => (await client.get(Pod, "p")).spec.nodeName === "b");
  await env.until(async () => await conditionOf(env, "q") !== undefined);
  assertEquals(
    (await conditionOf(env, "q"))?.message,
    "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. " +
      "no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
  );
});

Deno.test("the scheduler lets a pod rest while there are no nodes, also when nobody else is ready", async () => {
  let asked = 0;
  // Each attempt begins with this question; a no ends a storm.
  const preEnqueue = () => ++asked > 9 ? unschedulable("a storm") : undefined;
  await using on = await withPlugin({ name: "Storm", preEnqueue }, []);
  const { env, client } = on;
  await client.create(Pod, { metadata: { name: "p" }, ...asking("1") });
  await env.until(async () => await conditionOf(env, "p") !== undefined);
  const { reason, message } = (await conditionOf(env, "p"))!;
  assertEquals([reason, message], ["Unschedulable", "no nodes available to schedule pods"]);
  assertEquals(asked, 2);
});

Deno.test("the scheduler tries a pod again that a plugin turns down after its node was decided", async () => {
  const answers = [unschedulable("not", "yet")];
  await using on = await withPlugin({
    name: "Late",
    preBind: () => Promise.resolve(answers.shift()),
  }, ["a"]);
  const { env, client } = on;
  await client.create(Pod, { metadata: { name: "p" }, ...asking("1") });
  await env.until(async () => await conditionOf(env, "p") !== undefined);
  const { reason, message } = (await conditionOf(env, "p"))!;
  assertEquals([reason, message], ["Unschedulable", "not, yet"]);
  await env.until(async () => (await client.get(Pod, "p")).spec.nodeName === "a");
});
