/**
 * The node life cycle: what becomes of nodes that are not ready, and of nodes whose agents say nothing.
 *
 * @module
 */

import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import type { LoopParts } from "./loop/mod.ts";
import { EmptyNodes } from "./node_lifecycle/empty_nodes.ts";
import { Monitor } from "./node_lifecycle/monitor.ts";
import { NodeHealths } from "./node_lifecycle/node_health.ts";
import { nodeViews } from "./node_lifecycle/node_view.ts";
import { TaintNodes } from "./node_lifecycle/taint_nodes.ts";
import { tendNodes } from "./node_lifecycle/tend_nodes.ts";
import { UnreadyPods } from "./node_lifecycle/unready_pods.ts";
import { Zones } from "./node_lifecycle/zones.ts";
import type { ProcessController } from "./process_controller.ts";

/** What {@link createNodeLifecycleController} is told; times are in milliseconds. */
export interface NodeLifecycleOptions {
  /** How often nodes are looked at. Default 5 s. */
  readonly monitorPeriodMs?: number;
  /** How long a node may be silent. Default 40 s. */
  readonly monitorGraceMs?: number;
  /** How long a node that has never said how it is may be silent. Default 60 s. */
  readonly startupGraceMs?: number;
  /** How many nodes of a zone are given up a second. Default 0.1. */
  readonly evictionRate?: number;
  /** The same in a large zone that is partly disrupted; in another one: none. Default 0.01. */
  readonly secondaryEvictionRate?: number;
  /** A zone with more nodes than so many is large. Default 50. */
  readonly largeClusterThreshold?: number;
  /** The share of nodes that are not ready from which a zone is partly disrupted. Default 0.55. */
  readonly unhealthyZoneThreshold?: number;
  /**
   * Whether nodes are given up by taints, for which others delete their pods. Else their pods are deleted here.
   * Default true.
   */
  readonly taints?: boolean;
  /** Without taints: how long nodes may be silent or unready before their pods go. Default 5 minutes. */
  readonly podEvictionMs?: number;
}

const SECOND_MS = 1000;

/**
 * Says of nodes that are silent that nothing is known of them, and of their pods that they are not ready; keeps new
 * pods off nodes by taints for their conditions; and gives nodes up that are not ready, zone by zone and no faster than
 * zones allow: none where no node of any zone is ready.
 */
export function createNodeLifecycleController(
  parts: LoopParts,
  options: NodeLifecycleOptions = {},
): Runnable {
  const { client, informers, clock, logger } = parts;
  const viewOf = nodeViews(NAMES[client.dialect]);
  const events = new Recorder({ client, component: "node-controller", clock, logger });
  const healths = new NodeHealths({
    graceMs: options.monitorGraceMs ?? 40 * SECOND_MS,
    startupMs: options.startupGraceMs ?? 60 * SECOND_MS,
  });
  const zones = new Zones({
    rate: options.evictionRate ?? 0.1,
    secondaryRate: options.secondaryEvictionRate ?? 0.01,
    largeThreshold: options.largeClusterThreshold ?? 50,
    unhealthyShare: options.unhealthyZoneThreshold ?? 0.55,
  });
  const emptying = options.taints === false
    ? new EmptyNodes(parts, {
      events,
      healths,
      timeoutMs: options.podEvictionMs ?? 300 * SECOND_MS,
    })
    : undefined;
  const unready = new UnreadyPods(parts, events, viewOf);
  const monitor = new Monitor(parts, {
    viewOf,
    periodMs: options.monitorPeriodMs ?? 5 * SECOND_MS,
    healths,
    zones,
    givingUp: emptying ?? new TaintNodes(parts, viewOf),
    events,
    fellSilent: (name) => unready.lookAtThoseOf(name),
  });
  const tending = tendNodes(parts, viewOf);
  return {
    ...tending,
    async run(context) {
      const { signal } = context;
      const beside = { signal, started() {} };
      await informers.start(signal);
      using _ = emptying?.listen((name) => monitor.lookAt(name));
      await Promise.all([
        tending.run(context),
        unready.loop().run(beside),
        monitor.zoneLoop().run(beside),
        monitor.loop().run(beside),
      ]);
    },
  };
}

function positive(ms: number): number {
  if (ms > 0) return ms;
  throw new Error(`--node-monitor-period is ${ms} ms: give a time that is longer than none`);
}

/** The controller of a process. */
export const nodeLifecycleController: ProcessController = {
  name: "node-lifecycle-controller",
  aliases: ["nodelifecycle"],
  account: "node-controller",
  flags: [
    "enable-taint-manager",
    "large-cluster-size-threshold",
    "node-eviction-rate",
    "node-monitor-grace-period",
    "node-monitor-period",
    "node-startup-grace-period",
    "pod-eviction-timeout",
    "secondary-node-eviction-rate",
    "unhealthy-zone-threshold",
  ],
  make: (parts) =>
    createNodeLifecycleController(parts, {
      monitorPeriodMs: positive(parts.values["node-monitor-period"]),
      monitorGraceMs: parts.values["node-monitor-grace-period"],
      startupGraceMs: parts.values["node-startup-grace-period"],
      evictionRate: parts.values["node-eviction-rate"],
      secondaryEvictionRate: parts.values["secondary-node-eviction-rate"],
      largeClusterThreshold: parts.values["large-cluster-size-threshold"],
      unhealthyZoneThreshold: parts.values["unhealthy-zone-threshold"],
      taints: parts.values["enable-taint-manager"],
      podEvictionMs: parts.values["pod-eviction-timeout"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("node_lifecycle", [nodeLifecycleController]));
}
