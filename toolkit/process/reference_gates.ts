/**
 * Features of the reference, as its release 1.36.3 has them: command lines that were written for it name
 * them, and each is known here even where there is nothing behind it.
 *
 * @module
 */

import type { FeatureDeclaration, FeatureTable } from "./feature_gates.ts";

type Names = readonly [declaration: FeatureDeclaration, names: string];

const BY_DECLARATION: readonly Names[] = [
  [
    { stage: "alpha", on: false },
    `
APIServingWithRoutine AllowUnsafeMalformedObjectDeletion CBORServingAndStorage
CPUManagerPolicyAlphaOptions CRIListStreaming CSIVolumeHealth ClientsAllowCBOR
ClientsPreferCBOR CloudControllerManagerWatchBasedRoutesReconciliation
CloudControllerManagerWebhook ContainerStopSignals CrossNamespaceVolumeDataSource
DRAListTypeAttributes DRANodeAllocatableResources DRAResourcePoolStatus
DRAWorkloadResourceClaims EventedPLEG GangScheduling GenericWorkload HPAScaleToZero
ImageVolumeWithDigest InPlacePodVerticalScalingExclusiveCPUs
InPlacePodVerticalScalingExclusiveMemory KubeletInUserNamespace
ManifestBasedAdmissionControlConfig MemoryQoS MutablePVNodeAffinity
PersistentVolumeClaimUnusedSinceTime PodAndContainerStatsFromCRI PodLevelResourceManagers
PodLogsQuerySplitStreams PodsAPI QOSReserved ReduceDefaultCrashLoopBackOffDecay
RuntimeClassInImageCriApi ShardedListAndWatch StorageCapacityScoring StorageVersionAPI
TaintTolerationComparisonOperators TopologyAwareWorkloadScheduling
TopologyManagerPolicyAlphaOptions UserNamespacesHostNetworkSupport VolumeLimitScaling
WindowsCPUAndMemoryAffinity WorkloadAwarePreemption WorkloadWithJob
`,
  ],
  [
    { stage: "beta", on: false },
    `
ClusterTrustBundle ClusterTrustBundleProjection ConcurrentWatchObjectDecode
CoordinatedLeaderElection DRADeviceTaintRules LocalStorageCapacityIsolationFSQuotaMonitoring
MaxUnavailableStatefulSet PodCertificateRequest SELinuxMount SchedulerAsyncAPICalls
StorageVersionMigrator
`,
  ],
  [
    { stage: "beta", on: true },
    `
APIResponseCompression APIServerIdentity AllowParsingUserUIDFromCertAuth AtomicFIFO
AuthorizePodWebsocketUpgradeCreatePermission CPUManagerPolicyBetaOptions
CRDObservedGenerationTracking ClearingNominatedNodeNameAfterBinding ClientsAllowCARotation
ClientsAllowTLSCacheGC ComponentFlagz ComponentStatusz ConstrainedImpersonation
ContainerCheckpoint ContainerRestartRules DRAConsumableCapacity DRADeviceBindingConditions
DRADeviceTaints DRAExtendedResource DRAPartitionableDevices DRAResourceClaimDeviceStatus
DRAResourceClaimGranularStatusAuthorization DRASchedulerFilterTimeout
DeclarativeValidationBeta DeploymentReplicaSetTerminatingReplicas DetectCacheInconsistency
EnvFiles ExtendWebSocketsToKubelet GracefulNodeShutdown
GracefulNodeShutdownBasedOnPodPriority HPAConfigurableTolerance HostnameOverride
InOrderInformersBatchProcess InPlacePodLevelResourcesVerticalScaling
InPlacePodVerticalScalingInitContainers KubeletCrashLoopBackOffMax
KubeletEnsureSecretPulledImages KubeletSeparateDiskGC
KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot
MatchLabelKeysInPodTopologySpread MatchLabelKeysInPodTopologySpreadSelectorMerge
MutablePodResourcesForSuspendedJobs MutableSchedulingDirectivesForSuspendedJobs
NodeDeclaredFeatures NominatedNodeNameForExpectation OpenAPIEnums OpportunisticBatching
PLEGOnDemandRelist PodDeletionCost PodLevelResources PodReadyToStartContainersCondition
PodTopologyLabelsAdmission PortForwardWebsockets PreventStaticPodAPIReferences
RelaxedServiceNameValidation ReloadKubeletClientCAFile ReloadKubeletServerCertificateFile
RemoteRequestHeaderUID ResourceHealthStatus ResourceHealthStatusMessage
RestartAllContainersOnContainerExits RotateKubeletServerCertificate SchedulerAsyncPreemption
SchedulerPopFromBackoffQ ServiceAccountNodeAudienceRestriction SizeBasedListCostEstimate
StaleControllerConsistencyDaemonSet StaleControllerConsistencyJob
StaleControllerConsistencyReplicaSet StaleControllerConsistencyStatefulSet
StatefulSetSemanticRevisionComparison StorageVersionHash StrictIPCIDRValidation
StructuredAuthenticationConfigurationEgressSelector
StructuredAuthenticationConfigurationJWKSMetrics TokenRequestServiceAccountUIDValidation
TopologyManagerPolicyBetaOptions TranslateStreamCloseWebsocketRequests
UnauthenticatedHTTP2DOSMitigation UnknownVersionInteroperabilityProxy
UnlockWhileProcessingFIFO WatchCacheInitializationPostStartHook WatchList WatchListClient
WindowsGracefulNodeShutdown
`,
  ],
  [
    { stage: "deprecated", on: false },
    `
AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests
ChangeContainerStatusOnKubeletRestart DeclarativeValidationTakeover KMSv1
KubeletRegistrationGetOnExistsOnly WindowsHostNetwork
`,
  ],
  [
    { stage: "deprecated", on: false, locked: true },
    `
AllowOverwriteTerminationGracePeriodSeconds GitRepoVolumeDriver SeparateCacheWatchRPC
`,
  ],
  [
    { stage: "deprecated", on: true },
    `
DisableCPUQuotaWithExclusiveCPUs KubeletPodResourcesListUseActivePods
ServiceCIDRStatusFieldWiping StorageNamespaceIndex
`,
  ],
  [
    { stage: "deprecated", on: true, locked: true },
    `
AggregatedDiscoveryRemoveBetaType DisableNodeKubeProxyVersion
`,
  ],
  [
    { stage: "stable", on: true },
    `
AllowServiceExternalIPs CustomCPUCFSQuotaPeriod DRAPrioritizedList InformerResourceVersion
MutatingAdmissionPolicy
`,
  ],
  [
    { stage: "stable", on: true, locked: true },
    `
APIServerTracing AnonymousAuthConfigurableEndpoints AnyVolumeDataSource
AuthorizeNodeWithSelectors AuthorizeWithSelectors BtreeWatchCache CPUManagerPolicyOptions
CRDValidationRatcheting CSIServiceAccountTokenSecrets ConsistentListFromCache
CustomResourceFieldSelectors DRAAdminAccess DeclarativeValidation DisableAllocatorDualWrite
DynamicResourceAllocation ExecProbeTimeout ExternalServiceAccountTokenSigner
ImageMaximumGCAge ImageVolume InOrderInformers InPlacePodVerticalScaling
JobBackoffLimitPerIndex JobManagedBy JobPodReplacementPolicy JobSuccessPolicy
KubeletCgroupDriverFromCRI KubeletFineGrainedAuthz KubeletPSI
KubeletPodResourcesDynamicResources KubeletPodResourcesGet KubeletTracing
LogarithmicScaleDown MatchLabelKeysInPodAffinity MultiCIDRServiceAllocator
MutableCSINodeAllocatableCount NFTablesProxyMode NodeInclusionPolicyInPodTopologySpread
NodeLogQuery NodeSwap OrderedNamespaceDeletion PodLifecycleSleepAction
PodLifecycleSleepActionAllowZero PodObservedGenerationTracking PodSchedulingReadiness
PreferSameTrafficDistribution ProcMountType RecoverVolumeExpansionFailure
RecursiveReadOnlyMounts RelaxedDNSSearchValidation RelaxedEnvironmentVariableValidation
ResilientWatchCacheInitialization RetryGenerateName SELinuxChangePolicy
SELinuxMountReadWriteOncePod SchedulerQueueingHints SeparateTaintEvictionController
ServiceAccountTokenJTI ServiceAccountTokenNodeBinding
ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo SidecarContainers
StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf
StructuredAuthenticationConfiguration SupplementalGroupsPolicy SystemdWatchdog
TopologyManagerPolicyOptions UserNamespacesSupport VolumeAttributesClass WinDSR WinOverlay
`,
  ],
];

/** All of them, by name. */
export const REFERENCE_GATES: FeatureTable = Object.fromEntries(
  BY_DECLARATION.flatMap(([declaration, names]) =>
    names.trim().split(/\s+/).map((name) => [name, declaration])
  ),
);
