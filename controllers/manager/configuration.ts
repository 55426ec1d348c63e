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
  const span = (ms: number) => duration.print(ms) || "0s";
  const group = NAMES[dialect].configGroupManager;
  return {
    [group]: {
      apiVersion: `${group}/v1alpha1`,
      kind: "KubeControllerManagerConfiguration",
      Generic: {
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
        Debugging: { enableProfiling: values["profiling"] },
        LeaderMigrationEnabled: values["enable-leader-migration"],
      },
      KubeCloudShared: { UseServiceAccountCredentials: values["use-service-account-credentials"] },
      GarbageCollectorController: {
        EnableGarbageCollector: values["enable-garbage-collector"],
        ConcurrentGCSyncs: values["concurrent-gc-syncs"],
      },
      NamespaceController: {
        NamespaceSyncPeriod: span(values["namespace-sync-period"]),
        ConcurrentNamespaceSyncs: values["concurrent-namespace-syncs"],
      },
      DeploymentController: { ConcurrentDeploymentSyncs: values["concurrent-deployment-syncs"] },
      PodGCController: { TerminatedPodGCThreshold: values["terminated-pod-gc-threshold"] },
      ReplicaSetController: { ConcurrentRSSyncs: values["concurrent-replicaset-syncs"] },
      ReplicationController: { ConcurrentRCSyncs: values["concurrent-rc-syncs"] },
      ResourceQuotaController: {
        ResourceQuotaSyncPeriod: span(values["resource-quota-sync-period"]),
        ConcurrentResourceQuotaSyncs: values["concurrent-resource-quota-syncs"],
      },
      SAController: { RootCAFile: values["root-ca-file"] },
      StatefulSetController: { ConcurrentStatefulSetSyncs: values["concurrent-statefulset-syncs"] },
      TTLAfterFinishedController: {
        ConcurrentTTLSyncs: values["concurrent-ttl-after-finished-syncs"],
      },
    },
  };
}
