// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { componentConfigV1alpha1 } from "./component_config_v1alpha1.ts";
import type { coreV1 } from "../core_v1.ts";
import type { scalars } from "../scalars.ts";

/** The types of scheduler.config/v1. */
export declare namespace schedulerConfigV1 {
  interface DefaultPreemptionArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DefaultPreemptionArgs";
    minCandidateNodesPercentage?: number;
    minCandidateNodesAbsolute?: number;
  }

  interface DynamicResourcesArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DynamicResourcesArgs";
    filterTimeout: scalars.Duration | null;
    bindingTimeout?: scalars.Duration;
  }

  interface Extender {
    urlPrefix: string;
    filterVerb?: string;
    preemptVerb?: string;
    prioritizeVerb?: string;
    weight?: scalars.Int64;
    bindVerb?: string;
    enableHTTPS?: boolean;
    tlsConfig?: ExtenderTLSConfig;
    httpTimeout?: scalars.Duration;
    nodeCacheCapable?: boolean;
    managedResources?: ExtenderManagedResource[];
    ignorable?: boolean;
  }

  interface ExtenderManagedResource {
    name: string;
    ignoredByScheduler?: boolean;
  }

  interface ExtenderTLSConfig {
    insecure?: boolean;
    serverName?: string;
    certFile?: string;
    keyFile?: string;
    caFile?: string;
    certData?: scalars.Base64;
    keyData?: scalars.Base64;
    caData?: scalars.Base64;
  }

  interface InterPodAffinityArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "InterPodAffinityArgs";
    hardPodAffinityWeight?: number;
    ignorePreferredTermsOfExistingPods: boolean;
  }

  interface KubeSchedulerConfiguration extends componentConfigV1alpha1.DebuggingConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "KubeSchedulerConfiguration";
    parallelism?: number;
    leaderElection: componentConfigV1alpha1.LeaderElectionConfiguration;
    clientConnection: componentConfigV1alpha1.ClientConnectionConfiguration;
    percentageOfNodesToScore?: number;
    podInitialBackoffSeconds?: scalars.Int64;
    podMaxBackoffSeconds?: scalars.Int64;
    profiles?: KubeSchedulerProfile[];
    extenders?: Extender[];
    delayCacheUntilActive?: boolean;
  }

  interface KubeSchedulerProfile {
    schedulerName?: string;
    percentageOfNodesToScore?: number;
    plugins?: Plugins;
    pluginConfig?: PluginConfig[];
  }

  interface NodeAffinityArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeAffinityArgs";
    addedAffinity?: coreV1.NodeAffinity;
  }

  interface NodeResourcesBalancedAllocationArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeResourcesBalancedAllocationArgs";
    resources?: ResourceSpec[];
  }

  interface NodeResourcesFitArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeResourcesFitArgs";
    ignoredResources?: string[];
    ignoredResourceGroups?: string[];
    scoringStrategy?: ScoringStrategy;
  }

  interface Plugin {
    name: string;
    weight?: number;
  }

  interface PluginConfig {
    name: string;
    args?: scalars.JsonValue;
  }

  interface PluginSet {
    enabled?: Plugin[];
    disabled?: Plugin[];
  }

  interface Plugins {
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

  interface PodTopologySpreadArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodTopologySpreadArgs";
    defaultConstraints?: coreV1.TopologySpreadConstraint[];
    defaultingType?: PodTopologySpreadConstraintsDefaulting;
  }

  type PodTopologySpreadConstraintsDefaulting = "System" | "List" | (string & Record<never, never>);

  interface RequestedToCapacityRatioParam {
    shape?: UtilizationShapePoint[];
  }

  interface ResourceSpec {
    name: string;
    weight?: scalars.Int64;
  }

  interface ScoringStrategy {
    type?: ScoringStrategyType;
    resources?: ResourceSpec[];
    requestedToCapacityRatio?: RequestedToCapacityRatioParam;
  }

  type ScoringStrategyType = "LeastAllocated" | "MostAllocated" | "RequestedToCapacityRatio" | (string & Record<never, never>);

  interface UtilizationShapePoint {
    utilization: number;
    score: number;
  }

  interface VolumeBindingArgs {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "VolumeBindingArgs";
    bindTimeoutSeconds?: scalars.Int64;
    shape?: UtilizationShapePoint[];
  }
}

export type DefaultPreemptionArgs = schedulerConfigV1.DefaultPreemptionArgs;
export type DynamicResourcesArgs = schedulerConfigV1.DynamicResourcesArgs;
export type Extender = schedulerConfigV1.Extender;
export type ExtenderManagedResource = schedulerConfigV1.ExtenderManagedResource;
export type ExtenderTLSConfig = schedulerConfigV1.ExtenderTLSConfig;
export type InterPodAffinityArgs = schedulerConfigV1.InterPodAffinityArgs;
export type KubeSchedulerConfiguration = schedulerConfigV1.KubeSchedulerConfiguration;
export type KubeSchedulerProfile = schedulerConfigV1.KubeSchedulerProfile;
export type NodeAffinityArgs = schedulerConfigV1.NodeAffinityArgs;
export type NodeResourcesBalancedAllocationArgs = schedulerConfigV1.NodeResourcesBalancedAllocationArgs;
export type NodeResourcesFitArgs = schedulerConfigV1.NodeResourcesFitArgs;
export type Plugin = schedulerConfigV1.Plugin;
export type PluginConfig = schedulerConfigV1.PluginConfig;
export type PluginSet = schedulerConfigV1.PluginSet;
export type Plugins = schedulerConfigV1.Plugins;
export type PodTopologySpreadArgs = schedulerConfigV1.PodTopologySpreadArgs;
export type PodTopologySpreadConstraintsDefaulting = schedulerConfigV1.PodTopologySpreadConstraintsDefaulting;
export type RequestedToCapacityRatioParam = schedulerConfigV1.RequestedToCapacityRatioParam;
export type ResourceSpec = schedulerConfigV1.ResourceSpec;
export type ScoringStrategy = schedulerConfigV1.ScoringStrategy;
export type ScoringStrategyType = schedulerConfigV1.ScoringStrategyType;
export type UtilizationShapePoint = schedulerConfigV1.UtilizationShapePoint;
export type VolumeBindingArgs = schedulerConfigV1.VolumeBindingArgs;
