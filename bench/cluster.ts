/**
 * `./orch bench cluster`: a whole cluster of simulated nodes: a deployment of many pods that becomes available and
 * rolls out, and what a cluster of many pods takes while nothing happens; with our controller manager and
 * scheduler, and with the reference's, on this API server, in one run.
 *
 * @module
 */

import type { appsV1 } from "../toolkit/mod.ts";
import { processorMs } from "./api/machine.ts";
import { until } from "./api/send_all.ts";
import { floorOf } from "./reference/floor.ts";
import type { Side } from "./reference/programs.ts";
import { memoryOf, memoryTogether } from "./reference/servers.ts";
import {
  type Cluster,
  deploymentOf,
  DEPLOYMENTS,
  isComplete,
  ofEach,
  onCluster,
  type Process,
  PROCESSES,
  writesOf,
} from "./reference/whole_cluster.ts";
import { saveResult, table } from "./report.ts";

const HELP = `A cluster of simulated nodes: a rollout, and rest.

Usage:
  orch bench cluster [NODES [PODS]] [--alone]

      --alone  Without the reference's controller manager and scheduler, which are built with Go the first time
`;

const NODES = 100;
const PODS = 10_000;
/** Pods of the deployment that rolls out, or as many as there are. */
const ROLLED = 1_000;
/** Pods of the others, each. */
const REPLICAS = 100;
/** Until nothing happens any more, and how long that is looked at. */
const SETTLE_MS = 30_000;
const REST_MS = 60_000;
/** Of a core, and of memory: for the API server, the controller manager and the scheduler together. */
const GOAL = { percent: 3, megabytes: 700 };

/** Those that the goal is for. */
const COUNTED: readonly Process[] = PROCESSES.slice(0, 3);

/** What a stretch of time took. */
interface Stretch {
  readonly side: Side;
  readonly what: string;
  readonly seconds: number;
  readonly cpuMs: Readonly<Record<Process, number>>;
  readonly residentMb: Readonly<Record<Process, number>>;
  /** Of those that the goal is for. */
  readonly togetherMb: number;
  /** Writes a second that the server answered. */
  readonly writesPerSecond: number;
}

async function timed(
  cluster: Cluster,
  what: string,
  run: () => Promise<void>,
): Promise<Stretch> {
  const { side, pids } = cluster;
  const cpu = () => ofEach(cluster, processorMs);
  const written = await writesOf(cluster);
  const began = performance.now();
  const before = await cpu();
  await run();
  const after = await cpu();
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = Object.fromEntries(
    PROCESSES.map((name) => [name, after[name] - before[name]]),
  ) as Record<Process, number>;
  return {
    side,
    what,
    seconds,
    cpuMs,
    residentMb: await ofEach(cluster, async (pid) => (await memoryOf(pid)).residentMb),
    togetherMb: await memoryTogether(COUNTED.flatMap((name) => pids[name])),
    writesPerSecond: (await writesOf(cluster) - written) / seconds,
  };
}

async function send(
  { connections: [connection] }: Cluster,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const type = method === "PATCH" ? "application/merge-patch+json" : undefined;
  const { status, body: answer } = await connection.request(
    method,
    path,
    JSON.stringify(body),
    type,
  );
  if (status >= 300) {
    throw new Error(`${method} ${path}: ${status} ${new TextDecoder().decode(answer)}`);
  }
}

/** Waits until deployments are what they should be: all pods new, and available. */
async function untilComplete({ connections: [connection] }: Cluster, query = ""): Promise<void> {
  await until(
    connection,
    `${DEPLOYMENTS}${query}`,
    ({ items }) => (items as appsV1.Deployment[]).every(isComplete),
  );
}

async function measure(cluster: Cluster, pods: number): Promise<Stretch[]> {
  const rolled = Math.min(ROLLED, pods);
  const only = "?fieldSelector=metadata.name%3Drolled";
  const created = await timed(cluster, `${rolled} pods of a deployment available`, async () => {
    await send(cluster, "POST", DEPLOYMENTS, deploymentOf("rolled", rolled, "one"));
    await untilComplete(cluster, only);
  });
  const rollout = await timed(cluster, `a rollout of ${rolled} pods`, async () => {
    const { spec } = deploymentOf("rolled", rolled, "two");
    await send(cluster, "PATCH", `${DEPLOYMENTS}/rolled`, { spec: { template: spec!.template } });
    await untilComplete(cluster, only);
  });
  for (let left = pods - rolled, index = 0; left > 0; left -= REPLICAS, index++) {
    const deployment = deploymentOf(`web-${index}`, Math.min(REPLICAS, left), "one");
    await send(cluster, "POST", DEPLOYMENTS, deployment);
  }
  await untilComplete(cluster);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const rest = await timed(
    cluster,
    `rest with ${pods} pods`,
    () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
  );
  return [created, rollout, rest];
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const isAlone = args.includes("--alone");
  const numbers = args.filter((arg) => arg !== "--alone").map(Number);
  const [nodes = NODES, pods = PODS] = numbers;
  if (numbers.length > 2 || !(nodes > 0) || !(pods > 0)) {
    console.log(HELP);
    return 1;
  }
  const stretches: Stretch[] = [];
  for (const side of isAlone ? ["ours"] as const : ["ours", "theirs"] as const) {
    stretches.push(...await onCluster(side, nodes, 1, (cluster) => measure(cluster, pods)));
  }
  console.log(table(
    ["what", "side", "seconds", "process", "CPU s", "of a core", "MB"],
    stretches.flatMap(rowsOf),
  ));
  for (const { side, percent, megabytes } of stretches.filter(isRest).map(togetherOf)) {
    const reached = percent <= GOAL.percent && megabytes <= GOAL.megabytes;
    console.log(
      `at rest, ${side}: ${percent.toFixed(1)}% of a core and ${megabytes} MB together ` +
        `(goal: ${GOAL.percent}%, ${GOAL.megabytes} MB): ${reached ? "reached" : "not reached"}`,
    );
  }
  const { writesPerSecond } = stretches.find(isRest)!;
  const floor = await floorOf(writesPerSecond);
  console.log(
    `a bare server of the runtime that commits ${
      writesPerSecond.toFixed(1)
    } rows a second, as many as the API ` +
      `server of ours at rest: ${floor.toFixed(1)}% of a core`,
  );
  // The file has what the README tells of: a smaller run leaves it alone.
  if (args.length === 0) await saveResult("cluster", { nodes, pods, stretches, floor });
  return 0;
}

const isRest = ({ what }: Stretch) => what.startsWith("rest");

function rowsOf({ side, what, seconds, cpuMs, residentMb }: Stretch): string[][] {
  return PROCESSES.map((name, index) => [
    ...index === 0 ? [what, side, seconds.toFixed(1)] : ["", "", ""],
    name,
    (cpuMs[name] / 1000).toFixed(1),
    `${(cpuMs[name] / seconds / 10).toFixed(1)}%`,
    residentMb[name].toFixed(0),
  ]);
}

function togetherOf({ side, seconds, cpuMs, togetherMb }: Stretch) {
  const sum = COUNTED.reduce((all, name) => all + cpuMs[name], 0);
  return { side, percent: sum / seconds / 10, megabytes: togetherMb };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
