/**
 * `./orch bench settle`: how long a whole cluster takes until many deployments that come at once are what they
 * should be, each pod made, on a node and ready; with our controller manager and scheduler, and with the
 * reference's, on this API server and these simulated nodes, in turns.
 *
 * @module
 */

import type { appsV1 } from "../toolkit/mod.ts";
import type { Connection } from "./api/connection.ts";
import { processorMs } from "./api/machine.ts";
import { sendAll } from "./api/send_all.ts";
import type { Side } from "./reference/programs.ts";
import {
  type Cluster,
  deploymentOf,
  DEPLOYMENTS,
  isComplete,
  ofEach,
  onCluster,
  type Process,
  PROCESSES,
} from "./reference/whole_cluster.ts";
import { saveResult, table } from "./report.ts";

const HELP = `Deployments that come at once, until each is complete.

Usage:
  orch bench settle [DEPLOYMENTS [NODES [ROUNDS]]] [--alone]

      --alone  Without the reference's controller manager and scheduler, which are built with Go the first time
`;

const DEPLOYMENT_COUNT = 1_000;
const REPLICAS = 10;
const NODES = 100;
const ROUNDS = 3;
/** Requests at once. */
const WRITERS = 32;
/** Between two looks at a deployment: often enough for a second, and too seldom to be work for the server. */
const LOOK_MS = 500;
/** A cluster that takes longer than this has come to a stop. */
const LIMIT_MS = 600_000;
/** Pods a second, and times the rate with the reference's. */
const GOAL = { rate: 250, ratio: 1.5 };
const decoder = new TextDecoder();

/** What one round took. */
interface Round {
  readonly side: Side;
  readonly seconds: number;
  readonly podsPerSecond: number;
  readonly cpuMs: Readonly<Record<Process, number>>;
  /** Events that were written by then: who tells of them need not have come to an end. */
  readonly events: number;
}

async function createDeployment(connection: Connection, name: string, replicas: number) {
  const body = JSON.stringify(deploymentOf(name, replicas, "one"));
  const { status, body: answer } = await connection.request("POST", DEPLOYMENTS, body);
  if (status !== 201) throw new Error(`${name}: ${status} ${decoder.decode(answer)}`);
}

/** One look after the other at one deployment after the other: none that was complete changes any more. */
async function untilComplete(connection: Connection, name: string): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const { body } = await connection.request("GET", `${DEPLOYMENTS}/${name}`);
    if (isComplete(JSON.parse(decoder.decode(body)) as appsV1.Deployment)) return;
    if (performance.now() > end) throw new Error(`${name} is not complete in ${LIMIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function eventsOf([connection]: Cluster["connections"]): Promise<number> {
  const { body } = await connection.request("GET", "/api/v1/events?limit=1");
  const { items, metadata } = JSON.parse(decoder.decode(body));
  return items.length + (metadata.remainingItemCount ?? 0);
}

async function settle(cluster: Cluster, count: number): Promise<Round> {
  const { side, connections } = cluster;
  // Until all processes work.
  await createDeployment(connections[0], "first", 1);
  await untilComplete(connections[0], "first");
  const before = await ofEach(cluster, processorMs);
  const began = performance.now();
  const name = (index: number) => `web-${index}`;
  await sendAll(connections, count, (one, index) => createDeployment(one, name(index), REPLICAS));
  await sendAll(connections, count, (one, index) => untilComplete(one, name(index)));
  const seconds = (performance.now() - began) / 1000;
  const after = await ofEach(cluster, processorMs);
  const cpuMs = Object.fromEntries(
    PROCESSES.map((process) => [process, after[process] - before[process]]),
  ) as Record<Process, number>;
  const events = await eventsOf(connections);
  return { side, seconds, podsPerSecond: count * REPLICAS / seconds, cpuMs, events };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const isAlone = args.includes("--alone");
  const numbers = args.filter((arg) => arg !== "--alone").map(Number);
  const [deployments = DEPLOYMENT_COUNT, nodes = NODES, rounds = ROUNDS] = numbers;
  if (numbers.length > 3 || !(deployments > 0) || !(nodes > 0) || !(rounds > 0)) {
    console.log(HELP);
    return 1;
  }
  const sides = isAlone ? ["ours"] as const : ["ours", "theirs"] as const;
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const one = await onCluster(side, nodes, WRITERS, (cluster) => settle(cluster, deployments));
      console.log(`${side}: ${one.podsPerSecond.toFixed(0)} pods a second`);
      taken.push(one);
    }
  }
  console.log(table(
    ["side", "pods a second", "seconds", ...PROCESSES.map((one) => `${one}, CPU s`), "events"],
    taken.map(({ side, podsPerSecond, seconds, cpuMs, events }) => [
      ...[side, podsPerSecond.toFixed(0), seconds.toFixed(1)],
      ...PROCESSES.map((process) => (cpuMs[process] / 1000).toFixed(1)),
      String(events),
    ]),
  ));
  const rateOf = (side: Side) =>
    mean(taken.filter((one) => one.side === side).map(({ podsPerSecond }) => podsPerSecond));
  const rate = rateOf("ours");
  const verdict = (reached: boolean) => reached ? "reached" : "not reached";
  console.log(
    `ours: ${rate.toFixed(0)} pods a second in the mean (goal: ${GOAL.rate}): ` +
      verdict(rate >= GOAL.rate),
  );
  if (!isAlone) {
    const ratio = rate / rateOf("theirs");
    console.log(
      `of the rate with the reference's: ${ratio.toFixed(2)} (goal: ${GOAL.ratio}): ` +
        verdict(ratio >= GOAL.ratio),
    );
  }
  // The file has what the README tells of: a smaller run leaves it alone.
  if (args.length === 0) await saveResult("settle", { deployments, nodes, rounds: taken });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
