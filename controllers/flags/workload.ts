/**
 * Workers and periods of the controllers of workloads, services and namespaces.
 *
 * @module
 */

import {
  checked,
  flag,
  type FlagStatus,
  group,
  int32,
  never,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { notBuilt } from "./generic.ts";

const workers = checked(int32, (value) => value < 1 ? "must be positive" : undefined);

/** Some that the server can bear. */
const fewWorkers = checked(
  int32,
  (value) => value < 1 || value > 50 ? "must be from 1 to 50" : undefined,
);

function concurrent(
  defaultWorkers: number,
  of: string,
  status: FlagStatus = notBuilt,
  kind = workers,
) {
  return flag(
    kind,
    defaultWorkers,
    `The number of ${of} synced at once: more is faster, and costs more CPU and network`,
    { status },
  );
}

function batching(of: string) {
  return flag(
    duration,
    0,
    `How long changes of pods are gathered before ${of} change: longer means slower, and fewer writes`,
    { status: works },
  );
}

/** Concurrency, batching and periods. */
export const workloadFlags = group("Workload controllers", notBuilt, {
  "concurrent-deployment-syncs": concurrent(5, "deployments", works),
  "concurrent-endpoint-syncs": concurrent(5, "endpoints", works),
  "concurrent-gc-syncs": concurrent(20, "garbage collections", works),
  "concurrent-namespace-syncs": concurrent(10, "namespaces", works),
  "concurrent-rc-syncs": concurrent(5, "replication controllers", works),
  "concurrent-replicaset-syncs": concurrent(5, "replica sets", works),
  "concurrent-resource-quota-syncs": concurrent(5, "resource quotas", works),
  "concurrent-service-endpoint-syncs": concurrent(
    5,
    "services' endpoint slices",
    works,
    fewWorkers,
  ),
  "concurrent-service-syncs": concurrent(1, "services"),
  "concurrent-serviceaccount-token-syncs": concurrent(5, "service accounts' tokens", works),
  "concurrent-statefulset-syncs": concurrent(5, "stateful sets", works),
  "concurrent-ttl-after-finished-syncs": concurrent(5, "finished jobs", works),
  "deployment-controller-sync-period": flag(
    duration,
    30 * SECOND,
    "How often deployments are synced",
    {
      status: never(
        "a deployment is synced whenever it or what it made changes, as in the reference",
      ),
    },
  ),
  "endpoint-updates-batch-period": batching("endpoints"),
  "endpointslice-updates-batch-period": batching("endpoint slices"),
  "max-endpoints-per-slice": flag(
    checked(int32, (value) => value < 1 || value > 1000 ? "must be from 1 to 1000" : undefined),
    100,
    "The maximum number of endpoints in an endpoint slice",
    { status: works },
  ),
  "mirroring-concurrent-service-endpoint-syncs": concurrent(
    5,
    "mirrored endpoints",
    works,
    fewWorkers,
  ),
  "mirroring-endpointslice-updates-batch-period": batching("mirrored endpoint slices"),
  "mirroring-max-endpoints-per-subset": flag(
    checked(int32, (value) => value < 1 || value > 1000 ? "must be from 1 to 1000" : undefined),
    1000,
    "The maximum number of endpoints of a subset that are mirrored",
    { status: works },
  ),
  "namespace-sync-period": flag(duration, 5 * MINUTE, "How often namespaces are synced", {
    status: works,
  }),
  "resource-quota-sync-period": flag(
    duration,
    5 * MINUTE,
    "How often the usage of quotas is counted",
    { status: works },
  ),
  "terminated-pod-gc-threshold": flag(
    int32,
    12500,
    "The number of finished pods that are kept before the oldest are deleted; 0 or less: no limit",
    { status: works },
  ),
});
