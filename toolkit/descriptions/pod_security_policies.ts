/**
 * Descriptions of pod security policies.
 *
 * @module
 */

import type { StructWords, Words } from "./words.ts";

/** A strategy for ids: fields alike. */
function ids(is: string, rules: string): StructWords {
  return [is, { rule: rules, ranges: "The allowed ranges of IDs, with both ends included." }];
}

/** The descriptions of pod security policies. */
export const POD_SECURITY_POLICIES: Words = {
  PodSecurityPolicy: [
    "Which settings pods may have, if the user or service account may use the policy, and their " +
    "defaults.",
  ],
  PodSecurityPolicySpec: ["The allowed settings and the defaults.", {
    privileged: "Whether privileged containers are allowed. Default: false.",
    defaultAddCapabilities: "Capabilities that are added to containers unless they drop them.",
    requiredDropCapabilities: "Capabilities that all containers must drop.",
    allowedCapabilities: "Capabilities that containers may add; * allows all.",
    volumes: "Allowed volume types, such as emptyDir or secret; * allows all. If empty, none.",
    hostNetwork: "Whether pods may use the node's network. Default: false.",
    hostPorts: "Allowed host ports.",
    hostPID: "Whether pods may use the node's PID namespace. Default: false.",
    hostIPC: "Whether pods may use the node's IPC namespace. Default: false.",
    seLinux: "Which SELinux contexts are allowed.",
    runAsUser: "Which user IDs are allowed.",
    runAsGroup: "Which primary group IDs are allowed. If unset, all.",
    supplementalGroups: "Which supplementary group IDs are allowed.",
    fsGroup: "Which fsGroup values are allowed.",
    readOnlyRootFilesystem: "Whether root file systems must be read-only. Default: false.",
    defaultAllowPrivilegeEscalation: "The default of allowPrivilegeEscalation for containers.",
    allowPrivilegeEscalation: "Whether containers may allow privilege escalation. Default: true.",
    allowedHostPaths: "Allowed paths of hostPath volumes. If empty, all.",
    allowedFlexVolumes: "Allowed drivers of flex volumes. If empty, all.",
    allowedCSIDrivers: "Allowed CSI drivers for inline volumes. If empty, all.",
    allowedUnsafeSysctls: "Unsafe kernel parameters that are allowed; a * at the end matches any " +
      "rest.",
    forbiddenSysctls: "Kernel parameters that are forbidden; a * at the end matches any rest.",
    allowedProcMountTypes: "Allowed values of procMount. If empty, only Default.",
    runtimeClass: "Allowed runtime classes. If unset, all.",
  }],
  HostPortRange: ["A range of host ports.", {
    min: "The first port of the range: 0 to 65535.",
    max: "The last port of the range: 0 to 65535.",
  }],
  IDRange: ["A range of IDs.", {
    min: "The first ID of the range.",
    max: "The last ID of the range.",
  }],
  AllowedHostPath: ["An allowed path of hostPath volumes.", {
    pathPrefix: "The path prefix: the path and everything below it.",
    readOnly: "Whether the volume must be mounted read-only. Default: false.",
  }],
  AllowedFlexVolume: ["An allowed driver of flex volumes.", { driver: "The name of the driver." }],
  AllowedCSIDriver: ["An allowed CSI driver.", { name: "The name of the driver." }],
  SELinuxStrategyOptions: ["Which SELinux contexts are allowed.", {
    rule: "MustRunAs or RunAsAny.",
    seLinuxOptions: "The required context for MustRunAs.",
  }],
  RunAsUserStrategyOptions: ids(
    "Which user IDs are allowed.",
    "MustRunAs, MustRunAsNonRoot or RunAsAny.",
  ),
  RunAsGroupStrategyOptions: ids(
    "Which primary group IDs are allowed.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  SupplementalGroupsStrategyOptions: ids(
    "Which supplementary group IDs are allowed.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  FSGroupStrategyOptions: ids(
    "Which fsGroup values are allowed.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  RuntimeClassStrategyOptions: ["Which runtime classes are allowed.", {
    allowedRuntimeClassNames: "The names of allowed runtime classes; * allows all.",
    defaultRuntimeClassName: "The runtime class of pods that specify none. It must be allowed.",
  }],
};
