/**
 * A whole cluster of simulated nodes on this API server: with our controller manager and scheduler, or with the
 * reference's.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";
import { CLIENT_NICENESS, makeNicer } from "../../toolkit/cli/up/niceness.ts";
import { Connection } from "../api/connection.ts";
import { until } from "../api/send_all.ts";
import { writeClientConfig } from "./client_config.ts";
import { MANAGER_FLAGS, programCommand, type Side, simulatedNodes } from "./programs.ts";
import { prepare, type Prepared, spawned, start } from "./servers.ts";

/** What a cluster is made of. */
export const PROCESSES = [
  "API server",
  "controller manager",
  "scheduler",
  "simulated nodes",
] as const;

/** One of them. */
export type Process = (typeof PROCESSES)[number];

/** Processes, and connections to the server. */
export interface Cluster {
  readonly side: Side;
  readonly pids: Readonly<Record<Process, readonly number[]>>;
  readonly connections: readonly [Connection, ...Connection[]];
}

/** Where deployments are. */
export const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** Runs on a cluster of its own, whose nodes are all there, with so many connections. */
export async function onCluster<T>(
  side: Side,
  nodes: number,
  connected: number,
  run: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const prepared = await prepare(folder, true);
  const server = stack.use(await start("ours", prepared, "cluster", ""));
  const connect = async () => {
    const connection = await Connection.open(server.port, prepared.ca, prepared.admin);
    stack.defer(() => connection.close());
    return connection;
  };
  const first = await connect();
  const more = await Promise.all(Array.from({ length: connected - 1 }, connect));
  const config = await writeClientConfig(prepared, server.port, "cluster");
  // As `up` starts them, whoever made them.
  const begin = (command: readonly string[]) => {
    const { pid } = stack.use(spawned(command));
    makeNicer(pid, CLIENT_NICENESS);
    return pid;
  };
  const manager = begin(
    await programCommand(side, "controller-manager", config, [
      ...MANAGER_FLAGS,
      ...tokensOf(prepared),
    ]),
  );
  const scheduler = begin(await programCommand(side, "scheduler", config, []));
  await until(first, "/api/v1/namespaces", ({ items }) => items.length >= 4);
  const agent = begin(simulatedNodes(config, nodes));
  await until(
    first,
    "/api/v1/nodes?limit=1",
    ({ items, metadata }) => items.length + (metadata.remainingItemCount ?? 0) === nodes,
  );
  const pids = {
    "API server": server.pids,
    "controller manager": [manager],
    scheduler: [scheduler],
    "simulated nodes": [agent],
  };
  return await run({ side, pids, connections: [first, ...more] });
}

/** What it takes to make tokens of accounts. */
function tokensOf({ folder }: Prepared): readonly string[] {
  return [
    `--service-account-private-key-file=${folder}/accounts.key`,
    `--root-ca-file=${folder}/ca.crt`,
  ];
}

/** The sum of a figure over the processes of each part. */
export async function ofEach(
  { pids }: Cluster,
  figure: (pid: number) => Promise<number>,
): Promise<Record<Process, number>> {
  const all = await Promise.all(PROCESSES.map(async (name) => {
    const figures = await Promise.all(pids[name].map(figure));
    return [name, figures.reduce((sum, one) => sum + one, 0)] as const;
  }));
  return Object.fromEntries(all) as Record<Process, number>;
}

/** How many writes the server has answered. */
export async function writesOf({ connections: [connection] }: Cluster): Promise<number> {
  const { body } = await connection.request("GET", "/metrics");
  const counted = new TextDecoder().decode(body).matchAll(
    /^apiserver_request_total\{.*?verb="(?:CREATE|UPDATE|PATCH|DELETE)".*?\} (\d+)$/gm,
  );
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A deployment of so many small pods. */
export function deploymentOf(name: string, replicas: number, image: string): appsV1.Deployment {
  const labels = { app: name };
  return {
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "c", image, resources: { requests: { cpu: "10m" } } }] },
      },
    },
  };
}

/** Whether a deployment is what it should be: all pods new, and available. */
export function isComplete({ metadata, spec, status }: appsV1.Deployment): boolean {
  return status?.observedGeneration === metadata?.generation &&
    status?.updatedReplicas === spec?.replicas &&
    status?.replicas === spec?.replicas &&
    status?.availableReplicas === spec?.replicas;
}
