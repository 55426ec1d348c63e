// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as cloudcontrollermanagerConfigV1alpha1 from "./cloudcontrollermanager_config_v1alpha1.ts";
import type { Duration, JsonValue } from "../scalars.ts";

export interface AttachDetachControllerConfiguration {
  DisableAttachDetachReconcilerSync: boolean;
  ReconcilerSyncLoopPeriod: Duration;
  disableForceDetachOnTimeout: boolean;
}

export interface CSRSigningConfiguration {
  CertFile: string;
  KeyFile: string;
}

export interface CSRSigningControllerConfiguration {
  ClusterSigningCertFile: string;
  ClusterSigningKeyFile: string;
  KubeletServingSignerConfiguration: CSRSigningConfiguration;
  KubeletClientSignerConfiguration: CSRSigningConfiguration;
  KubeAPIServerClientSignerConfiguration: CSRSigningConfiguration;
  LegacyUnknownSignerConfiguration: CSRSigningConfiguration;
  ClusterSigningDuration: Duration;
}

export interface CronJobControllerConfiguration {
  ConcurrentCronJobSyncs: number;
}

export interface DaemonSetControllerConfiguration {
  ConcurrentDaemonSetSyncs: number;
}

export interface DeploymentControllerConfiguration {
  ConcurrentDeploymentSyncs: number;
}

export type DeprecatedControllerConfiguration = Record<never, never>;

export interface DeviceTaintEvictionControllerConfiguration {
  ConcurrentSyncs: number;
}

export interface EndpointControllerConfiguration {
  ConcurrentEndpointSyncs: number;
  EndpointUpdatesBatchPeriod: Duration;
}

export interface EndpointSliceControllerConfiguration {
  ConcurrentServiceEndpointSyncs: number;
  MaxEndpointsPerSlice: number;
  EndpointUpdatesBatchPeriod: Duration;
}

export interface EndpointSliceMirroringControllerConfiguration {
  MirroringConcurrentServiceEndpointSyncs: number;
  MirroringMaxEndpointsPerSubset: number;
  MirroringEndpointUpdatesBatchPeriod: Duration;
}

export interface EphemeralVolumeControllerConfiguration {
  ConcurrentEphemeralVolumeSyncs: number;
}

export interface GarbageCollectorControllerConfiguration {
  EnableGarbageCollector: boolean | null;
  ConcurrentGCSyncs: number;
  GCIgnoredResources: GroupResource[];
}

export interface GroupResource {
  Group: string;
  Resource: string;
}

export interface HPAControllerConfiguration {
  ConcurrentHorizontalPodAutoscalerSyncs: number;
  HorizontalPodAutoscalerSyncPeriod: Duration;
  HorizontalPodAutoscalerDownscaleStabilizationWindow: Duration;
  HorizontalPodAutoscalerTolerance: number;
  HorizontalPodAutoscalerCPUInitializationPeriod: Duration;
  HorizontalPodAutoscalerInitialReadinessDelay: Duration;
}

export interface JobControllerConfiguration {
  ConcurrentJobSyncs: number;
}

export interface KubeControllerManagerConfiguration {
  apiVersion?: string;
  kind?: "KubeControllerManagerConfiguration";
  Generic: JsonValue;
  KubeCloudShared: cloudcontrollermanagerConfigV1alpha1.KubeCloudSharedConfiguration;
  AttachDetachController: AttachDetachControllerConfiguration;
  CSRSigningController: CSRSigningControllerConfiguration;
  DaemonSetController: DaemonSetControllerConfiguration;
  DeploymentController: DeploymentControllerConfiguration;
  StatefulSetController: StatefulSetControllerConfiguration;
  DeprecatedController: DeprecatedControllerConfiguration;
  EndpointController: EndpointControllerConfiguration;
  EndpointSliceController: EndpointSliceControllerConfiguration;
  EndpointSliceMirroringController: EndpointSliceMirroringControllerConfiguration;
  EphemeralVolumeController: EphemeralVolumeControllerConfiguration;
  GarbageCollectorController: GarbageCollectorControllerConfiguration;
  HPAController: HPAControllerConfiguration;
  JobController: JobControllerConfiguration;
  CronJobController: CronJobControllerConfiguration;
  LegacySATokenCleaner: LegacySATokenCleanerConfiguration;
  NamespaceController: NamespaceControllerConfiguration;
  NodeIPAMController: NodeIPAMControllerConfiguration;
  NodeLifecycleController: NodeLifecycleControllerConfiguration;
  PersistentVolumeBinderController: PersistentVolumeBinderControllerConfiguration;
  PodGCController: PodGCControllerConfiguration;
  ReplicaSetController: ReplicaSetControllerConfiguration;
  ReplicationController: ReplicationControllerConfiguration;
  ResourceQuotaController: ResourceQuotaControllerConfiguration;
  SAController: SAControllerConfiguration;
  ServiceController: JsonValue;
  TTLAfterFinishedController: TTLAfterFinishedControllerConfiguration;
  ValidatingAdmissionPolicyStatusController: ValidatingAdmissionPolicyStatusControllerConfiguration;
  DeviceTaintEvictionController: DeviceTaintEvictionControllerConfiguration;
  ResourceClaimController: ResourceClaimControllerConfiguration;
}

export interface LegacySATokenCleanerConfiguration {
  CleanUpPeriod: Duration;
}

export interface NamespaceControllerConfiguration {
  NamespaceSyncPeriod: Duration;
  ConcurrentNamespaceSyncs: number;
}

export interface NodeIPAMControllerConfiguration {
  ServiceCIDR: string;
  SecondaryServiceCIDR: string;
  NodeCIDRMaskSize: number;
  NodeCIDRMaskSizeIPv4: number;
  NodeCIDRMaskSizeIPv6: number;
}

export interface NodeLifecycleControllerConfiguration {
  NodeEvictionRate: number;
  SecondaryNodeEvictionRate: number;
  NodeStartupGracePeriod: Duration;
  NodeMonitorGracePeriod: Duration;
  PodEvictionTimeout: Duration;
  LargeClusterSizeThreshold: number;
  UnhealthyZoneThreshold: number;
}

export interface PersistentVolumeBinderControllerConfiguration {
  PVClaimBinderSyncPeriod: Duration;
  VolumeConfiguration: VolumeConfiguration;
}

export interface PersistentVolumeRecyclerConfiguration {
  MaximumRetry: number;
  MinimumTimeoutNFS: number;
  PodTemplateFilePathNFS: string;
  IncrementTimeoutNFS: number;
  PodTemplateFilePathHostPath: string;
  MinimumTimeoutHostPath: number;
  IncrementTimeoutHostPath: number;
}

export interface PodGCControllerConfiguration {
  TerminatedPodGCThreshold: number;
}

export interface ReplicaSetControllerConfiguration {
  ConcurrentRSSyncs: number;
}

export interface ReplicationControllerConfiguration {
  ConcurrentRCSyncs: number;
}

export interface ResourceClaimControllerConfiguration {
  ConcurrentSyncs: number;
}

export interface ResourceQuotaControllerConfiguration {
  ResourceQuotaSyncPeriod: Duration;
  ConcurrentResourceQuotaSyncs: number;
}

export interface SAControllerConfiguration {
  ServiceAccountKeyFile: string;
  ConcurrentSATokenSyncs: number;
  RootCAFile: string;
}

export interface StatefulSetControllerConfiguration {
  ConcurrentStatefulSetSyncs: number;
}

export interface TTLAfterFinishedControllerConfiguration {
  ConcurrentTTLSyncs: number;
}

export interface ValidatingAdmissionPolicyStatusControllerConfiguration {
  ConcurrentPolicySyncs: number;
}

export interface VolumeConfiguration {
  EnableHostPathProvisioning: boolean | null;
  EnableDynamicProvisioning: boolean | null;
  PersistentVolumeRecyclerConfiguration: PersistentVolumeRecyclerConfiguration;
  FlexVolumePluginDir: string;
}
