/**
 * `./orch bench workloads`: what the controllers and the scheduler make of many objects in how much time, beside
 * the reference's controller manager and scheduler on the same API server, in the same run.
 *
 * @module
 */

import { freePort } from "../testing/free_port.ts";
import { Connection } from "./api/connection.ts";
import { type Counts, quantile, readHistogram } from "./api/histogram.ts";
import { processorMs } from "./api/machine.ts";
import { sendAll, until } from "./api/send_all.ts";
import { writeClientConfig } from "./reference/client_config.ts";
import { MANAGER_FLAGS, type Program, programCommand, type Side } from "./reference/programs.ts";
import { memoryOf, prepare, type Prepared, spawned, start } from "./reference/servers.ts";
import { saveResult, table } from "./report.ts";

const HELP = `Deployments that settle, pods that are given nodes, and a namespace that ends.

Usage:
  orch bench workloads [DEPLOYMENTS [NODES [PODS]]] [--alone]

The reference's programs are built with Go the first time; --alone leaves them out.
`;

const DEPLOYMENTS = 1_000;
const REPLICAS = 10;
const NODES = 5_000;
const PODS = 10_000;
const OBJECTS = 10_000;
/** Requests at once. */
const WRITERS = 32;
const decoder = new TextDecoder();

/** What the scheduler of either side calls the time until it knows a node. */
const DECISION = "scheduler_scheduling_algorithm_duration_seconds";
/** Milliseconds that 99 of 100 decisions may take. */
const DECISION_GOAL_MS = 20;

/** What both are told: each is as fast as it can be, and the scheduler shows its metrics on `port`. */
function flagsOf(program: Program, { folder }: Prepared, port: number): readonly string[] {
  if (program === "controller-manager") {
    return [...MANAGER_FLAGS, "--controllers=deployment,replicaset,namespace,garbagecollector"];
  }
  return [
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    `--tls-cert-file=${folder}/tls.crt`,
    `--tls-private-key-file=${folder}/tls.key`,
    "--authorization-always-allow-paths=/metrics",
  ];
}

/** A side's figure for one thing. */
interface Figure {
  readonly side: Side;
  readonly what: string;
  readonly count: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly serverCpuSeconds: number;
  readonly peakMb: number;
  /** Milliseconds that 99 of 100 decisions took at most. */
  readonly decisionMs?: number;
}

/** A server, a program beside it, and connections. */
interface Stage {
  readonly connections: readonly Connection[];
  /** How long decisions took until now. */
  decisions(): Promise<Counts>;
  /** Times what is done until all is there. */
  timed(what: string, count: number, run: () => Promise<void>): Promise<Figure>;
}

/** Runs with a program of a side on an empty server. */
async function onStage(
  side: Side,
  program: Program,
  run: (stage: Stage) => Promise<Figure[]>,
): Promise<Figure[]> {
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const prepared = await prepare(folder);
  const server = stack.use(await start("ours", prepared, "workloads", ""));
  const connections = await Promise.all(
    Array.from(
      { length: WRITERS },
      () => Connection.open(server.port, prepared.ca, prepared.identity),
    ),
  );
  stack.defer(() => connections.forEach((one) => one.close()));
  for (const name of ["default", "many"]) {
    await connections[0]!.request(
      "POST",
      "/api/v1/namespaces",
      JSON.stringify({ metadata: { name } }),
    );
  }
  const config = await writeClientConfig(prepared, server.port, program);
  const port = freePort();
  const flags = flagsOf(program, prepared, port);
  const { pid } = stack.use(spawned(await programCommand(side, program, config, flags)));
  return await run({
    connections,
    async decisions() {
      const connection = await Connection.open(port, prepared.ca, prepared.identity);
      try {
        return await readHistogram(connection, DECISION);
      } finally {
        connection.close();
      }
    },
    async timed(what, count, run) {
      const cpu = () => Promise.all([processorMs(pid), server.processorMs()]);
      const began = performance.now();
      const [own, servers] = await cpu();
      await run();
      const [ownAfter, serversAfter] = await cpu();
      return {
        side,
        what,
        count,
        seconds: (performance.now() - began) / 1000,
        cpuSeconds: (ownAfter - own) / 1000,
        serverCpuSeconds: (serversAfter - servers) / 1000,
        peakMb: (await memoryOf(pid)).peakMb,
      };
    },
  });
}

/** Creates an object of each number. */
async function createAll(
  { connections }: Stage,
  path: string,
  count: number,
  make: (index: number) => object,
): Promise<void> {
  await sendAll(connections, count, async (connection, index) => {
    const { status, body } = await connection.request("POST", path, JSON.stringify(make(index)));
    if (status !== 201) throw new Error(`${path}: ${status} ${decoder.decode(body)}`);
  });
}

/** Waits until a list has so many objects. */
async function untilCounted({ connections }: Stage, path: string, count: number): Promise<void> {
  const separator = path.includes("?") ? "&" : "?";
  await until(
    connections[0]!,
    `${path}${separator}limit=1`,
    ({ items, metadata }) => items.length + (metadata.remainingItemCount ?? 0) === count,
  );
}

const template = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "10m" } } }] },
});

/** Deployments until all of their pods are there; then a namespace of many objects until it is gone. */
async function manage(stage: Stage, deployments: number): Promise<Figure[]> {
  // Until the program works: its first deployment has its pod.
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const deployment = (name: string, replicas: number) => ({
    metadata: { name },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
  });
  await createAll(stage, path, 1, () => deployment("first", 1));
  await untilCounted(stage, "/api/v1/namespaces/default/pods", 1);
  const pods = deployments * REPLICAS;
  const settled = await stage.timed(`pods of ${deployments} deployments`, pods, async () => {
    await createAll(stage, path, deployments, (index) => deployment(`web-${index}`, REPLICAS));
    await untilCounted(stage, "/api/v1/namespaces/default/pods", pods + 1);
  });
  await createAll(stage, "/api/v1/namespaces/many/configmaps", OBJECTS, (index) => ({
    metadata: { name: `object-${index}` },
    data: { key: "value" },
  }));
  const ended = await stage.timed("objects of a namespace that ends", OBJECTS, async () => {
    await stage.connections[0]!.request("DELETE", "/api/v1/namespaces/many");
    await untilCounted(stage, "/api/v1/namespaces?fieldSelector=metadata.name%3Dmany", 0);
  });
  return [settled, ended];
}

/** Pods until each has its node. */
async function schedule(stage: Stage, nodes: number, pods: number): Promise<Figure[]> {
  await createAll(stage, "/api/v1/nodes", nodes, (index) => ({
    metadata: { name: `node-${index}`, labels: { "kubernetes.io/hostname": `node-${index}` } },
    spec: {},
    status: {
      capacity: { cpu: "8", memory: "16Gi", pods: "110" },
      allocatable: { cpu: "8", memory: "16Gi", pods: "110" },
      conditions: [{ type: "Ready", status: "True" }],
    },
  }));
  await sendAll(stage.connections, nodes, async (connection, index) => {
    const body = JSON.stringify({ spec: { taints: null } });
    const type = "application/merge-patch+json";
    await connection.request("PATCH", `/api/v1/nodes/node-${index}`, body, type);
  });
  const path = "/api/v1/namespaces/default/pods";
  const { metadata: { labels }, spec } = template("web");
  const pod = (name: string) => ({ metadata: { name, labels }, spec });
  const waiting = "/api/v1/pods?fieldSelector=spec.nodeName%3D";
  await createAll(stage, path, 1, () => pod("first"));
  await untilCounted(stage, waiting, 0);
  const before = await stage.decisions();
  const given = await stage.timed(`pods given one of ${nodes} nodes`, pods, async () => {
    await createAll(stage, path, pods, (index) => pod(`pod-${index}`));
    await untilCounted(stage, waiting, 0);
  });
  return [{ ...given, decisionMs: quantile(before, await stage.decisions(), 0.99) * 1000 }];
}

/** How many times the other side's rate it is. */
function ratioOf(one: Figure, other: Figure | undefined): string {
  return one === other || other === undefined ? "" : (other.seconds / one.seconds).toFixed(2);
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const isAlone = args.includes("--alone");
  const numbers = args.filter((arg) => arg !== "--alone").map(Number);
  const [deployments = DEPLOYMENTS, nodes = NODES, pods = PODS] = numbers;
  if (numbers.length > 3 || !(deployments > 0) || !(nodes > 0) || !(pods > 0)) {
    console.log(HELP);
    return 1;
  }
  const sides: readonly Side[] = isAlone ? ["ours"] : ["ours", "theirs"];
  const figures: Figure[] = [];
  for (const side of sides) {
    figures.push(
      ...await onStage(side, "controller-manager", (stage) => manage(stage, deployments)),
    );
    figures.push(...await onStage(side, "scheduler", (stage) => schedule(stage, nodes, pods)));
  }
  const theirs = new Map(
    figures.filter(({ side }) => side === "theirs").map((one) => [one.what, one]),
  );
  console.log(table(
    ["what", "side", "a second", "of theirs", "seconds", "CPU s", "server CPU s", "peak MB"],
    figures.map((one) => [
      one.what,
      one.side,
      (one.count / one.seconds).toFixed(0),
      ratioOf(one, theirs.get(one.what)),
      one.seconds.toFixed(1),
      one.cpuSeconds.toFixed(1),
      one.serverCpuSeconds.toFixed(1),
      one.peakMb.toFixed(0),
    ]),
  ));
  for (const { side, decisionMs } of figures) {
    if (decisionMs === undefined) continue;
    const verdict = decisionMs < DECISION_GOAL_MS ? "reached" : "not reached";
    console.log(
      `99 of 100 decisions, ${side}: ${decisionMs.toFixed(2)} ms at most` +
        (side === "ours" ? ` (goal: ${DECISION_GOAL_MS}): ${verdict}` : ""),
    );
  }
  // The file has what the README tells of: a smaller run leaves it alone.
  if (args.length === 0) await saveResult("workloads", { deployments, nodes, pods, figures });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
