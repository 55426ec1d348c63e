/** Managers and schedulers as processes, killed again and again while a thousand pods are made. */
import { createSimulatedNodes } from "../../nodeagent/simulated/mod.ts";
import { Deployment, Namespace, Node, Pod, silentLogger } from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { slowTests } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Environment } from "./environment.ts";
import { isActive, witness } from "./explore/witness.ts";

const DEPLOYMENTS = 50;
const REPLICAS = 20;
const NODES = 10;
/** How often the leaders are killed, each after so many more pods. */
const KILLS = 4;
const PODS_BETWEEN = 150;

const FLAGS = [
  "--api-dialect=kubernetes",
  "--secure-port=0",
  "--leader-elect-lease-duration=5s",
  "--leader-elect-renew-deadline=4s",
  "--leader-elect-retry-period=500ms",
  "--kube-api-qps=-1",
];

/** Clients send no credentials over plain HTTP: whoever comes is known. */
const EVERYBODY = {
  authenticator: {
    authenticate: () => ({
      is: "known" as const,
      user: { name: "somebody", uid: "", groups: [], extra: {} },
    }),
  },
};

interface Process {
  readonly child: Deno.ChildProcess;
  log: string;
}

/** Two processes of a program, one of which leads. One that has ended is started again, as whoever runs it does. */
class Pair implements AsyncDisposable {
  readonly #program: string;
  readonly #flags: readonly string[];
  readonly #says: string;
  readonly #processes = new Set<Process>();
  readonly #ended: Promise<void>[] = [];
  #isClosed = false;

  /** `says`: what the log of one that leads says. */
  constructor(program: string, flags: readonly string[], says: string) {
    this.#program = new URL(`../../${program}`, import.meta.url).pathname;
    this.#flags = flags;
    this.#says = says;
    for (let count = 0; count < 2; count++) this.#ended.push(this.#run());
  }

  /** Kills the one that leads, as soon as one does. */
  async killLeader(): Promise<void> {
    const leader = () => [...this.#processes].find(({ log }) => log.includes(this.#says));
    await eventually(`a process of ${this.#program} leads`, () => leader() !== undefined);
    this.#kill(leader()!);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const one of this.#processes) this.#kill(one);
    await Promise.all(this.#ended);
  }

  #kill(one: Process): void {
    this.#processes.delete(one);
    one.child.kill("SIGKILL");
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", this.#program, ...this.#flags],
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      }).spawn();
      const one: Process = { child, log: "" };
      this.#processes.add(one);
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) one.log += text;
      this.#processes.delete(one);
      await child.status;
    }
  }
}

if (slowTests()) {
  Deno.test("managers and schedulers that are killed under load leave no pod too many, and all settle", async () => {
    await using env = await Environment.start("kubernetes", EVERYBODY);
    const { client } = env;
    await client.create(Namespace, { metadata: { name: "kube-system" } });
    await env.run(createSimulatedNodes(
      { client, clock: systemClock, random: Math.random, logger: silentLogger },
      { count: NODES, capacity: { cpu: "64", memory: "256Gi", pods: "200" } },
    ));
    assertEquals((await client.list(Node)).items.length, NODES);
    let made = 0;
    await using seen = await witness(client, Pod, (pods) => {
      made = Math.max(made, pods.length);
      const counts = new Map<string, number>();
      for (const { metadata } of pods.filter(isActive)) {
        const owner = metadata.ownerReferences?.[0]?.name ?? "nobody";
        const count = (counts.get(owner) ?? 0) + 1;
        if (count > REPLICAS) return `${owner} has more than ${REPLICAS} pods`;
        counts.set(owner, count);
      }
      return false;
    });
    const flags = [...FLAGS, `--master=${env.server.url}`];
    await using managers = new Pair(
      "controllers/main.ts",
      [...flags, "--controllers=deployment,replicaset,garbagecollector"],
      "This process leads",
    );
    await using schedulers = new Pair("controllers/scheduler/main.ts", flags, "The scheduler runs");
    for (let index = 0; index < DEPLOYMENTS; index++) {
      const labels = { app: `web-${index}` };
      await client.create(Deployment, {
        metadata: { name: `web-${index}` },
        spec: {
          replicas: REPLICAS,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      });
    }
    for (let kill = 1; kill <= KILLS; kill++) {
      await eventually(`${kill * PODS_BETWEEN} pods are made`, () => made >= kill * PODS_BETWEEN);
      await (kill % 2 === 0 ? schedulers : managers).killLeader();
    }
    for (let index = 0; index < DEPLOYMENTS; index++) {
      await client.waitFor(
        Deployment,
        `web-${index}`,
        (one) => one?.status?.availableReplicas === REPLICAS,
        { timeout: "5m" },
      );
    }
    seen.check();
    const { items } = await client.list(Pod);
    assertEquals(items.filter(isActive).length, DEPLOYMENTS * REPLICAS);
    assert(items.every(({ spec }) => spec.nodeName !== undefined));
  });
}
