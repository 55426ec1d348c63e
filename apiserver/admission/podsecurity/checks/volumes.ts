/**
 * Checks of volumes and kernel parameters.
 *
 * @module
 */

import type { Check, CheckedPod, CheckPod, Violation } from "./check.ts";
import { named, plural, quoted, sorted } from "./wording.ts";

const HOST_PATHS = "hostPathVolumes";

/** No folder of the node is in a pod. */
export const hostPathVolumes: Check = {
  id: HOST_PATHS,
  level: "baseline",
  revisions: [{ since: 0, check: findHostPaths }],
};

function findHostPaths({ spec }: CheckedPod): Violation | undefined {
  const bad = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined);
  if (bad.length === 0) return undefined;
  return { reason: "hostPath volumes", detail: named("volume", bad.map(({ name }) => name)) };
}

/** Pods name no storage themselves, but claims, and volumes of what the server knows. */
export const restrictedVolumes: Check = {
  id: "restrictedVolumes",
  level: "restricted",
  overrides: [HOST_PATHS],
  revisions: [{ since: 0, check: findRestrictedVolumes }],
};

const ALLOWED = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
] as const;

/** In the order in which they are looked for: a volume is called what it is first. */
const RESTRICTED = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "gitRepo",
  "nfs",
  "iscsi",
  "glusterfs",
  "rbd",
  "flexVolume",
  "cinder",
  "cephfs",
  "flocker",
  "fc",
  "azureFile",
  "vsphereVolume",
  "quobyte",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "storageos",
] as const;

function findRestrictedVolumes({ spec }: CheckedPod): Violation | undefined {
  const bad = (spec.volumes ?? [])
    .filter((volume) => ALLOWED.every((type) => volume[type] === undefined));
  if (bad.length === 0) return undefined;
  const types = sorted(
    bad.map((volume) => RESTRICTED.find((type) => volume[type] !== undefined) ?? "unknown"),
  );
  const use = plural(bad.length, "uses", "use");
  const what = plural(types.length, "restricted volume type");
  const who = named("volume", bad.map(({ name }) => name));
  return { reason: "restricted volume types", detail: `${who} ${use} ${what} ${quoted(types)}` };
}

/** Parameters of the kernel that are of one pod alone, and harm no other. */
const SAFE = [
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
];
const SAFE_27 = [...SAFE, "net.ipv4.ip_local_reserved_ports"];
const SAFE_29 = [
  ...SAFE_27,
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
];
const SAFE_32 = [...SAFE_29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

/** Pods set no parameters of the kernel but safe ones. */
export const sysctls: Check = {
  id: "sysctls",
  level: "baseline",
  revisions: [
    { since: 0, check: findSysctls(SAFE) },
    { since: 27, check: findSysctls(SAFE_27) },
    { since: 29, check: findSysctls(SAFE_29) },
    { since: 32, check: findSysctls(SAFE_32) },
  ],
};

function findSysctls(safe: readonly string[]): CheckPod {
  const allowed = new Set(safe);
  return ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? []).filter(({ name }) => !allowed.has(name));
    if (bad.length === 0) return undefined;
    return { reason: "forbidden sysctls", detail: bad.map(({ name }) => name).join(", ") };
  };
}
