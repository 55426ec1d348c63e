/**
 * What plugins of the scheduler can be told, complete.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { ShapePoint } from "./resource_scores.ts";

/** A resource that counts for so much. */
export interface ResourceWeight {
  readonly name: string;
  readonly weight: number;
}

/** Which nodes are the better ones by their resources. */
export interface ScoringStrategy {
  readonly type: "LeastAllocated" | "MostAllocated" | "RequestedToCapacityRatio";
  readonly resources: readonly ResourceWeight[];
  /** Of the ratio alone; scores to 100. */
  readonly shape: readonly ShapePoint[];
}

/** Of NodeResourcesFit. */
export interface NodeResourcesFitArgs {
  /** Extended resources that nobody looks at. */
  readonly ignoredResources: readonly string[];
  /** The same by what stands before the slash. */
  readonly ignoredResourceGroups: readonly string[];
  readonly scoringStrategy: ScoringStrategy;
}

/** Of NodeResourcesBalancedAllocation. */
export interface NodeResourcesBalancedAllocationArgs {
  readonly resources: readonly ResourceWeight[];
}

/** Of NodeAffinity. */
export interface NodeAffinityArgs {
  /** Holds of all pods, besides what they say. */
  readonly addedAffinity?: coreV1.NodeAffinity | undefined;
}

/** Of InterPodAffinity. */
export interface InterPodAffinityArgs {
  /** What a demand of a pod that is there counts for in the score. */
  readonly hardPodAffinityWeight: number;
  readonly ignorePreferredTermsOfExistingPods: boolean;
}

/** Of PodTopologySpread. */
export interface PodTopologySpreadArgs {
  readonly defaultConstraints: readonly coreV1.TopologySpreadConstraint[];
  /** `System`: over hosts and zones; `List`: as `defaultConstraints` say. */
  readonly defaultingType: "System" | "List";
}

/** Of DefaultPreemption. */
export interface DefaultPreemptionArgs {
  readonly minCandidateNodesPercentage: number;
  readonly minCandidateNodesAbsolute: number;
}

/** Of VolumeBinding. */
export interface VolumeBindingArgs {
  /** For so long claims may take to be bound before the pod is given another node. */
  readonly bindTimeoutSeconds: number;
}

/** Of DynamicResources. */
export interface DynamicResourcesArgs {
  /** For so long it may take to find devices on one node; 0: as long as steps are left. */
  readonly filterTimeoutMs: number;
  /** For so long devices may take to be made ready before the pod is given others. */
  readonly bindingTimeoutMs: number;
}

/** What each plugin is told that can be told something. */
export interface PluginArgs {
  readonly NodeResourcesFit: NodeResourcesFitArgs;
  readonly NodeResourcesBalancedAllocation: NodeResourcesBalancedAllocationArgs;
  readonly NodeAffinity: NodeAffinityArgs;
  readonly InterPodAffinity: InterPodAffinityArgs;
  readonly PodTopologySpread: PodTopologySpreadArgs;
  readonly DefaultPreemption: DefaultPreemptionArgs;
  readonly VolumeBinding: VolumeBindingArgs;
  readonly DynamicResources: DynamicResourcesArgs;
}

const PROCESSORS_AND_MEMORY: readonly ResourceWeight[] = [
  { name: "cpu", weight: 1 },
  { name: "memory", weight: 1 },
];

/** Where nothing is said. */
export const DEFAULT_ARGS: PluginArgs = {
  NodeResourcesFit: {
    ignoredResources: [],
    ignoredResourceGroups: [],
    scoringStrategy: { type: "LeastAllocated", resources: PROCESSORS_AND_MEMORY, shape: [] },
  },
  NodeResourcesBalancedAllocation: { resources: PROCESSORS_AND_MEMORY },
  NodeAffinity: {},
  InterPodAffinity: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false },
  PodTopologySpread: { defaultConstraints: [], defaultingType: "System" },
  DefaultPreemption: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
  VolumeBinding: { bindTimeoutSeconds: 600 },
  DynamicResources: { filterTimeoutMs: 10_000, bindingTimeoutMs: 600_000 },
};
