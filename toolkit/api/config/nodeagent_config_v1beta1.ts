// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "../core_v1.ts";
import type { logsV1 } from "./logs_v1.ts";
import type { tracingV1 } from "./tracing_v1.ts";
import type { scalars } from "../scalars.ts";

/** The types of nodeagent.config/v1beta1. */
export declare namespace nodeagentConfigV1beta1 {
  interface CrashLoopBackOffConfig {
    maxContainerRestartPeriod?: scalars.Duration;
  }

  interface CredentialProvider {
    name: string;
    matchImages: string[];
    defaultCacheDuration: scalars.Duration | null;
    apiVersion: string;
    args?: string[];
    env?: ExecEnvVar[];
  }

  interface CredentialProviderConfig {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CredentialProviderConfig";
    providers: CredentialProvider[];
  }

  interface ExecEnvVar {
    name: string;
    value: string;
  }

  type HairpinMode = string;

  interface ImagePullCredentials {
    kubernetesSecrets?: ImagePullSecret[];
    kubernetesServiceAccounts?: ImagePullServiceAccount[];
    nodePodsAccessible?: boolean;
  }

  type ImagePullCredentialsVerificationPolicy = "NeverVerify" | "NeverVerifyPreloadedImages" | "NeverVerifyAllowlistedImages" | "AlwaysVerify" | (string & Record<never, never>);

  interface ImagePullIntent {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ImagePullIntent";
    image: string;
  }

  interface ImagePullSecret {
    uid: string;
    namespace: string;
    name: string;
    credentialHash: string;
  }

  interface ImagePullServiceAccount {
    uid: string;
    namespace: string;
    name: string;
  }

  interface ImagePulledRecord {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ImagePulledRecord";
    lastUpdatedTime: scalars.Time | null;
    imageRef: string;
    credentialMapping?: Record<string, ImagePullCredentials>;
  }

  interface KubeletAnonymousAuthentication {
    enabled?: boolean;
  }

  interface KubeletAuthentication {
    x509?: KubeletX509Authentication;
    webhook?: KubeletWebhookAuthentication;
    anonymous?: KubeletAnonymousAuthentication;
  }

  interface KubeletAuthorization {
    mode?: KubeletAuthorizationMode;
    webhook?: KubeletWebhookAuthorization;
  }

  type KubeletAuthorizationMode = "AlwaysAllow" | "Webhook" | (string & Record<never, never>);

  interface KubeletConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeAgentConfiguration" | "KubeletConfiguration";
    enableServer?: boolean;
    staticPodPath?: string;
    podLogsDir?: string;
    syncFrequency?: scalars.Duration;
    fileCheckFrequency?: scalars.Duration;
    httpCheckFrequency?: scalars.Duration;
    staticPodURL?: string;
    staticPodURLHeader?: Record<string, string[]>;
    address?: string;
    port?: number;
    readOnlyPort?: number;
    tlsCertFile?: string;
    tlsPrivateKeyFile?: string;
    tlsCipherSuites?: string[];
    tlsCurvePreferences?: number[];
    tlsMinVersion?: string;
    rotateCertificates?: boolean;
    serverTLSBootstrap?: boolean;
    authentication?: KubeletAuthentication;
    authorization?: KubeletAuthorization;
    registryPullQPS?: number;
    registryBurst?: number;
    imagePullCredentialsVerificationPolicy?: ImagePullCredentialsVerificationPolicy;
    preloadedImagesVerificationAllowlist?: string[];
    eventRecordQPS?: number;
    eventBurst?: number;
    enableDebuggingHandlers?: boolean;
    enableContentionProfiling?: boolean;
    healthzPort?: number;
    healthzBindAddress?: string;
    oomScoreAdj?: number;
    clusterDomain?: string;
    clusterDNS?: string[];
    streamingConnectionIdleTimeout?: scalars.Duration;
    nodeStatusUpdateFrequency?: scalars.Duration;
    nodeStatusReportFrequency?: scalars.Duration;
    nodeLeaseDurationSeconds?: number;
    imageMinimumGCAge?: scalars.Duration;
    imageMaximumGCAge?: scalars.Duration;
    imageGCHighThresholdPercent?: number;
    imageGCLowThresholdPercent?: number;
    volumeStatsAggPeriod?: scalars.Duration;
    kubeletCgroups?: string;
    systemCgroups?: string;
    cgroupRoot?: string;
    cgroupsPerQOS?: boolean;
    cgroupDriver?: string;
    cpuManagerPolicy?: string;
    singleProcessOOMKill?: boolean;
    cpuManagerPolicyOptions?: Record<string, string>;
    cpuManagerReconcilePeriod?: scalars.Duration;
    memoryManagerPolicy?: string;
    topologyManagerPolicy?: string;
    topologyManagerScope?: string;
    topologyManagerPolicyOptions?: Record<string, string>;
    qosReserved?: Record<string, string>;
    runtimeRequestTimeout?: scalars.Duration;
    hairpinMode?: string;
    maxPods?: number;
    podCIDR?: string;
    podPidsLimit?: scalars.Int64;
    resolvConf?: string;
    runOnce?: boolean;
    cpuCFSQuota?: boolean;
    cpuCFSQuotaPeriod?: scalars.Duration;
    nodeStatusMaxImages?: number;
    maxOpenFiles?: scalars.Int64;
    contentType?: string;
    kubeAPIQPS?: number;
    kubeAPIBurst?: number;
    serializeImagePulls?: boolean;
    maxParallelImagePulls?: number;
    evictionHard?: Record<string, string>;
    evictionSoft?: Record<string, string>;
    evictionSoftGracePeriod?: Record<string, string>;
    evictionPressureTransitionPeriod?: scalars.Duration;
    evictionMaxPodGracePeriod?: number;
    evictionMinimumReclaim?: Record<string, string>;
    mergeDefaultEvictionSettings?: boolean;
    podsPerCore?: number;
    enableControllerAttachDetach?: boolean;
    protectKernelDefaults?: boolean;
    makeIPTablesUtilChains?: boolean;
    iptablesMasqueradeBit?: number;
    iptablesDropBit?: number;
    featureGates?: Record<string, boolean>;
    failSwapOn?: boolean;
    memorySwap?: MemorySwapConfiguration;
    containerLogMaxSize?: string;
    containerLogMaxFiles?: number;
    containerLogMaxWorkers?: number;
    containerLogMonitorInterval?: scalars.Duration;
    configMapAndSecretChangeDetectionStrategy?: ResourceChangeDetectionStrategy;
    systemReserved?: Record<string, string>;
    kubeReserved?: Record<string, string>;
    reservedSystemCPUs?: string;
    showHiddenMetricsForVersion?: string;
    systemReservedCgroup?: string;
    kubeReservedCgroup?: string;
    enforceNodeAllocatable?: string[];
    allowedUnsafeSysctls?: string[];
    volumePluginDir?: string;
    providerID?: string;
    kernelMemcgNotification?: boolean;
    logging?: logsV1.LoggingConfiguration;
    enableSystemLogHandler?: boolean;
    enableSystemLogQuery?: boolean;
    shutdownGracePeriod?: scalars.Duration;
    shutdownGracePeriodCriticalPods?: scalars.Duration;
    shutdownGracePeriodByPodPriority?: ShutdownGracePeriodByPodPriority[];
    crashLoopBackOff?: CrashLoopBackOffConfig;
    reservedMemory?: MemoryReservation[];
    enableProfilingHandler?: boolean;
    enableDebugFlagsHandler?: boolean;
    seccompDefault?: boolean;
    memoryThrottlingFactor?: number;
    memoryReservationPolicy?: MemoryReservationPolicy;
    registerWithTaints?: coreV1.Taint[];
    registerNode?: boolean;
    tracing?: tracingV1.TracingConfiguration;
    localStorageCapacityIsolation?: boolean;
    containerRuntimeEndpoint: string;
    imageServiceEndpoint?: string;
    failCgroupV1?: boolean;
    userNamespaces?: UserNamespaces;
  }

  interface KubeletWebhookAuthentication {
    enabled?: boolean;
    cacheTTL?: scalars.Duration;
  }

  interface KubeletWebhookAuthorization {
    cacheAuthorizedTTL?: scalars.Duration;
    cacheUnauthorizedTTL?: scalars.Duration;
  }

  interface KubeletX509Authentication {
    clientCAFile?: string;
  }

  interface MemoryReservation {
    numaNode: number;
    limits: coreV1.ResourceList;
  }

  type MemoryReservationPolicy = "None" | "TieredReservation" | (string & Record<never, never>);

  interface MemorySwapConfiguration {
    swapBehavior?: string;
  }

  type ResourceChangeDetectionStrategy = "Get" | "Cache" | "Watch" | (string & Record<never, never>);

  interface SerializedNodeConfigSource {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SerializedNodeConfigSource";
    source?: coreV1.NodeConfigSource;
  }

  interface ShutdownGracePeriodByPodPriority {
    priority: number;
    shutdownGracePeriodSeconds: scalars.Int64;
  }

  interface UserNamespaces {
    idsPerPod?: scalars.Int64;
  }
}

export type CrashLoopBackOffConfig = nodeagentConfigV1beta1.CrashLoopBackOffConfig;
export type CredentialProvider = nodeagentConfigV1beta1.CredentialProvider;
export type CredentialProviderConfig = nodeagentConfigV1beta1.CredentialProviderConfig;
export type ExecEnvVar = nodeagentConfigV1beta1.ExecEnvVar;
export type HairpinMode = nodeagentConfigV1beta1.HairpinMode;
export type ImagePullCredentials = nodeagentConfigV1beta1.ImagePullCredentials;
export type ImagePullCredentialsVerificationPolicy = nodeagentConfigV1beta1.ImagePullCredentialsVerificationPolicy;
export type ImagePullIntent = nodeagentConfigV1beta1.ImagePullIntent;
export type ImagePullSecret = nodeagentConfigV1beta1.ImagePullSecret;
export type ImagePullServiceAccount = nodeagentConfigV1beta1.ImagePullServiceAccount;
export type ImagePulledRecord = nodeagentConfigV1beta1.ImagePulledRecord;
export type KubeletAnonymousAuthentication = nodeagentConfigV1beta1.KubeletAnonymousAuthentication;
export type KubeletAuthentication = nodeagentConfigV1beta1.KubeletAuthentication;
export type KubeletAuthorization = nodeagentConfigV1beta1.KubeletAuthorization;
export type KubeletAuthorizationMode = nodeagentConfigV1beta1.KubeletAuthorizationMode;
export type KubeletConfiguration = nodeagentConfigV1beta1.KubeletConfiguration;
export type KubeletWebhookAuthentication = nodeagentConfigV1beta1.KubeletWebhookAuthentication;
export type KubeletWebhookAuthorization = nodeagentConfigV1beta1.KubeletWebhookAuthorization;
export type KubeletX509Authentication = nodeagentConfigV1beta1.KubeletX509Authentication;
export type MemoryReservation = nodeagentConfigV1beta1.MemoryReservation;
export type MemoryReservationPolicy = nodeagentConfigV1beta1.MemoryReservationPolicy;
export type MemorySwapConfiguration = nodeagentConfigV1beta1.MemorySwapConfiguration;
export type ResourceChangeDetectionStrategy = nodeagentConfigV1beta1.ResourceChangeDetectionStrategy;
export type SerializedNodeConfigSource = nodeagentConfigV1beta1.SerializedNodeConfigSource;
export type ShutdownGracePeriodByPodPriority = nodeagentConfigV1beta1.ShutdownGracePeriodByPodPriority;
export type UserNamespaces = nodeagentConfigV1beta1.UserNamespaces;
