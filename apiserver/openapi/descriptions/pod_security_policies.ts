/**
 * Pod security policies: which pods may be made, and with which defaults.
 *
 * @module
 */

import type { StructWords, Words } from "./words.ts";

/** A strategy for ids: fields alike. */
function ids(is: string, rules: string): StructWords {
  return [is, { rule: rules, ranges: "The ids: each range with both its ends." }];
}

/** The OpenAPI descriptions of pod security policies. */
export const POD_SECURITY_POLICIES: Words = {
  PodSecurityPolicy: [
    "Which pods may be made, by those who may use the policy, and with which defaults.",
  ],
  PodSecurityPolicySpec: ["What pods may have.", {
    privileged: "Whether containers may be privileged. Default: false.",
    defaultAddCapabilities: "Capabilities that containers get unless they drop them.",
    requiredDropCapabilities: "Capabilities that containers lose in any case.",
    allowedCapabilities: "Capabilities that containers may add; * for all.",
    volumes: "Kinds of volumes that pods may have: emptyDir, secret; * for all. Left out: none.",
    hostNetwork: "Whether pods may use the node's network. Default: false.",
    hostPorts: "Ports of the node that containers may have.",
    hostPID: "Whether pods may see the node's processes. Default: false.",
    hostIPC: "Whether pods may use the node's IPC namespace. Default: false.",
    seLinux: "Which SELinux labels they may have.",
    runAsUser: "Which users they may run as.",
    runAsGroup: "Which groups they may run as. Left out: any.",
    supplementalGroups: "Which further groups they may have.",
    fsGroup: "Which groups may own their volumes.",
    readOnlyRootFilesystem: "Whether root folders have to be read-only. Default: false.",
    defaultAllowPrivilegeEscalation: "What allowPrivilegeEscalation is where a container does " +
      "not say.",
    allowPrivilegeEscalation: "Whether containers may set allowPrivilegeEscalation. Default: true.",
    allowedHostPaths: "Paths of the node that they may mount. Left out: all.",
    allowedFlexVolumes: "Drivers of flex volumes that they may use. Left out: all.",
    allowedCSIDrivers: "CSI drivers that they may use for volumes of their own. Left out: all.",
    allowedUnsafeSysctls: "Kernel parameters that count as unsafe, and are allowed; a * at the " +
      "end stands for anything.",
    forbiddenSysctls: "Kernel parameters that are forbidden; a * at the end stands for anything.",
    allowedProcMountTypes: "Kinds of /proc that they may have. Left out: Default only.",
    runtimeClass: "Runtime classes that they may have. Left out: any.",
  }],
  HostPortRange: ["A range of ports.", {
    min: "The first port: 0 to 65535.",
    max: "The last port: 0 to 65535.",
  }],
  IDRange: ["A range of ids.", { min: "The first id.", max: "The last id." }],
  AllowedHostPath: ["A path of the node.", {
    pathPrefix: "The path: it and all below it.",
    readOnly: "Whether mounts have to be read-only. Default: false.",
  }],
  AllowedFlexVolume: ["A driver of flex volumes.", { driver: "The name of the driver." }],
  AllowedCSIDriver: ["A CSI driver.", { name: "The name of the driver." }],
  SELinuxStrategyOptions: ["Which SELinux labels pods may have.", {
    rule: "MustRunAs or RunAsAny.",
    seLinuxOptions: "The label that is required for MustRunAs.",
  }],
  RunAsUserStrategyOptions: ids(
    "Which users pods may run as.",
    "MustRunAs, MustRunAsNonRoot or RunAsAny.",
  ),
  RunAsGroupStrategyOptions: ids(
    "Which groups pods may run as.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  SupplementalGroupsStrategyOptions: ids(
    "Which further groups pods may have.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  FSGroupStrategyOptions: ids(
    "Which groups may own pods' volumes.",
    "MustRunAs, MayRunAs or RunAsAny.",
  ),
  RuntimeClassStrategyOptions: ["Which runtime classes pods may have.", {
    allowedRuntimeClassNames: "The classes; * for all.",
    defaultRuntimeClassName: "The class of pods that name none: one of those allowed.",
  }],
};
