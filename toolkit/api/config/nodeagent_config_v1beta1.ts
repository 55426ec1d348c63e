// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "../core_v1.ts";
import type * as logsV1 from "./logs_v1.ts";
import type * as tracingV1 from "./tracing_v1.ts";
import type { Duration, Int64, Time } from "../scalars.ts";

export interface CrashLoopBackOffConfig {
  maxContainerRestartPeriod?: Duration;
}

export interface CredentialProvider {
  name: string;
  matchImages: string[];
  defaultCacheDuration: Duration | null;
  apiVersion: string;
  args?: string[];
  env?: ExecEnvVar[];
}

export interface CredentialProviderConfig {
  apiVersion?: string;
  kind?: "CredentialProviderConfig";
  providers: CredentialProvider[];
}

export interface ExecEnvVar {
  name: string;
  value: string;
}

export type HairpinMode = string;

export interface ImagePullCredentials {
  kubernetesSecrets?: ImagePullSecret[];
  kubernetesServiceAccounts?: ImagePullServiceAccount[];
  nodePodsAccessible?: boolean;
}

export type ImagePullCredentialsVerificationPolicy = "NeverVerify" | "NeverVerifyPreloadedImages" | "NeverVerifyAllowlistedImages" | "AlwaysVerify" | (string & Record<never, never>);

export interface ImagePullIntent {
  apiVersion?: string;
  kind?: "ImagePullIntent";
  image: string;
}

export interface ImagePullSecret {
  uid: string;
  namespace: string;
  name: string;
  credentialHash: string;
}

export interface ImagePullServiceAccount {
  uid: string;
  namespace: string;
  name: string;
}

export interface ImagePulledRecord {
  apiVersion?: string;
  kind?: "ImagePulledRecord";
  lastUpdatedTime: Time | null;
  imageRef: string;
  credentialMapping?: Record<string, ImagePullCredentials>;
}

export interface KubeletAnonymousAuthentication {
  enabled?: boolean;
}

export interface KubeletAuthentication {
  x509?: KubeletX509Authentication;
  webhook?: KubeletWebhookAuthentication;
  anonymous?: KubeletAnonymousAuthentication;
}

export interface KubeletAuthorization {
  mode?: KubeletAuthorizationMode;
  webhook?: KubeletWebhookAuthorization;
}

export type KubeletAuthorizationMode = "AlwaysAllow" | "Webhook" | (string & Record<never, never>);

export interface KubeletConfiguration {
  apiVersion?: string;
  kind?: "NodeAgentConfiguration" | "KubeletConfiguration";
  enableServer?: boolean;
  staticPodPath?: string;
  podLogsDir?: string;
  syncFrequency?: Duration;
  fileCheckFrequency?: Duration;
  httpCheckFrequency?: Duration;
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
  streamingConnectionIdleTimeout?: Duration;
  nodeStatusUpdateFrequency?: Duration;
  nodeStatusReportFrequency?: Duration;
  nodeLeaseDurationSeconds?: number;
  imageMinimumGCAge?: Duration;
  imageMaximumGCAge?: Duration;
  imageGCHighThresholdPercent?: number;
  imageGCLowThresholdPercent?: number;
  volumeStatsAggPeriod?: Duration;
  kubeletCgroups?: string;
  systemCgroups?: string;
  cgroupRoot?: string;
  cgroupsPerQOS?: boolean;
  cgroupDriver?: string;
  cpuManagerPolicy?: string;
  singleProcessOOMKill?: boolean;
  cpuManagerPolicyOptions?: Record<string, string>;
  cpuManagerReconcilePeriod?: Duration;
  memoryManagerPolicy?: string;
  topologyManagerPolicy?: string;
  topologyManagerScope?: string;
  topologyManagerPolicyOptions?: Record<string, string>;
  qosReserved?: Record<string, string>;
  runtimeRequestTimeout?: Duration;
  hairpinMode?: string;
  maxPods?: number;
  podCIDR?: string;
  podPidsLimit?: Int64;
  resolvConf?: string;
  runOnce?: boolean;
  cpuCFSQuota?: boolean;
  cpuCFSQuotaPeriod?: Duration;
  nodeStatusMaxImages?: number;
  maxOpenFiles?: Int64;
  contentType?: string;
  kubeAPIQPS?: number;
  kubeAPIBurst?: number;
  serializeImagePulls?: boolean;
  maxParallelImagePulls?: number;
  evictionHard?: Record<string, string>;
  evictionSoft?: Record<string, string>;
  evictionSoftGracePeriod?: Record<string, string>;
  evictionPressureTransitionPeriod?: Duration;
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
  containerLogMonitorInterval?: Duration;
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
  shutdownGracePeriod?: Duration;
  shutdownGracePeriodCriticalPods?: Duration;
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

export interface KubeletWebhookAuthentication {
  enabled?: boolean;
  cacheTTL?: Duration;
}

export interface KubeletWebhookAuthorization {
  cacheAuthorizedTTL?: Duration;
  cacheUnauthorizedTTL?: Duration;
}

export interface KubeletX509Authentication {
  clientCAFile?: string;
}

export interface MemoryReservation {
  numaNode: number;
  limits: coreV1.ResourceList;
}

export type MemoryReservationPolicy = "None" | "TieredReservation" | (string & Record<never, never>);

export interface MemorySwapConfiguration {
  swapBehavior?: string;
}

export type ResourceChangeDetectionStrategy = "Get" | "Cache" | "Watch" | (string & Record<never, never>);

export interface SerializedNodeConfigSource {
  apiVersion?: string;
  kind?: "SerializedNodeConfigSource";
  source?: coreV1.NodeConfigSource;
}

export interface ShutdownGracePeriodByPodPriority {
  priority: number;
  shutdownGracePeriodSeconds: Int64;
}

export interface UserNamespaces {
  idsPerPod?: Int64;
}
