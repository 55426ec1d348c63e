// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as componentConfigV1alpha1 from "./component_config_v1alpha1.ts";
import type * as coreV1 from "../core_v1.ts";
import type { Base64, Duration, Int64, JsonValue } from "../scalars.ts";

export interface DefaultPreemptionArgs {
  apiVersion?: string;
  kind?: "DefaultPreemptionArgs";
  minCandidateNodesPercentage?: number;
  minCandidateNodesAbsolute?: number;
}

export interface DynamicResourcesArgs {
  apiVersion?: string;
  kind?: "DynamicResourcesArgs";
  filterTimeout: Duration | null;
  bindingTimeout?: Duration;
}

export interface Extender {
  urlPrefix: string;
  filterVerb?: string;
  preemptVerb?: string;
  prioritizeVerb?: string;
  weight?: Int64;
  bindVerb?: string;
  enableHTTPS?: boolean;
  tlsConfig?: ExtenderTLSConfig;
  httpTimeout?: Duration;
  nodeCacheCapable?: boolean;
  managedResources?: ExtenderManagedResource[];
  ignorable?: boolean;
}

export interface ExtenderManagedResource {
  name: string;
  ignoredByScheduler?: boolean;
}

export interface ExtenderTLSConfig {
  insecure?: boolean;
  serverName?: string;
  certFile?: string;
  keyFile?: string;
  caFile?: string;
  certData?: Base64;
  keyData?: Base64;
  caData?: Base64;
}

export interface InterPodAffinityArgs {
  apiVersion?: string;
  kind?: "InterPodAffinityArgs";
  hardPodAffinityWeight?: number;
  ignorePreferredTermsOfExistingPods: boolean;
}

export interface KubeSchedulerConfiguration extends componentConfigV1alpha1.DebuggingConfiguration {
  apiVersion?: string;
  kind?: "KubeSchedulerConfiguration";
  parallelism?: number;
  leaderElection: componentConfigV1alpha1.LeaderElectionConfiguration;
  clientConnection: componentConfigV1alpha1.ClientConnectionConfiguration;
  percentageOfNodesToScore?: number;
  podInitialBackoffSeconds?: Int64;
  podMaxBackoffSeconds?: Int64;
  profiles?: KubeSchedulerProfile[];
  extenders?: Extender[];
  delayCacheUntilActive?: boolean;
}

export interface KubeSchedulerProfile {
  schedulerName?: string;
  percentageOfNodesToScore?: number;
  plugins?: Plugins;
  pluginConfig?: PluginConfig[];
}

export interface NodeAffinityArgs {
  apiVersion?: string;
  kind?: "NodeAffinityArgs";
  addedAffinity?: coreV1.NodeAffinity;
}

export interface NodeResourcesBalancedAllocationArgs {
  apiVersion?: string;
  kind?: "NodeResourcesBalancedAllocationArgs";
  resources?: ResourceSpec[];
}

export interface NodeResourcesFitArgs {
  apiVersion?: string;
  kind?: "NodeResourcesFitArgs";
  ignoredResources?: string[];
  ignoredResourceGroups?: string[];
  scoringStrategy?: ScoringStrategy;
}

export interface Plugin {
  name: string;
  weight?: number;
}

export interface PluginConfig {
  name: string;
  args?: JsonValue;
}

export interface PluginSet {
  enabled?: Plugin[];
  disabled?: Plugin[];
}

export interface Plugins {
  preEnqueue?: PluginSet;
  queueSort?: PluginSet;
  preFilter?: PluginSet;
  filter?: PluginSet;
  postFilter?: PluginSet;
  preScore?: PluginSet;
  score?: PluginSet;
  reserve?: PluginSet;
  permit?: PluginSet;
  preBind?: PluginSet;
  bind?: PluginSet;
  postBind?: PluginSet;
  multiPoint?: PluginSet;
  placementGenerate?: PluginSet;
  placementScore?: PluginSet;
}

export interface PodTopologySpreadArgs {
  apiVersion?: string;
  kind?: "PodTopologySpreadArgs";
  defaultConstraints?: coreV1.TopologySpreadConstraint[];
  defaultingType?: PodTopologySpreadConstraintsDefaulting;
}

export type PodTopologySpreadConstraintsDefaulting = "System" | "List" | (string & Record<never, never>);

export interface RequestedToCapacityRatioParam {
  shape?: UtilizationShapePoint[];
}

export interface ResourceSpec {
  name: string;
  weight?: Int64;
}

export interface ScoringStrategy {
  type?: ScoringStrategyType;
  resources?: ResourceSpec[];
  requestedToCapacityRatio?: RequestedToCapacityRatioParam;
}

export type ScoringStrategyType = "LeastAllocated" | "MostAllocated" | "RequestedToCapacityRatio" | (string & Record<never, never>);

export interface UtilizationShapePoint {
  utilization: number;
  score: number;
}

export interface VolumeBindingArgs {
  apiVersion?: string;
  kind?: "VolumeBindingArgs";
  bindTimeoutSeconds?: Int64;
  shape?: UtilizationShapePoint[];
}
