/**
 * What pods may use of the node: cgroups, reservations, eviction.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  int,
  int32,
  list,
  map,
  notNegative,
  oneOf,
  pairs,
  string,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { inConfigFile, notBuilt } from "./status.ts";

const quotaPeriod = checked(
  duration,
  (value) => value < 1 || value > SECOND ? "must be from 1ms to 1s" : undefined,
);

/** What may be held to the allocatable resources; a name of either dialect. */
const ALLOCATABLE_LEVELS = [
  "none",
  "pods",
  "system-reserved",
  "system-reserved-compressible",
  "orch-reserved",
  "orch-reserved-compressible",
  "kube-reserved",
  "kube-reserved-compressible",
];

/** Cgroups, processors and process counts. */
export const cgroupFlags = group("Cgroups", notBuilt, {
  "cgroup-driver": flag(
    oneOf("string", ["cgroupfs", "systemd"]),
    "cgroupfs",
    "The driver that manages cgroups: cgroupfs or systemd",
    { deprecated: inConfigFile },
  ),
  "cgroup-root": flag(
    string,
    "",
    "The parent cgroup of pods' cgroups; empty: the runtime's default",
    {
      deprecated: inConfigFile,
    },
  ),
  "cgroups-per-qos": flag(bool, true, "Keep a cgroup for each QoS class", {
    deprecated: inConfigFile,
  }),
  "cpu-cfs-quota": flag(bool, true, "Enforce CPU limits of containers by CFS quota", {
    deprecated: inConfigFile,
  }),
  "cpu-cfs-quota-period": flag(quotaPeriod, 100, "The period of the CPU quota, 1ms to 1s", {
    deprecated: inConfigFile,
  }),
  "cpu-manager-policy": flag(
    oneOf("string", ["none", "static"]),
    "none",
    "The CPU manager policy, by which containers get exclusive CPUs: none or static",
    { deprecated: inConfigFile },
  ),
  "cpu-manager-reconcile-period": flag(
    duration,
    10 * SECOND,
    "How often the CPU manager reconciles",
    { deprecated: inConfigFile },
  ),
  "max-pods": flag(notNegative(int32), 110, "The maximum number of pods on the node", {
    deprecated: inConfigFile,
  }),
  "nodeagent-cgroups": flag(string, "", "The cgroup that the agent moves itself to", {
    deprecated: inConfigFile,
  }),
  "pod-max-pids": flag(
    checked(int, (value) => value < -1 ? "must be -1 or more" : undefined),
    -1,
    "The maximum number of processes in a pod; -1: as many as the node allows",
    { deprecated: inConfigFile },
  ),
  "pods-per-core": flag(
    notNegative(int32),
    0,
    "The maximum number of pods per core, at most --max-pods in all; 0 means no such limit",
    { deprecated: inConfigFile },
  ),
  "system-cgroups": flag(
    string,
    "",
    "The cgroup for processes that are in none yet",
    { deprecated: inConfigFile },
  ),
  "topology-manager-policy": flag(
    oneOf("string", ["none", "best-effort", "restricted", "single-numa-node"]),
    "none",
    "The topology manager policy: none, best-effort, restricted or single-numa-node",
    { deprecated: inConfigFile },
  ),
  "topology-manager-scope": flag(
    oneOf("string", ["container", "pod"]),
    "container",
    "The scope of topology alignment: container or pod",
    { deprecated: inConfigFile },
  ),
});

/** What is kept for the system. */
export const reservationFlags = group("Reservations", notBuilt, {
  "enforce-node-allocatable": flag(
    checked(list, (levels) => {
      const unknown = levels.find((one) => one !== "" && !ALLOCATABLE_LEVELS.includes(one));
      if (unknown !== undefined) return `unknown value "${unknown}"`;
      return levels.includes("none") && levels.length > 1 ? "none stands alone" : undefined;
    }),
    ["pods"],
    "What is held to the node's allocatable resources: none, or pods, system-reserved and orch-reserved, comma separated",
    { deprecated: inConfigFile },
  ),
  "orch-reserved": flag(
    map,
    {},
    "The resources reserved for the orchestrator's own processes, as in cpu=200m,memory=500Mi,ephemeral-storage=1Gi,pid=1000",
  ),
  "orch-reserved-cgroup": flag(
    string,
    "",
    "The absolute name of the cgroup of the orchestrator's own processes",
    { deprecated: inConfigFile },
  ),
  "qos-reserved": flag(
    map,
    {},
    "The share of requests that is reserved for each QoS class, as in memory=50%",
  ),
  "reserved-cpus": flag(
    string,
    "",
    "CPUs kept for the system, as in 0,2-3; wins over the CPU counts of the other reservations",
    { deprecated: inConfigFile },
  ),
  "system-reserved": flag(
    map,
    {},
    "The resources reserved for the system's processes, as in cpu=200m,memory=500Mi,ephemeral-storage=1Gi,pid=1000",
  ),
  "system-reserved-cgroup": flag(
    string,
    "",
    "The absolute name of the cgroup of the system's processes",
    { deprecated: inConfigFile },
  ),
});

const thresholds = pairs("mapStringString", "<", (value) => value);

/** Eviction. */
export const evictionFlags = group("Eviction", notBuilt, {
  "eviction-hard": flag(
    thresholds,
    {
      "imagefs.available": "15%",
      "memory.available": "100Mi",
      "nodefs.available": "10%",
      "nodefs.inodesFree": "5%",
    },
    "Thresholds below which pods are evicted immediately",
    { deprecated: inConfigFile },
  ),
  "eviction-max-pod-grace-period": flag(
    int32,
    0,
    "The maximum grace period in seconds for pods that a soft threshold evicts; negative: their own",
    { deprecated: inConfigFile },
  ),
  "eviction-minimum-reclaim": flag(
    map,
    {},
    "The minimum amount to reclaim when a resource is short, as in imagefs.available=2Gi",
    { deprecated: inConfigFile },
  ),
  "eviction-pressure-transition-period": flag(
    duration,
    5 * MINUTE,
    "How long to wait before a node leaves a pressure condition",
    { deprecated: inConfigFile },
  ),
  "eviction-soft": flag(
    thresholds,
    {},
    "Thresholds below which pods are evicted after a grace period",
    {
      deprecated: inConfigFile,
    },
  ),
  "eviction-soft-grace-period": flag(
    map,
    {},
    "How long each soft threshold must hold, as in memory.available=1m30s",
    { deprecated: inConfigFile },
  ),
  "experimental-allocatable-ignore-eviction": flag(
    bool,
    false,
    "Leave hard eviction thresholds out of the node's allocatable resources",
    { deprecated: "it will be removed" },
  ),
  "experimental-kernel-memcg-notification": flag(
    bool,
    false,
    "The same as --kernel-memcg-notification",
    { deprecated: "use --kernel-memcg-notification" },
  ),
  "kernel-memcg-notification": flag(
    bool,
    false,
    "Let the kernel tell when a memory threshold is crossed, instead of asking",
    { deprecated: inConfigFile },
  ),
});
