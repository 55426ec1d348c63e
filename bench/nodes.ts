/**
 * `./orch bench nodes`: simulated nodes in a process of their own beside an API server on its file, and the
 * writes that they send for pods beside the same writes of a bare client, and beside those of kwok, in the same run.
 *
 * @module
 */

import { downloadModule } from "../testing/go_module.ts";
import { publishedProgram } from "../testing/go_program.ts";
import type { coreV1 } from "../toolkit/mod.ts";
import { Connection } from "./api/connection.ts";
import { processorMs } from "./api/machine.ts";
import { writeClientConfig } from "./reference/client_config.ts";
import { simulatedNodes } from "./reference/programs.ts";
import {
  memoryOf,
  prepare,
  type Prepared,
  type Running,
  spawned,
  start,
} from "./reference/servers.ts";
import { sendAll, until } from "./api/send_all.ts";
import { saveResult, table } from "./report.ts";

const HELP = `Simulated nodes and their pods, beside the same writes of a bare client.

Usage:
  orch bench nodes [NODES [PODS]] [--kwok]

      --kwok  The same with kwok's nodes as well: built with Go the first time
`;

const KWOK = ["sigs.k8s.io/kwok/cmd/kwok", "v0.8.0"] as const;

const NODES = 5_000;
const PODS = 10_000;
/** Requests at once: as many as the agent has. */
const WRITERS = 64;
/** How long nothing happens but what nodes do all the time. */
const QUIET_MS = 20_000;
const MERGE = "application/strategic-merge-patch+json";

/** What a stretch of time has come to. */
interface Stretch {
  readonly seconds: number;
  readonly agentCpuSeconds: number;
  readonly serverCpuSeconds: number;
  /** Resident, at its end. */
  readonly agentMb: number;
  readonly serverMb: number;
}

/** The server, the agent, and connections to the server. */
class Stage implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #server: Running;
  readonly #agentPid: number;
  readonly #prepared: Prepared;

  private constructor(
    stack: AsyncDisposableStack,
    server: Running,
    agentPid: number,
    prepared: Prepared,
  ) {
    this.#stack = stack;
    this.#server = server;
    this.#agentPid = agentPid;
    this.#prepared = prepared;
  }

  /** A server, and an agent of so many nodes. */
  static async set(folder: string, nodes: number, kind: Agent): Promise<Stage> {
    const prepared = await prepare(folder);
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await start("ours", prepared, kind, ""));
    using first = closing([await Connection.open(server.port, prepared.ca, prepared.identity)]);
    for (const name of ["kube-node-lease", "default"]) {
      const body = JSON.stringify({ metadata: { name } });
      await first.all[0]!.request("POST", "/api/v1/namespaces", body);
    }
    const config = await writeClientConfig(prepared, server.port, kind);
    const command = kind === "kwok" ? await kwokCommand(config) : simulatedNodes(config, nodes);
    const { pid } = stack.use(spawned(command));
    return new Stage(stack.move(), server, pid, prepared);
  }

  /** Runs, and tells what that has taken. */
  async during(run: (connections: readonly Connection[]) => Promise<void>): Promise<Stretch> {
    const pid = this.#agentPid;
    using connections = closing(await this.#connect());
    const both = () => Promise.all([processorMs(pid), this.#server.processorMs()]);
    const began = performance.now();
    const [agent, server] = await both();
    await run(connections.all);
    const [agentAfter, serverAfter] = await both();
    const [{ residentMb: serverMb } = { residentMb: NaN }] = await this.#server.memory();
    return {
      seconds: (performance.now() - began) / 1000,
      agentCpuSeconds: (agentAfter - agent) / 1000,
      serverCpuSeconds: (serverAfter - server) / 1000,
      agentMb: (await memoryOf(pid)).residentMb,
      serverMb,
    };
  }

  #connect(): Promise<Connection[]> {
    const { ca, identity } = this.#prepared;
    return Promise.all(
      Array.from({ length: WRITERS }, () => Connection.open(this.#server.port, ca, identity)),
    );
  }

  /** The most that the agent has had. */
  async agentPeakMb(): Promise<number> {
    return (await memoryOf(this.#agentPid)).peakMb;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function closing(all: readonly Connection[]) {
  return { all, [Symbol.dispose]: () => all.forEach((one) => one.close()) };
}

/** Whose nodes. */
type Agent = "ours" | "kwok";

/** What its nodes and pods go through, as it is published beside it: as fast as it can. */
const KWOK_STAGES = [
  "node/fast/node-initialize",
  "node/heartbeat-with-lease/node-heartbeat-with-lease",
  "pod/fast/pod-ready",
  "pod/fast/pod-complete",
  "pod/fast/pod-delete",
];

async function kwokCommand(config: string): Promise<string[]> {
  const program = await publishedProgram(...KWOK);
  const [path, version] = KWOK;
  const module = path.split("/").slice(0, 2).join("/");
  const { Dir } = await downloadModule(`${module}@${version}`, ".");
  return [
    program,
    `--kubeconfig=${config}`,
    ...KWOK_STAGES.map((stage) => `--config=${Dir}/kustomize/stage/${stage}.yaml`),
    "--manage-all-nodes=true",
    "--node-lease-duration-seconds=40",
    "--server-address=127.0.0.1:0",
  ];
}

/** What others make of a node that an agent finds: ours makes its own. */
async function createNodes(connections: readonly Connection[], nodes: number): Promise<void> {
  await sendAll(connections, nodes, async (connection, index) => {
    const name = `node-${1 + index}`;
    const body = JSON.stringify({
      metadata: { name, labels: { "kubernetes.io/hostname": name } },
      status: { allocatable: { cpu: "32", memory: "256Gi", pods: "110" } },
    });
    const { status } = await connection.request("POST", "/api/v1/nodes", body);
    if (status !== 201) throw new Error(`a node: ${status}`);
  });
}

const PODS_PATH = "/api/v1/namespaces/default/pods";
const decoder = new TextDecoder();

/** Creates the pods of a set, in turn on nodes whose names begin with `prefix`. */
async function createPods(
  connections: readonly Connection[],
  { set, count, nodes, prefix }: { set: string; count: number; nodes: number; prefix: string },
): Promise<void> {
  await sendAll(connections, count, async (connection, index) => {
    const body = JSON.stringify({
      metadata: { name: `${set}-${index}`, labels: { set } },
      spec: { nodeName: `${prefix}${1 + index % nodes}`, containers: [{ name: "c", image: "i" }] },
    });
    const { status, body: answer } = await connection.request("POST", PODS_PATH, body);
    if (status !== 201) throw new Error(`a pod: ${status} ${decoder.decode(answer)}`);
  });
}

/** The patch of a status that has all that an agent has said of a pod. */
async function statusPatchOf(connection: Connection, name: string): Promise<string> {
  const { body } = await connection.request("GET", `${PODS_PATH}/${name}`);
  const { status: { qosClass: _, ...status } = {} } = JSON.parse(
    decoder.decode(body),
  ) as coreV1.Pod;
  return JSON.stringify({ status });
}

type Row = [string, number, Stretch];

/** From the agent's start, and from the pods' creation, until all is as it should be. */
async function measured(stage: Stage, kind: Agent, nodes: number, pods: number): Promise<Row[]> {
  const registered = await stage.during(async (connections) => {
    if (kind === "kwok") await createNodes(connections, nodes);
    await until(
      connections[0]!,
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases?limit=1",
      ({ items, metadata }) => items.length + (metadata.remainingItemCount ?? 0) === nodes,
    );
  });
  await quiet();
  const leases = await stage.during(quiet);
  const running = await stage.during(async (connections) => {
    await createPods(connections, { set: "run", count: pods, nodes, prefix: "node-" });
    const pending = "labelSelector=set%3Drun&fieldSelector=status.phase!%3DRunning&limit=1";
    await until(connections[0]!, `/api/v1/pods?${pending}`, ({ items }) => items.length === 0);
  });
  const of = kind === "kwok" ? "kwok: " : "";
  return [
    [`${of}nodes registered, with leases`, nodes, registered],
    [`${of}leases renewed, nothing else`, nodes * QUIET_MS / 10_000, leases],
    [`${of}pods created until all run`, pods, running],
  ];
}

const quiet = () => new Promise<void>((resolve) => setTimeout(resolve, QUIET_MS));

/** The same writes of a client that does nothing else. */
function bareWrites(stage: Stage, nodes: number, pods: number): Promise<Stretch> {
  return stage.during(async (connections) => {
    const patch = await statusPatchOf(connections[0]!, "run-0");
    const set = { set: "bare", count: pods, nodes, prefix: "elsewhere-" };
    await createPods(connections, set);
    await sendAll(connections, pods, async (connection, index) => {
      const path = `${PODS_PATH}/bare-${index}/status`;
      const { status, body } = await connection.request("PATCH", path, patch, MERGE);
      if (status !== 200) throw new Error(`a status: ${status} ${decoder.decode(body)}`);
    });
  });
}

async function withKwok(nodes: number, pods: number): Promise<[Row[], number]> {
  const folder = await Deno.makeTempDir();
  try {
    await using stage = await Stage.set(folder, nodes, "kwok");
    return [await measured(stage, "kwok", nodes, pods), await stage.agentPeakMb()];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const beside = args.includes("--kwok");
  const numbers = args.filter((arg) => arg !== "--kwok").map(Number);
  const [nodes = NODES, pods = PODS] = numbers;
  if (numbers.length > 2 || !(nodes > 0) || !(pods > 0)) {
    console.log(HELP);
    return 1;
  }
  const folder = await Deno.makeTempDir();
  try {
    await using stage = await Stage.set(folder, nodes, "ours");
    const rows = await measured(stage, "ours", nodes, pods);
    const [, [, , leases], [, , running]] = rows as [Row, Row, Row];
    const bare = await bareWrites(stage, nodes, pods);
    rows.push(["the same writes of a bare client", pods, bare]);
    const agentPeakMb = await stage.agentPeakMb();
    await stage[Symbol.asyncDispose]();
    const [others, kwokPeakMb] = beside ? await withKwok(nodes, pods) : [[], undefined];
    rows.push(...others);
    console.log(table(
      ["", "a second", "seconds", "agent CPU s", "server CPU s", "agent MB", "server MB"],
      rows.map(([name, count, one]) => [
        name,
        (count / one.seconds).toFixed(0),
        one.seconds.toFixed(1),
        one.agentCpuSeconds.toFixed(1),
        one.serverCpuSeconds.toFixed(1),
        one.agentMb.toFixed(0),
        one.serverMb.toFixed(0),
      ]),
    ));
    const ratio = bare.seconds / running.seconds;
    // Who else takes the processors does not matter to this.
    const serverMs = ({ serverCpuSeconds, seconds }: Stretch) =>
      (serverCpuSeconds - leases.serverCpuSeconds / leases.seconds * seconds) * 1000 / pods;
    const perPod = [running, bare].map((one) => `${serverMs(one).toFixed(2)} ms`);
    console.log(
      `pods run at ${ratio.toFixed(2)} of the bare client's rate; the agent's peak is ` +
        `${agentPeakMb} MB\nof the server's processor, leases taken off, a pod takes ` +
        `${perPod[0]}, by the bare client ${perPod[1]}`,
    );
    const kwok = others[2]?.[2];
    if (kwok !== undefined) {
      const times = (kwok.seconds / running.seconds).toFixed(2);
      console.log(`pods run at ${times} of kwok's rate, whose peak is ${kwokPeakMb} MB`);
    }
    if (numbers.length === 0) {
      await saveResult("nodes", { nodes, pods, ratio, agentPeakMb, kwokPeakMb, rows });
    }
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
