/** Nodes look at what is bound to them, and at nobody else's word that it fits. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Client, Event, type KubeObject, Node, Pod, silentLogger } from "../../toolkit/mod.ts";
import { createSimulatedNodes, type SimulatedNodesOptions } from "./mod.ts";

async function start(env: TestEnv, options: SimulatedNodesOptions, client = env.client) {
  const { clock } = env;
  const stop = new AbortController();
  const nodes = createSimulatedNodes(
    { client, clock, logger: silentLogger, random: () => 0.5 },
    options,
  );
  const over = nodes.run({ signal: stop.signal, started() {} });
  await env.settle();
  return {
    nodes,
    /** How many pods each node has taken, and how much of its processors. */
    loads: () => [...nodes.nodes].map(({ load }) => [load.pods, load.requests.milliCpu]),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await over;
    },
  };
}

/** The client, but for some of its methods. */
function changed(client: Client, methods: (client: Client) => Partial<Client>): Client {
  const own = methods(client);
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const asking = (cpu: string, more: object = {}) => ({
  spec: {
    nodeName: "node-1",
    containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }],
    ...more,
  },
});

/** The phase of a pod, and why. */
async function endOf({ client }: TestEnv, name: string): Promise<string> {
  const { phase, reason } = (await client.get(Pod, name)).status!;
  return reason ? `${phase} ${reason}` : phase!;
}

Deno.test("a node refuses what it has no room for, and has room again for others", async () => {
  await using env = await testEnv();
  const { client } = env;
  await using started = await start(env, { count: 2, recordsEvents: true });
  const create = async (name: string, cpu: string, more: object = {}) => {
    await client.create(Pod, { metadata: { name }, ...asking(cpu, more) });
    await env.settle();
    return await endOf(env, name);
  };
  assertEquals(await create("first", "5"), "Running");
  assertEquals(await create("second", "4"), "Failed OutOfcpu");
  const { message, startTime, conditions = [] } = (await client.get(Pod, "second")).status!;
  assertEquals(
    message,
    "Pod was rejected: Node didn't have enough resource: cpu, requested: 4000, used: 5000, capacity: 8000",
  );
  assertEquals([startTime !== undefined, conditions.length], [true, 0]);
  const { items } = await client.list(Event);
  assertEquals(items.filter(({ reason }) => reason === "OutOfcpu").length, 1);
  // Another node has room of its own.
  assertEquals(await create("elsewhere", "4", { nodeName: "node-2" }), "Running");

  assertEquals(started.loads(), [[1, 5000], [1, 4000]]);
  await client.delete(Pod, "first");
  await env.advance("1m");
  assertEquals(started.loads(), [[0, 0], [1, 4000]]);
  assertEquals(await create("third", "8"), "Running");
  assertEquals(await create("fourth", "1m"), "Failed OutOfcpu");
  // What is resized takes what it then asks for.
  const smaller = { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] };
  await client.patch(Pod, "third", { spec: smaller } as never, {
    subresource: "resize",
    strategic: true,
  });
  await env.advance("1m");
  assertEquals(started.loads(), [[1, 2000], [1, 4000]]);
  assertEquals(await create("fifth", "6"), "Running");
  assertEquals(started.loads(), [[2, 8000], [1, 4000]]);
});

Deno.test("a node that starts anew counts what it runs, and refuses none of it", async () => {
  await using env = await testEnv();
  const { client } = env;
  {
    await using _ = await start(env, { count: 1 });
    for (const name of ["a", "b"]) {
      await client.create(Pod, { metadata: { name }, ...asking("4") });
      await env.settle();
    }
    // Less than what it runs.
    await client.patch(Node, "node-1", { status: { allocatable: { cpu: "6" } } }, {
      subresource: "status",
    });
    await env.settle();
  }
  await using started = await start(env, { count: 1 });
  assertEquals([await endOf(env, "a"), await endOf(env, "b")], ["Running", "Running"]);
  assertEquals(started.loads(), [[2, 8000]]);
  await client.create(Pod, { metadata: { name: "c" }, ...asking("1") });
  await env.settle();
  assertEquals(await endOf(env, "c"), "Failed OutOfcpu");
});

Deno.test("a node goes by its labels, taints and sizes as they are now", async () => {
  await using env = await testEnv();
  const { client } = env;
  await using _ = await start(env, { count: 1, labels: { zone: "a" } });
  const create = async (name: string, cpu: string, more: object = {}) => {
    await client.create(Pod, { metadata: { name }, ...asking(cpu, more) });
    return name;
  };
  const ended = async (name: Promise<string>) => {
    const known = await name;
    await env.settle();
    return await endOf(env, known);
  };
  assertEquals(await ended(create("own", "1", { nodeSelector: { zone: "a" } })), "Running");
  const disk = { nodeSelector: { disk: "fast" } };
  assertEquals(await ended(create("early", "1", disk)), "Failed NodeAffinity");
  // Nobody waits until the node has heard of it.
  await client.patch(Node, "node-1", { metadata: { labels: { disk: "fast" } } });
  assertEquals(await ended(create("late", "1", disk)), "Running");

  assertEquals(await ended(create("large", "9")), "Failed OutOfcpu");
  await client.patch(Node, "node-1", { status: { allocatable: { cpu: "20" } } }, {
    subresource: "status",
  });
  assertEquals(await ended(create("larger", "9")), "Running");

  const taints = [{ key: "k", effect: "NoExecute" as const }];
  await client.patch(Node, "node-1", { spec: { taints } });
  await env.settle();
  assertEquals(await ended(create("kept-off", "1")), "Failed TaintToleration");
});

Deno.test("a node whose taints somebody took away is one without taints", async () => {
  await using env = await testEnv();
  const { client } = env;
  await using _ = await start(env, {
    count: 1,
    taints: [{ key: "k", value: "v", effect: "NoExecute" }],
  });
  const create = async (name: string) => {
    await client.create(Pod, { metadata: { name }, ...asking("1") });
    await env.settle();
    return await endOf(env, name);
  };
  assertEquals(await create("kept-off"), "Failed TaintToleration");
  await client.patch(Node, "node-1", { spec: { taints: null } } as never);
  assertEquals((await client.get(Node, "node-1")).spec?.taints, undefined);
  assertEquals(await create("taken"), "Running");
});

Deno.test("a node that has not heard of a change of itself asks before it refuses a pod", async () => {
  await using env = await testEnv();
  let asked = 0;
  const client = changed(env.client, (client) => ({
    get: async (kind: never, ref: never, options: never) => {
      const found = await client.get(kind, ref, options) as KubeObject;
      if (found.kind !== "Node") return found as never;
      asked++;
      return { ...found, metadata: { ...found.metadata, labels: { disk: "fast" } } } as never;
    },
  }));
  await using _ = await start(env, { count: 1 }, client);
  const cases = [["fast", "Running", 1], ["slow", "Failed NodeAffinity", 2]] as const;
  for (const [disk, end, times] of cases) {
    const pod = asking("1", { nodeSelector: { disk } });
    await env.client.create(Pod, { metadata: { name: disk }, ...pod });
    await env.settle();
    assertEquals([await endOf(env, disk), asked], [end, times]);
  }
});

Deno.test("of pods that come at once a node takes as many as it has room for", async () => {
  await using env = await testEnv();
  const { client } = env;
  const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
  for (const name of names) await client.create(Pod, { metadata: { name }, ...asking("100m") });
  await using started = await start(env, { count: 1, capacity: { cpu: "8", pods: "5" } });
  const ends = await Promise.all(names.map((name) => endOf(env, name)));
  assertEquals(
    [...Map.groupBy(ends, (end) => end)].map(([end, all]) => [end, all.length]).sort(),
    [["Failed OutOfpods", 7], ["Running", 5]],
  );
  assertEquals(started.loads(), [[5, 500]]);
});

Deno.test("a pod that was refused stays so, also where its node has not seen that yet", async () => {
  await using env = await testEnv();
  const behind: (() => Promise<unknown>)[] = [];
  const client = changed(env.client, (client) => ({
    // The server takes the refusal, and the watch tells of it later.
    patch: (kind: never, ref: never, change: never, options: never) => {
      const patch = () => client.patch(kind, ref, change, options) as Promise<never>;
      const { status } = change as { status?: { phase?: string } };
      if (status?.phase !== "Failed") return patch();
      behind.push(patch);
      return Promise.resolve({} as never);
    },
  }));
  await using started = await start(env, { count: 1 }, client);
  for (const name of ["first", "refused"]) {
    await env.client.create(Pod, { metadata: { name }, ...asking("8") });
    await env.settle();
  }
  assertEquals([behind.length, started.loads()], [1, [[1, 8000]]]);
  await env.client.delete(Pod, "first", { gracePeriod: 0 });
  await env.client.patch(Pod, "refused", { metadata: { labels: { seen: "again" } } });
  await env.settle();
  assertEquals([behind.length, started.loads()], [1, [[0, 0]]]);
  await behind[0]!();
  await env.settle();
  assertEquals(await endOf(env, "refused"), "Failed OutOfcpu");
  // Another of its name is another pod.
  await env.client.delete(Pod, "refused");
  await env.client.create(Pod, { metadata: { name: "refused" }, ...asking("8") });
  await env.settle();
  assertEquals([await endOf(env, "refused"), started.loads()], ["Running", [[1, 8000]]]);
});

Deno.test("room and ports that a pod has left are free as soon as its end is seen", async () => {
  await using env = await testEnv();
  const held = Promise.withResolvers<void>();
  const client = changed(env.client, (client) => ({
    // That a pod is over is known to all others before its node has the answer.
    patch: async (kind: never, ref: never, change: never, options: never) => {
      const answer = await client.patch(kind, ref, change, options) as KubeObject;
      const { status } = answer as { status?: { phase?: string } };
      if (answer.kind === "Pod" && status?.phase === "Succeeded") await held.promise;
      return answer as never;
    },
  }));
  await using started = await start(env, { count: 1 }, client);
  using _ = { [Symbol.dispose]: held.resolve };
  const annotations = { "simulated.orch.io/run-for": "10s" };
  const withPort = (more: object = {}) => {
    const { spec } = asking("8", more);
    const ports = [{ containerPort: 80, hostPort: 80 }];
    return { spec: { ...spec, containers: spec.containers.map((one) => ({ ...one, ports })) } };
  };
  const old = { metadata: { name: "old", annotations }, ...withPort({ restartPolicy: "Never" }) };
  await env.client.create(Pod, old);
  await env.advance("11s");
  assertEquals([await endOf(env, "old"), started.loads()], ["Succeeded", [[1, 8000]]]);
  await env.client.create(Pod, { metadata: { name: "new" }, ...withPort() });
  await env.settle();
  assertEquals([await endOf(env, "new"), started.loads()], ["Running", [[1, 8000]]]);
  held.resolve();
  await env.settle();
  assertEquals(started.loads(), [[1, 8000]]);
});
