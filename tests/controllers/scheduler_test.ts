/** The scheduler gives pods their nodes, and says why one has none. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { eventsV1, Node, Pod } from "../../mod.ts";

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
