/**
 * The plugins that a profile has unless it says otherwise.
 *
 * @module
 */

import type { PluginArgs } from "./plugin_args.ts";
import type { Plugin, PluginMaker, SchedulerHandle } from "../framework/mod.ts";
import { defaultBinder } from "./default_binder.ts";
import { defaultPreemption } from "./default_preemption.ts";
import { dynamicResources } from "./dynamic_resources.ts";
import { imageLocality } from "./image_locality.ts";
import { interPodAffinity } from "./inter_pod_affinity.ts";
import { podTopologySpread } from "./pod_topology_spread.ts";
import { nodeAffinity } from "./node_affinity.ts";
import { nodeDeclaredFeatures } from "./node_declared_features.ts";
import { nodeName } from "./node_name.ts";
import { nodePorts } from "./node_ports.ts";
import { nodeResourcesBalancedAllocation } from "./node_resources_balanced_allocation.ts";
import { nodeResourcesFit } from "./node_resources_fit.ts";
import { nodeUnschedulable } from "./node_unschedulable.ts";
import { prioritySort } from "./priority_sort.ts";
import { schedulingGates } from "./scheduling_gates.ts";
import { nodeVolumeLimits } from "./node_volume_limits.ts";
import { volumeBinding } from "./volume_binding.ts";
import { volumeRestrictions } from "./volume_restrictions.ts";
import { volumeZone } from "./volume_zone.ts";
import { taintToleration } from "./taint_toleration.ts";

/** A plugin that is there by itself. */
export interface DefaultPlugin extends PluginMaker {
  /** What its score counts for; 0: nothing is said of that, and it counts for 1. */
  readonly weight: number;
}

function plain(name: string, weight: number, make: (handle: SchedulerHandle) => Plugin) {
  return { name, weight, make };
}

/** One that can be told something: its arguments are complete by the time it is made. */
function told<N extends keyof PluginArgs>(
  name: N,
  weight: number,
  make: (handle: SchedulerHandle, args: PluginArgs[N]) => Plugin,
): DefaultPlugin {
  return { name, weight, make: (handle, args) => make(handle, args as PluginArgs[N]) };
}

/** In the order in which they are asked. */
export const DEFAULT_PLUGINS: readonly DefaultPlugin[] = [
  plain("SchedulingGates", 0, schedulingGates),
  plain("PrioritySort", 0, prioritySort),
  plain("NodeUnschedulable", 0, nodeUnschedulable),
  plain("NodeName", 0, nodeName),
  plain("TaintToleration", 3, taintToleration),
  told("NodeAffinity", 2, nodeAffinity),
  plain("NodePorts", 0, nodePorts),
  told("NodeResourcesFit", 1, nodeResourcesFit),
  plain("VolumeRestrictions", 0, volumeRestrictions),
  plain("NodeVolumeLimits", 0, nodeVolumeLimits),
  told("VolumeBinding", 0, volumeBinding),
  plain("VolumeZone", 0, volumeZone),
  told("PodTopologySpread", 2, podTopologySpread),
  told("InterPodAffinity", 2, interPodAffinity),
  told("DynamicResources", 2, dynamicResources),
  told("DefaultPreemption", 0, defaultPreemption),
  told("NodeResourcesBalancedAllocation", 1, nodeResourcesBalancedAllocation),
  plain("ImageLocality", 1, imageLocality),
  plain("DefaultBinder", 0, defaultBinder),
  plain("NodeDeclaredFeatures", 0, nodeDeclaredFeatures),
];
