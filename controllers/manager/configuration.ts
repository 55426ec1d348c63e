/**
 * The configuration in force, as `/configz` tells it: the fields that the reference has for what flags say here.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { duration } from "../../toolkit/flags/duration.ts";
import type { ControllerValues } from "../process_controller.ts";

/** The document, by the name that the process registers it under. */
export function configurationOf(values: ControllerValues, dialect: Dialect): object {
  const names = NAMES[dialect];
  const group = names.configGroupManager;
  return {
    [group]: {
      apiVersion: `${group}/v1alpha1`,
      kind: "KubeControllerManagerConfiguration",
      Generic: genericOf(values),
      KubeCloudShared: cloudOf(values),
      ...workloadsOf(values),
      ...endpointsOf(values),
      ...nodesOf(values),
      CSRSigningController: signingOf(values),
      GarbageCollectorController: {
        EnableGarbageCollector: values["enable-garbage-collector"],
        ConcurrentGCSyncs: values["concurrent-gc-syncs"],
        GCIgnoredResources: ["", names.group("events")].map((Group) => ({
          Group,
          Resource: "events",
        })),
      },
      PersistentVolumeBinderController: {
        PVClaimBinderSyncPeriod: span(values["pvclaimbinder-sync-period"]),
        VolumeConfiguration: volumesOf(values),
      },
      AttachDetachController: {
        DisableAttachDetachReconcilerSync: values["disable-attach-detach-reconcile-sync"],
        ReconcilerSyncLoopPeriod: span(values["attach-detach-reconcile-sync-period"]),
      },
    },
  };
}

function span(ms: number): string {
  return duration.print(ms) || "0s";
}

/** The process as a whole. */
function genericOf(values: ControllerValues): object {
  return {
    Port: values["secure-port"],
    Address: values["bind-address"],
    MinResyncPeriod: span(values["min-resync-period"]),
    ClientConnection: {
      kubeconfig: values["orchconfig"],
      acceptContentTypes: "",
      contentType: values["orch-api-content-type"],
      qps: values["orch-api-qps"],
      burst: values["orch-api-burst"],
    },
    ControllerStartInterval: span(values["controller-start-interval"]),
    LeaderElection: {
      leaderElect: values["leader-elect"],
      leaseDuration: span(values["leader-elect-lease-duration"]),
      renewDeadline: span(values["leader-elect-renew-deadline"]),
      retryPeriod: span(values["leader-elect-retry-period"]),
      resourceLock: values["leader-elect-resource-lock"],
      resourceName: values["leader-elect-resource-name"],
      resourceNamespace: values["leader-elect-resource-namespace"],
    },
    Controllers: values["controllers"],
    Debugging: {
      enableProfiling: values["profiling"],
      enableContentionProfiling: values["contention-profiling"],
    },
    LeaderMigrationEnabled: values["enable-leader-migration"],
  };
}

/** What controllers of a cloud provider have in common with others. */
function cloudOf(values: ControllerValues): object {
  return {
    CloudProvider: { Name: values["cloud-provider"], CloudConfigFile: values["cloud-config"] },
    ExternalCloudVolumePlugin: values["external-cloud-volume-plugin"],
    UseServiceAccountCredentials: values["use-service-account-credentials"],
    RouteReconciliationPeriod: span(values["route-reconciliation-period"]),
    NodeMonitorPeriod: span(values["node-monitor-period"]),
    ClusterName: values["cluster-name"],
    ClusterCIDR: values["cluster-cidr"].join(","),
    AllocateNodeCIDRs: values["allocate-node-cidrs"],
    CIDRAllocatorType: values["cidr-allocator-type"],
    ConfigureCloudRoutes: values["configure-cloud-routes"],
  };
}

function workloadsOf(values: ControllerValues): object {
  return {
    DeploymentController: { ConcurrentDeploymentSyncs: values["concurrent-deployment-syncs"] },
    HPAController: {
      HorizontalPodAutoscalerSyncPeriod: span(values["horizontal-pod-autoscaler-sync-period"]),
      HorizontalPodAutoscalerDownscaleStabilizationWindow: span(
        values["horizontal-pod-autoscaler-downscale-stabilization"],
      ),
      HorizontalPodAutoscalerTolerance: values["horizontal-pod-autoscaler-tolerance"],
      HorizontalPodAutoscalerCPUInitializationPeriod: span(
        values["horizontal-pod-autoscaler-cpu-initialization-period"],
      ),
      HorizontalPodAutoscalerInitialReadinessDelay: span(
        values["horizontal-pod-autoscaler-initial-readiness-delay"],
      ),
    },
    NamespaceController: {
      NamespaceSyncPeriod: span(values["namespace-sync-period"]),
      ConcurrentNamespaceSyncs: values["concurrent-namespace-syncs"],
    },
    PodGCController: { TerminatedPodGCThreshold: values["terminated-pod-gc-threshold"] },
    ReplicaSetController: { ConcurrentRSSyncs: values["concurrent-replicaset-syncs"] },
    ReplicationController: { ConcurrentRCSyncs: values["concurrent-rc-syncs"] },
    ResourceQuotaController: {
      ResourceQuotaSyncPeriod: span(values["resource-quota-sync-period"]),
      ConcurrentResourceQuotaSyncs: values["concurrent-resource-quota-syncs"],
    },
    SAController: {
      ServiceAccountKeyFile: values["service-account-private-key-file"],
      ConcurrentSATokenSyncs: values["concurrent-serviceaccount-token-syncs"],
      RootCAFile: values["root-ca-file"],
    },
    ServiceController: { ConcurrentServiceSyncs: values["concurrent-service-syncs"] },
    StatefulSetController: { ConcurrentStatefulSetSyncs: values["concurrent-statefulset-syncs"] },
    TTLAfterFinishedController: {
      ConcurrentTTLSyncs: values["concurrent-ttl-after-finished-syncs"],
    },
  };
}

function endpointsOf(values: ControllerValues): object {
  return {
    EndpointController: {
      ConcurrentEndpointSyncs: values["concurrent-endpoint-syncs"],
      EndpointUpdatesBatchPeriod: span(values["endpoint-updates-batch-period"]),
    },
    EndpointSliceController: {
      ConcurrentServiceEndpointSyncs: values["concurrent-service-endpoint-syncs"],
      MaxEndpointsPerSlice: values["max-endpoints-per-slice"],
      EndpointUpdatesBatchPeriod: span(values["endpointslice-updates-batch-period"]),
    },
    EndpointSliceMirroringController: {
      MirroringConcurrentServiceEndpointSyncs:
        values["mirroring-concurrent-service-endpoint-syncs"],
      MirroringMaxEndpointsPerSubset: values["mirroring-max-endpoints-per-subset"],
      MirroringEndpointUpdatesBatchPeriod: span(
        values["mirroring-endpointslice-updates-batch-period"],
      ),
    },
  };
}

function nodesOf(values: ControllerValues): object {
  const [services, others] = values["service-cluster-ip-range"];
  return {
    NodeIPAMController: {
      ServiceCIDR: String(services ?? ""),
      SecondaryServiceCIDR: String(others ?? ""),
      NodeCIDRMaskSize: values["node-cidr-mask-size"],
      NodeCIDRMaskSizeIPv4: values["node-cidr-mask-size-ipv4"],
      NodeCIDRMaskSizeIPv6: values["node-cidr-mask-size-ipv6"],
    },
    NodeLifecycleController: {
      NodeEvictionRate: values["node-eviction-rate"],
      SecondaryNodeEvictionRate: values["secondary-node-eviction-rate"],
      NodeStartupGracePeriod: span(values["node-startup-grace-period"]),
      NodeMonitorGracePeriod: span(values["node-monitor-grace-period"]),
      PodEvictionTimeout: span(values["pod-eviction-timeout"]),
      LargeClusterSizeThreshold: values["large-cluster-size-threshold"],
      UnhealthyZoneThreshold: values["unhealthy-zone-threshold"],
    },
  };
}

/** What the signers are called whose files these flags name. */
const SIGNERS = {
  "cluster-signing-nodeagent-serving": "KubeletServingSignerConfiguration",
  "cluster-signing-nodeagent-client": "KubeletClientSignerConfiguration",
  "cluster-signing-orch-apiserver-client": "KubeAPIServerClientSignerConfiguration",
  "cluster-signing-legacy-unknown": "LegacyUnknownSignerConfiguration",
} as const;

function signingOf(values: ControllerValues): object {
  const signers = (Object.keys(SIGNERS) as (keyof typeof SIGNERS)[]).map((flags) => [
    SIGNERS[flags],
    { CertFile: values[`${flags}-cert-file`], KeyFile: values[`${flags}-key-file`] },
  ]);
  return {
    ClusterSigningCertFile: values["cluster-signing-cert-file"],
    ClusterSigningKeyFile: values["cluster-signing-key-file"],
    ...Object.fromEntries(signers),
    ClusterSigningDuration: span(values["cluster-signing-duration"]),
  };
}

function volumesOf(values: ControllerValues): object {
  return {
    EnableHostPathProvisioning: values["enable-hostpath-provisioner"],
    EnableDynamicProvisioning: values["enable-dynamic-provisioning"],
    PersistentVolumeRecyclerConfiguration: {
      MinimumTimeoutNFS: values["pv-recycler-minimum-timeout-nfs"],
      PodTemplateFilePathNFS: values["pv-recycler-pod-template-filepath-nfs"],
      IncrementTimeoutNFS: values["pv-recycler-increment-timeout-nfs"],
      PodTemplateFilePathHostPath: values["pv-recycler-pod-template-filepath-hostpath"],
      MinimumTimeoutHostPath: values["pv-recycler-minimum-timeout-hostpath"],
      IncrementTimeoutHostPath: values["pv-recycler-timeout-increment-hostpath"],
    },
    FlexVolumePluginDir: values["flex-volume-plugin-dir"],
  };
}
