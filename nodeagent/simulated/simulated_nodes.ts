/**
 * Nodes that run pods without processes.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Client } from "../../toolkit/mod.ts";
import { runGroups, type Runnable } from "../../toolkit/runnable.ts";
import { keepLeases } from "./node/lease_keeper.ts";
import { NodeKeeper } from "./node/node_keeper.ts";
import { NodeViews } from "./node/node_views.ts";
import { SimulatedNodeTable } from "./node/nodes.ts";
import { type Settings, settingsOf, type SimulatedNodesOptions } from "./options.ts";
import { PodKeeper } from "./pod/pod_keeper.ts";

/** What simulated nodes are made of. */
export interface SimulatedNodesParts {
  readonly client: Client;
  /** By which pods go. */
  readonly clock: Clock;
  /** By which nodes say from time to time that they are well. Default: the same. */
  readonly background?: Clock;
  readonly logger: Logger;
  /** A number from 0 up to 1. */
  random(): number;
}

/** Nodes of one process. They have started when all are registered and all of their pods are known. */
export interface SimulatedNodes extends Runnable {
  readonly nodes: SimulatedNodeTable;
  readonly pods: PodKeeper;
  readonly settings: Settings;
}

/** Makes nodes. Throws a TypeError for options that can't be. */
export function createSimulatedNodes(
  { client, clock, background = clock, logger, random }: SimulatedNodesParts,
  options: SimulatedNodesOptions,
): SimulatedNodes {
  const settings = settingsOf(options);
  const nodes = new SimulatedNodeTable(settings);
  const views = new NodeViews(client, settings);
  const pods = new PodKeeper({ client, nodes, views, settings, clock, logger, random });
  const parts = { client, nodes, views, settings, clock: background, logger, random };
  const keeping: Runnable = {
    name: "nodes",
    announcesStart: true,
    run: ({ signal, started }) => new NodeKeeper(parts).run(signal, started),
  };
  const running: Runnable = {
    name: "pods",
    announcesStart: true,
    run: ({ signal, started }) => pods.run(signal, started),
  };
  const leases: Runnable = { name: "leases", run: ({ signal }) => keepLeases(parts, signal) };
  return {
    name: "simulated nodes",
    announcesStart: true,
    nodes,
    pods,
    settings,
    run: ({ signal, started }) =>
      runGroups([[keeping, running], [leases]], { signal, logger, started }),
  };
}
