/** What simulated nodes do while the server is not there, and when answers get lost. */
import { testEnv } from "../../testing.ts";
import type { ClientRequest, RequestSender } from "../../toolkit/client/sender.ts";
import type { ServerClient } from "../../toolkit/client/server_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Lease, Node, Pod, silentLogger } from "../../toolkit/mod.ts";
import { ConnectionLost } from "../../toolkit/transport/mod.ts";
import { createSimulatedNodes } from "./mod.ts";

/** A way to the server that breaks. */
class Way implements RequestSender {
  readonly #sender: RequestSender;
  #outage = new AbortController();
  /** Whether the answer of a request gets lost, though the server has done what it asks. */
  loses: (request: ClientRequest) => boolean = () => false;

  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  /** All that is under way is lost, and nothing gets through. */
  breaks(): void {
    this.#outage.abort(new ConnectionLost("connection refused", { refused: true }));
  }

  mended(): void {
    this.#outage = new AbortController();
  }

  async send(request: ClientRequest) {
    const { signal: outage } = this.#outage;
    outage.throwIfAborted();
    const signal = request.signal ? AbortSignal.any([request.signal, outage]) : outage;
    const answer = await this.#sender.send({ ...request, signal });
    if (!this.loses(request)) return answer;
    answer.body.discard();
    throw new ConnectionLost("the connection was reset");
  }

  webSocket: RequestSender["webSocket"] = (request) => this.#sender.webSocket(request);
}

/** Two nodes behind a way of their own. */
async function stage() {
  const env = await testEnv({ now: "2026-02-03T04:05:06Z" });
  const { clock } = env;
  const way = new Way((env.client as ServerClient).options.sender);
  const client = (env.client as ServerClient).derived({ sender: way, clock });
  const stop = new AbortController();
  const nodes = createSimulatedNodes(
    { client, clock, logger: silentLogger, random: () => 0.5 },
    { count: 2 },
  );
  const over = nodes.run({ signal: stop.signal, started() {} });
  await env.settle();
  return {
    env,
    way,
    async makePod(name: string, says: Record<string, string> = {}, restartPolicy = "Always") {
      const annotations = Object.fromEntries(
        Object.entries(says).map(([key, value]) => [`simulated.orch.io/${key}`, value]),
      );
      await env.client.create(Pod, {
        metadata: { name, annotations },
        spec: {
          nodeName: "node-1",
          restartPolicy: restartPolicy as "Always",
          containers: [{ name: "c", image: "i" }],
        },
      });
      await env.settle();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await over;
      await env[Symbol.asyncDispose]();
    },
  };
}

Deno.test("simulated nodes go on through an outage of minutes, and tell then what has happened when", async () => {
  await using it = await stage();
  const { env: { client }, way, makePod } = it;
  await makePod("still");
  await makePod("ends", { "run-for": "90s" }, "Never");
  const still = await client.get(Pod, "still");
  way.breaks();
  await client.delete(Node, "node-2");
  await makePod("new");
  await client.create(Pod, {
    metadata: { name: "goes" },
    spec: { nodeName: "node-1", containers: [{ name: "c", image: "i" }] },
  });
  await client.delete(Pod, "goes", { gracePeriod: 30 });
  await it.env.settle("5m");
  assertEquals((await client.get(Pod, "ends")).status?.phase, "Running");
  assertEquals((await client.get(Pod, "new")).status?.phase, "Pending");
  way.mended();
  await it.env.settle("2m");
  const after = await client.get(Pod, "still");
  assertEquals(after.metadata.resourceVersion, still.metadata.resourceVersion, "nothing is new");
  const { status } = await client.get(Pod, "ends");
  assertEquals(status?.phase, "Succeeded");
  const { finishedAt } = status!.containerStatuses![0]!.state!.terminated!;
  assertEquals(finishedAt, "2026-02-03T04:06:36Z", "while nobody could be told");
  assertEquals((await client.get(Pod, "new")).status?.phase, "Running");
  assertEquals(await client.find(Pod, "goes"), undefined);
  assert(await client.find(Node, "node-2") !== undefined, "it has registered again");
  for (const name of ["node-1", "node-2"]) {
    const { spec } = await client.get(Lease, { namespace: "kube-node-lease", name });
    const age = it.env.clock.now() - Date.parse(spec!.renewTime!);
    assert(age <= 10_000, `${name}: ${age}`);
  }
});

Deno.test("a write whose answer is lost is done once", async () => {
  await using it = await stage();
  const { env, way, makePod } = it;
  let lost = 0;
  way.loses = ({ method, path }) => {
    const isStatus = method === "PATCH" && path.includes("/pods/p/status");
    return isStatus && lost++ < 2;
  };
  await makePod("p", { "run-for": "1s", "exit-code": "1" });
  await env.settle("1m");
  assert(lost >= 2);
  const { status } = await env.client.get(Pod, "p");
  // It has ended at 1 s, and after rests of 0, 10 and 20 s.
  assertEquals(status?.containerStatuses?.[0]?.restartCount, 3);
  const { items } = await env.client.list(Pod);
  assertEquals(items.length, 1);
});
