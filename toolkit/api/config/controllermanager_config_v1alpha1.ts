// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { cloudcontrollermanagerConfigV1alpha1 } from "./cloudcontrollermanager_config_v1alpha1.ts";
import type { scalars } from "../scalars.ts";

/** The types of controllermanager.config/v1alpha1. */
export declare namespace controllermanagerConfigV1alpha1 {
  interface AttachDetachControllerConfiguration {
    DisableAttachDetachReconcilerSync: boolean;
    ReconcilerSyncLoopPeriod: scalars.Duration;
    disableForceDetachOnTimeout: boolean;
  }

  interface CSRSigningConfiguration {
    CertFile: string;
    KeyFile: string;
  }

  interface CSRSigningControllerConfiguration {
    ClusterSigningCertFile: string;
    ClusterSigningKeyFile: string;
    KubeletServingSignerConfiguration: CSRSigningConfiguration;
    KubeletClientSignerConfiguration: CSRSigningConfiguration;
    KubeAPIServerClientSignerConfiguration: CSRSigningConfiguration;
    LegacyUnknownSignerConfiguration: CSRSigningConfiguration;
    ClusterSigningDuration: scalars.Duration;
  }

  interface CronJobControllerConfiguration {
    ConcurrentCronJobSyncs: number;
  }

  interface DaemonSetControllerConfiguration {
    ConcurrentDaemonSetSyncs: number;
  }

  interface DeploymentControllerConfiguration {
    ConcurrentDeploymentSyncs: number;
  }

  type DeprecatedControllerConfiguration = Record<never, never>;

  interface DeviceTaintEvictionControllerConfiguration {
    ConcurrentSyncs: number;
  }

  interface EndpointControllerConfiguration {
    ConcurrentEndpointSyncs: number;
    EndpointUpdatesBatchPeriod: scalars.Duration;
  }

  interface EndpointSliceControllerConfiguration {
    ConcurrentServiceEndpointSyncs: number;
    MaxEndpointsPerSlice: number;
    EndpointUpdatesBatchPeriod: scalars.Duration;
  }

  interface EndpointSliceMirroringControllerConfiguration {
    MirroringConcurrentServiceEndpointSyncs: number;
    MirroringMaxEndpointsPerSubset: number;
    MirroringEndpointUpdatesBatchPeriod: scalars.Duration;
  }

  interface EphemeralVolumeControllerConfiguration {
    ConcurrentEphemeralVolumeSyncs: number;
  }

  interface GarbageCollectorControllerConfiguration {
    EnableGarbageCollector: boolean | null;
    ConcurrentGCSyncs: number;
    GCIgnoredResources: GroupResource[];
  }

  interface GroupResource {
    Group: string;
    Resource: string;
  }

  interface HPAControllerConfiguration {
    ConcurrentHorizontalPodAutoscalerSyncs: number;
    HorizontalPodAutoscalerSyncPeriod: scalars.Duration;
    HorizontalPodAutoscalerDownscaleStabilizationWindow: scalars.Duration;
    HorizontalPodAutoscalerTolerance: number;
    HorizontalPodAutoscalerCPUInitializationPeriod: scalars.Duration;
    HorizontalPodAutoscalerInitialReadinessDelay: scalars.Duration;
  }

  interface JobControllerConfiguration {
    ConcurrentJobSyncs: number;
  }

  interface KubeControllerManagerConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "KubeControllerManagerConfiguration";
    Generic: scalars.JsonValue;
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
    ServiceController: scalars.JsonValue;
    TTLAfterFinishedController: TTLAfterFinishedControllerConfiguration;
    ValidatingAdmissionPolicyStatusController: ValidatingAdmissionPolicyStatusControllerConfiguration;
    DeviceTaintEvictionController: DeviceTaintEvictionControllerConfiguration;
    ResourceClaimController: ResourceClaimControllerConfiguration;
  }

  interface LegacySATokenCleanerConfiguration {
    CleanUpPeriod: scalars.Duration;
  }

  interface NamespaceControllerConfiguration {
    NamespaceSyncPeriod: scalars.Duration;
    ConcurrentNamespaceSyncs: number;
  }

  interface NodeIPAMControllerConfiguration {
    ServiceCIDR: string;
    SecondaryServiceCIDR: string;
    NodeCIDRMaskSize: number;
    NodeCIDRMaskSizeIPv4: number;
    NodeCIDRMaskSizeIPv6: number;
  }

  interface NodeLifecycleControllerConfiguration {
    NodeEvictionRate: number;
    SecondaryNodeEvictionRate: number;
    NodeStartupGracePeriod: scalars.Duration;
    NodeMonitorGracePeriod: scalars.Duration;
    PodEvictionTimeout: scalars.Duration;
    LargeClusterSizeThreshold: number;
    UnhealthyZoneThreshold: number;
  }

  interface PersistentVolumeBinderControllerConfiguration {
    PVClaimBinderSyncPeriod: scalars.Duration;
    VolumeConfiguration: VolumeConfiguration;
  }

  interface PersistentVolumeRecyclerConfiguration {
    MaximumRetry: number;
    MinimumTimeoutNFS: number;
    PodTemplateFilePathNFS: string;
    IncrementTimeoutNFS: number;
    PodTemplateFilePathHostPath: string;
    MinimumTimeoutHostPath: number;
    IncrementTimeoutHostPath: number;
  }

  interface PodGCControllerConfiguration {
    TerminatedPodGCThreshold: number;
  }

  interface ReplicaSetControllerConfiguration {
    ConcurrentRSSyncs: number;
  }

  interface ReplicationControllerConfiguration {
    ConcurrentRCSyncs: number;
  }

  interface ResourceClaimControllerConfiguration {
    ConcurrentSyncs: number;
  }

  interface ResourceQuotaControllerConfiguration {
    ResourceQuotaSyncPeriod: scalars.Duration;
    ConcurrentResourceQuotaSyncs: number;
  }

  interface SAControllerConfiguration {
    ServiceAccountKeyFile: string;
    ConcurrentSATokenSyncs: number;
    RootCAFile: string;
  }

  interface StatefulSetControllerConfiguration {
    ConcurrentStatefulSetSyncs: number;
  }

  interface TTLAfterFinishedControllerConfiguration {
    ConcurrentTTLSyncs: number;
  }

  interface ValidatingAdmissionPolicyStatusControllerConfiguration {
    ConcurrentPolicySyncs: number;
  }

  interface VolumeConfiguration {
    EnableHostPathProvisioning: boolean | null;
    EnableDynamicProvisioning: boolean | null;
    PersistentVolumeRecyclerConfiguration: PersistentVolumeRecyclerConfiguration;
    FlexVolumePluginDir: string;
  }
}

export type AttachDetachControllerConfiguration = controllermanagerConfigV1alpha1.AttachDetachControllerConfiguration;
export type CSRSigningConfiguration = controllermanagerConfigV1alpha1.CSRSigningConfiguration;
export type CSRSigningControllerConfiguration = controllermanagerConfigV1alpha1.CSRSigningControllerConfiguration;
export type CronJobControllerConfiguration = controllermanagerConfigV1alpha1.CronJobControllerConfiguration;
export type DaemonSetControllerConfiguration = controllermanagerConfigV1alpha1.DaemonSetControllerConfiguration;
export type DeploymentControllerConfiguration = controllermanagerConfigV1alpha1.DeploymentControllerConfiguration;
export type DeprecatedControllerConfiguration = controllermanagerConfigV1alpha1.DeprecatedControllerConfiguration;
export type DeviceTaintEvictionControllerConfiguration = controllermanagerConfigV1alpha1.DeviceTaintEvictionControllerConfiguration;
export type EndpointControllerConfiguration = controllermanagerConfigV1alpha1.EndpointControllerConfiguration;
export type EndpointSliceControllerConfiguration = controllermanagerConfigV1alpha1.EndpointSliceControllerConfiguration;
export type EndpointSliceMirroringControllerConfiguration = controllermanagerConfigV1alpha1.EndpointSliceMirroringControllerConfiguration;
export type EphemeralVolumeControllerConfiguration = controllermanagerConfigV1alpha1.EphemeralVolumeControllerConfiguration;
export type GarbageCollectorControllerConfiguration = controllermanagerConfigV1alpha1.GarbageCollectorControllerConfiguration;
export type GroupResource = controllermanagerConfigV1alpha1.GroupResource;
export type HPAControllerConfiguration = controllermanagerConfigV1alpha1.HPAControllerConfiguration;
export type JobControllerConfiguration = controllermanagerConfigV1alpha1.JobControllerConfiguration;
export type KubeControllerManagerConfiguration = controllermanagerConfigV1alpha1.KubeControllerManagerConfiguration;
export type LegacySATokenCleanerConfiguration = controllermanagerConfigV1alpha1.LegacySATokenCleanerConfiguration;
export type NamespaceControllerConfiguration = controllermanagerConfigV1alpha1.NamespaceControllerConfiguration;
export type NodeIPAMControllerConfiguration = controllermanagerConfigV1alpha1.NodeIPAMControllerConfiguration;
export type NodeLifecycleControllerConfiguration = controllermanagerConfigV1alpha1.NodeLifecycleControllerConfiguration;
export type PersistentVolumeBinderControllerConfiguration = controllermanagerConfigV1alpha1.PersistentVolumeBinderControllerConfiguration;
export type PersistentVolumeRecyclerConfiguration = controllermanagerConfigV1alpha1.PersistentVolumeRecyclerConfiguration;
export type PodGCControllerConfiguration = controllermanagerConfigV1alpha1.PodGCControllerConfiguration;
export type ReplicaSetControllerConfiguration = controllermanagerConfigV1alpha1.ReplicaSetControllerConfiguration;
export type ReplicationControllerConfiguration = controllermanagerConfigV1alpha1.ReplicationControllerConfiguration;
export type ResourceClaimControllerConfiguration = controllermanagerConfigV1alpha1.ResourceClaimControllerConfiguration;
export type ResourceQuotaControllerConfiguration = controllermanagerConfigV1alpha1.ResourceQuotaControllerConfiguration;
export type SAControllerConfiguration = controllermanagerConfigV1alpha1.SAControllerConfiguration;
export type StatefulSetControllerConfiguration = controllermanagerConfigV1alpha1.StatefulSetControllerConfiguration;
export type TTLAfterFinishedControllerConfiguration = controllermanagerConfigV1alpha1.TTLAfterFinishedControllerConfiguration;
export type ValidatingAdmissionPolicyStatusControllerConfiguration = controllermanagerConfigV1alpha1.ValidatingAdmissionPolicyStatusControllerConfiguration;
export type VolumeConfiguration = controllermanagerConfigV1alpha1.VolumeConfiguration;
