/**
 * `./orch bench nodes`: simulated nodes in a process of their own beside an API server on its file, and the
 * writes that they send for pods beside the same writes of a bare client, in the same run.
 *
 * @module
 */

import { RUNTIME_FLAGS } from "../toolkit/cli/up/module_command.ts";
import type { coreV1 } from "../toolkit/mod.ts";
import { Connection } from "./api/connection.ts";
import { processorMs } from "./api/machine.ts";
import {
  memoryOf,
  prepare,
  type Prepared,
  type Running,
  spawned,
  start,
} from "./reference/servers.ts";
import { saveResult, table } from "./report.ts";

const HELP = `Simulated nodes and their pods, beside the same writes of a bare client.

Usage:
  orch bench nodes [NODES [PODS]]
`;

const NODES = 5_000;
const PODS = 10_000;
/** Requests at once: as many as the agent has. */
const WRITERS = 64;
const LOOK_MS = 200;
const LIMIT_MS = 300_000;
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

  static async set(folder: string, nodes: number): Promise<Stage> {
    const prepared = await prepare(folder);
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await start("ours", prepared, "nodes", ""));
    using first = closing([await Connection.open(server.port, prepared.ca, prepared.identity)]);
    for (const name of ["kube-node-lease", "default"]) {
      const body = JSON.stringify({ metadata: { name } });
      await first.all[0]!.request("POST", "/api/v1/namespaces", body);
    }
    const { pid } = stack.use(spawned(await agentCommand(prepared, server.port, nodes)));
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

async function agentCommand(
  { folder, ca, admin }: Prepared,
  port: number,
  nodes: number,
): Promise<string[]> {
  if ("token" in admin) throw new Error("the agent has a certificate");
  const config = `${folder}/agent.json`;
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": btoa(ca),
  };
  const user = {
    "client-certificate-data": btoa(admin.certificate),
    "client-key-data": btoa(admin.key),
  };
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "bench", cluster }],
      users: [{ name: "bench", user }],
      contexts: [{ name: "bench", context: { cluster: "bench", user: "bench" } }],
      "current-context": "bench",
    }),
  );
  return [
    ...[Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
    new URL("../nodeagent/main.ts", import.meta.url).href,
    "--api-dialect=kubernetes",
    "--container-runtime=simulated",
    `--simulated-nodes=${nodes}`,
    `--kubeconfig=${config}`,
    "--enable-server=false",
    "--healthz-port=0",
  ];
}

/** Has all connections send, each the next request of `count`. */
async function sendAll(
  connections: readonly Connection[],
  count: number,
  send: (connection: Connection, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(connections.map(async (connection) => {
    while (next < count) await send(connection, next++);
  }));
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

/** Waits until a list is as it should be. */
async function until(
  connection: Connection,
  path: string,
  check: (list: { items: unknown[]; metadata: { remainingItemCount?: number } }) => boolean,
): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const { body } = await connection.request("GET", path);
    if (check(JSON.parse(decoder.decode(body)))) return;
    if (performance.now() > end) {
      throw new Error(`${path} is not as it should be in ${LIMIT_MS} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The patch of a status that has all that an agent has said of a pod. */
async function statusPatchOf(connection: Connection, name: string): Promise<string> {
  const { body } = await connection.request("GET", `${PODS_PATH}/${name}`);
  const { status: { qosClass: _, ...status } = {} } = JSON.parse(
    decoder.decode(body),
  ) as coreV1.Pod;
  return JSON.stringify({ status });
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const [nodes = NODES, pods = PODS] = args.map(Number);
  if (args.length > 2 || !(nodes > 0) || !(pods > 0)) {
    console.log(HELP);
    return 1;
  }
  const folder = await Deno.makeTempDir();
  try {
    await using stage = await Stage.set(folder, nodes);
    const rows: [string, number, Stretch][] = [];
    const registered = await stage.during(([first]) =>
      until(
        first!,
        "/api/v1/nodes?limit=1",
        ({ items, metadata }) => items.length + (metadata.remainingItemCount ?? 0) === nodes,
      )
    );
    rows.push(["nodes registered", nodes, registered]);
    const quiet = () => new Promise<void>((resolve) => setTimeout(resolve, QUIET_MS));
    await quiet();
    const leases = await stage.during(quiet);
    rows.push(["leases renewed, nothing else", nodes * QUIET_MS / 10_000, leases]);
    const running = await stage.during(async (connections) => {
      await createPods(connections, { set: "run", count: pods, nodes, prefix: "node-" });
      const pending = "labelSelector=set%3Drun&fieldSelector=status.phase!%3DRunning&limit=1";
      await until(connections[0]!, `/api/v1/pods?${pending}`, ({ items }) => items.length === 0);
    });
    rows.push(["pods created until all run", pods, running]);
    const bare = await stage.during(async (connections) => {
      const patch = await statusPatchOf(connections[0]!, "run-0");
      const set = { set: "bare", count: pods, nodes, prefix: "elsewhere-" };
      await createPods(connections, set);
      await sendAll(connections, pods, async (connection, index) => {
        const path = `${PODS_PATH}/bare-${index}/status`;
        const { status, body } = await connection.request("PATCH", path, patch, MERGE);
        if (status !== 200) throw new Error(`a status: ${status} ${decoder.decode(body)}`);
      });
    });
    rows.push(["the same writes of a bare client", pods, bare]);
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
    const agentPeakMb = await stage.agentPeakMb();
    console.log(
      `pods run at ${
        ratio.toFixed(2)
      } of the bare client's rate; the agent's peak is ${agentPeakMb} MB\n` +
        `of the server's processor, leases taken off, a pod takes ${
          serverMs(running).toFixed(2)
        } ms, ` +
        `by the bare client ${serverMs(bare).toFixed(2)} ms`,
    );
    await saveResult("nodes", { nodes, pods, ratio, agentPeakMb, rows });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
