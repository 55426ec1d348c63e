/** What the agent of simulated nodes answers, asked without a connection. */
import { testEnv } from "../../../testing.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { Pod, silentLogger } from "../../../toolkit/mod.ts";
import type { HttpRequest } from "../../../toolkit/serving/mod.ts";
import { createSimulatedNodes } from "../mod.ts";
import { agentPages } from "./agent_pages.ts";

const NOW = "2026-02-03T04:05:06Z";

/** So many nodes, and a way to ask their agent. */
async function stage(count: number) {
  const env = await testEnv({ now: NOW });
  const { client, clock } = env;
  const stop = new AbortController();
  const simulated = createSimulatedNodes(
    { client, clock, logger: silentLogger, random: () => 0.5 },
    { count },
  );
  const over = simulated.run({ signal: stop.signal, started() {} });
  await env.settle();
  const { nodes, pods, settings: { usual } } = simulated;
  const pages = agentPages({ nodes, pods, clock, usual, names: client.names });
  const { signal } = new AbortController();
  return {
    env,
    /** The status and the pieces of the body, as they come. */
    async ask(path: string, query = "", method = "GET") {
      const request = { method, path, query, signal, headers: {} } as unknown as HttpRequest;
      const { status, body = "" } = await pages(request);
      return { status, body: body as string | AsyncIterable<Uint8Array> };
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await over;
      await env[Symbol.asyncDispose]();
    },
  };
}

type Stage = Awaited<ReturnType<typeof stage>>;

async function textOf(body: string | AsyncIterable<Uint8Array>): Promise<string> {
  if (typeof body === "string") return body;
  let all = "";
  for await (const piece of body) all += new TextDecoder().decode(piece);
  return all;
}

async function ask(it: Stage, path: string, query = "", method = "GET") {
  const { status, body } = await it.ask(path, query, method);
  return [status, await textOf(body)] as const;
}

async function makePod(it: Stage, name: string, says: Record<string, string> = {}, node = 1) {
  const annotations = Object.fromEntries(
    Object.entries(says).map(([key, value]) => [`simulated.orch.io/${key}`, value]),
  );
  await it.env.client.create(Pod, {
    metadata: { name, annotations },
    spec: { nodeName: `node-${node}`, containers: [{ name: "c", image: "i" }] },
  });
  await it.env.settle();
}

const REFUSED: readonly (readonly [string, string, string, number, RegExp])[] = [
  ["GET", "/", "", 404, /^404 page not found/],
  ["GET", "/containerLogs/default/p", "", 404, /page not found/],
  ["GET", "/containerLogs/default/other/c", "", 404, /^pod "other" does not exist/],
  ["GET", "/containerLogs/default/p/d", "", 404, /^container "d" not found in pod "p"/],
  ["GET", "/containerLogs/default/p/c", "previous=true", 400, /^previous terminated container "c"/],
  ["GET", "/containerLogs/default/p/c", "tailLines=-1", 422, /^tailLines must be a whole number/],
  ["GET", "/containerLogs/default/p/c", "limitBytes=0", 422, /^limitBytes must be/],
  ["GET", "/containerLogs/default/p/c", "sinceSeconds=x&stream=a", 422, /^sinceSeconds.*, stream/],
  ["GET", "/containerLogs/default/p/c", "sinceTime=soon", 422, /^sinceTime must be a time/],
  ["GET", "/containerLogs/default/%ff/c", "", 400, /percent-encoded/],
  ["POST", "/pods", "", 405, /^only GET and HEAD/],
  ["GET", "/pods", "", 400, /^there are 2 nodes here: ask for \/nodes\/NAME\/pods/],
  ["GET", "/nodes/node-9/pods", "", 404, /^node "node-9" is not simulated here/],
  ["GET", "/nodes/__proto__/pods", "", 404, /is not simulated here/],
  ["GET", "/nodes/node-1", "", 404, /page not found/],
  ["POST", "/exec/default/p/c", "command=ls", 501, /^nothing runs here/],
  ["GET", "/attach/default/p/c", "", 501, /^nothing runs here/],
  ["POST", "/portForward/default/p", "", 501, /^nothing runs here/],
  ["GET", "/metrics", "", 404, /page not found/],
];

Deno.test("the agent refuses what it can't answer, and says why", async () => {
  await using it = await stage(2);
  await makePod(it, "p");
  for (const [method, path, query, code, words] of REFUSED) {
    const [status, said] = await ask(it, path, query, method);
    assertEquals(status, code, `${path}?${query}: ${said}`);
    assert(words.test(said), said);
  }
});

Deno.test("a log says what has happened, and no more of it than is asked for", async () => {
  await using it = await stage(1);
  await makePod(it, "p", { log: "one\ntwo\n", "ready-after": "5s", "run-for": "20s" });
  const log = async (query = "") => (await ask(it, "/containerLogs/default/p/c", query))[1];
  assertEquals(await log(), "c has started\none\ntwo\n");
  await it.env.settle("5s");
  assertEquals(await log("tailLines=1"), "c is ready\n");
  assertEquals(await log("tailLines=0"), "");
  assertEquals(await log("limitBytes=5&tailLines=1"), "c is ");
  assertEquals(await log("sinceSeconds=1"), "c is ready\n");
  assertEquals(await log("sinceTime=2026-02-03T04:05:07Z"), "c is ready\n");
  assertEquals(await log("stream=Stderr"), "");
  assertEquals(
    await log("timestamps=true&tailLines=1"),
    "2026-02-03T04:05:11.000Z c is ready\n",
  );
  await it.env.settle("16s");
  // It has ended, and runs again.
  assertEquals(
    await log("previous=true&tailLines=2"),
    "c is ready\nc has ended with 0 (Completed)\n",
  );
  assertEquals(await log(), "c has started, restart 1\none\ntwo\n");
});

/** What pods are told, how many init containers they have, and what is said to who asks for the log of the other one. */
const WAITING: readonly (readonly [says: Record<string, string>, inits: number, why: string])[] = [
  [{ "start-after": "1h" }, 0, "ContainerCreating"],
  [{ "run-for": "i=1h" }, 1, "PodInitializing"],
  [{ "run-for": "never" }, 0, "CreateContainerConfigError"],
  [{ "pull-failures": "always" }, 0, "image can't be pulled"],
];

for (const [says, inits, why] of WAITING) {
  Deno.test(`a container that waits has no log, and it is said for what: ${why}`, async () => {
    await using it = await stage(1);
    const annotations = Object.fromEntries(
      Object.entries(says).map(([key, value]) => [`simulated.orch.io/${key}`, value]),
    );
    await it.env.client.create(Pod, {
      metadata: { name: "p", annotations },
      spec: {
        nodeName: "node-1",
        initContainers: [{ name: "i", image: "i" }].slice(0, inits),
        containers: [{ name: "c", image: "i" }],
      },
    });
    await it.env.settle();
    assertEquals(
      await ask(it, "/containerLogs/default/p/c"),
      [400, `container "c" in pod "p" is waiting to start: ${why}\n`],
    );
  });
}

Deno.test("who follows a log hears each line once, up to the end of the container", async () => {
  await using it = await stage(1);
  await makePod(it, "p", { "ready-after": "5s", "stop-after": "3s" });
  const { body } = await it.ask("/containerLogs/default/p/c", "follow=true");
  const all = textOf(body);
  await it.env.settle("5s");
  await it.env.client.delete(Pod, "p");
  await it.env.settle("10s");
  assertEquals(
    await all,
    "c has started\nc is ready\nc is told to end\nc has ended with 0 (Completed)\n",
  );
});

Deno.test("who follows a log is done when the pod is gone at once", async () => {
  await using it = await stage(1);
  await makePod(it, "p");
  const { body } = await it.ask("/containerLogs/default/p/c", "follow=true");
  const all = textOf(body);
  await it.env.client.delete(Pod, "p", { gracePeriod: 0 });
  await it.env.settle();
  assertEquals(await all, "c has started\nc is ready\n");
});

Deno.test("what a node and its pods use is told of that node alone", async () => {
  await using it = await stage(2);
  await makePod(it, "p", { cpu: "500m", memory: "10Mi" });
  await makePod(it, "other", { cpu: "2" }, 2);
  await it.env.settle("10s");
  const [status, metrics] = await ask(it, "/nodes/node-1/metrics/resource");
  assertEquals(status, 200);
  const at = it.env.clock.now();
  for (
    const line of [
      `container_cpu_usage_seconds_total{container="c",namespace="default",pod="p"} 5 ${at}`,
      `container_memory_working_set_bytes{container="c",namespace="default",pod="p"} 10485760 ${at}`,
      `pod_cpu_usage_seconds_total{namespace="default",pod="p"} 5 ${at}`,
      `node_memory_working_set_bytes ${10485760 + 64 * 2 ** 20} ${at}`,
      "resource_scrape_error 0",
    ]
  ) {
    assert(metrics.split("\n").includes(line), `${line} is not in ${metrics}`);
  }
  assert(!metrics.includes(`pod="other"`));
  const [, text] = await ask(it, "/nodes/node-1/stats/summary");
  const { node, pods } = JSON.parse(text);
  assertEquals([node.nodeName, node.cpu.usageNanoCores], ["node-1", 510_000_000]);
  assertEquals(pods.map((one: { podRef: { name: string } }) => one.podRef.name), ["p"]);
  assertEquals(pods[0].containers[0].cpu.usageCoreNanoSeconds, 5_000_000_000);
  for (const page of ["pods", "runningpods"]) {
    const [, list] = await ask(it, `/nodes/node-2/${page}`);
    const { kind, items } = JSON.parse(list);
    assertEquals([kind, items.map((one: { metadata: { name: string } }) => one.metadata.name)], [
      "PodList",
      ["other"],
    ]);
  }
  assertEquals(await ask(it, "/healthz"), [200, "ok"]);
});

Deno.test("a node that is alone needs no name", async () => {
  await using it = await stage(1);
  assertEquals((await ask(it, "/stats/summary/"))[0], 200);
  assertEquals((await ask(it, "/nodes/node-1/pods"))[0], 200);
});
