// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of policy/v1beta1. */
export declare namespace policyV1beta1 {
  /** An allowed CSI driver. */
  interface AllowedCSIDriver {
    /** The name of the driver. */
    name: string;
  }

  /** An allowed driver of flex volumes. */
  interface AllowedFlexVolume {
    /** The name of the driver. */
    driver: string;
  }

  /** An allowed path of hostPath volumes. */
  interface AllowedHostPath {
    /** The path prefix: the path and everything below it. */
    pathPrefix?: string;
    /** Whether the volume must be mounted read-only. Default: false. */
    readOnly?: boolean;
  }

  /** Which fsGroup values are allowed. */
  interface FSGroupStrategyOptions {
    /** MustRunAs, MayRunAs or RunAsAny. */
    rule?: FSGroupStrategyType;
    /** The allowed ranges of IDs, with both ends included. */
    ranges?: IDRange[];
  }

  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type FSGroupStrategyType = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

  /** A type of volume; `*` means all. */
  type FSType = "azureFile" | "flocker" | "flexVolume" | "hostPath" | "emptyDir" | "gcePersistentDisk" | "awsElasticBlockStore" | "gitRepo" | "secret" | "nfs" | "iscsi" | "glusterfs" | "persistentVolumeClaim" | "rbd" | "cinder" | "cephFS" | "downwardAPI" | "fc" | "configMap" | "vsphereVolume" | "quobyte" | "azureDisk" | "photonPersistentDisk" | "storageos" | "projected" | "portworxVolume" | "scaleIO" | "csi" | "*" | (string & Record<never, never>);

  /** A range of host ports. */
  interface HostPortRange {
    /** The first port of the range: 0 to 65535. */
    min: number;
    /** The last port of the range: 0 to 65535. */
    max: number;
  }

  /** A range of IDs. */
  interface IDRange {
    /** The first ID of the range. */
    min: scalars.Int64;
    /** The last ID of the range. */
    max: scalars.Int64;
  }

  /**
   * Which settings pods may have, if the user or service account may use the policy, and their
   * defaults.
   */
  interface PodSecurityPolicy {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodSecurityPolicy";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PodSecurityPolicySpec;
  }

  /** A list of PodSecurityPolicy objects. */
  interface PodSecurityPolicyList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodSecurityPolicyList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PodSecurityPolicy[];
  }

  /** The allowed settings and the defaults. */
  interface PodSecurityPolicySpec {
    /** Whether privileged containers are allowed. Default: false. */
    privileged?: boolean;
    /** Capabilities that are added to containers unless they drop them. */
    defaultAddCapabilities?: coreV1.Capability[];
    /** Capabilities that all containers must drop. */
    requiredDropCapabilities?: coreV1.Capability[];
    /** Capabilities that containers may add; `*` allows all. */
    allowedCapabilities?: coreV1.Capability[];
    /** Allowed volume types, such as emptyDir or secret; `*` allows all. If empty, none. */
    volumes?: FSType[];
    /** Whether pods may use the node's network. Default: false. */
    hostNetwork?: boolean;
    /** Allowed host ports. */
    hostPorts?: HostPortRange[];
    /** Whether pods may use the node's PID namespace. Default: false. */
    hostPID?: boolean;
    /** Whether pods may use the node's IPC namespace. Default: false. */
    hostIPC?: boolean;
    /** Which SELinux contexts are allowed. */
    seLinux: SELinuxStrategyOptions;
    /** Which user IDs are allowed. */
    runAsUser: RunAsUserStrategyOptions;
    /** Which primary group IDs are allowed. If unset, all. */
    runAsGroup?: RunAsGroupStrategyOptions;
    /** Which supplementary group IDs are allowed. */
    supplementalGroups: SupplementalGroupsStrategyOptions;
    /** Which fsGroup values are allowed. */
    fsGroup: FSGroupStrategyOptions;
    /** Whether root file systems must be read-only. Default: false. */
    readOnlyRootFilesystem?: boolean;
    /** The default of allowPrivilegeEscalation for containers. */
    defaultAllowPrivilegeEscalation?: boolean;
    /** Whether containers may allow privilege escalation. Default: true. */
    allowPrivilegeEscalation?: boolean;
    /** Allowed paths of hostPath volumes. If empty, all. */
    allowedHostPaths?: AllowedHostPath[];
    /** Allowed drivers of flex volumes. If empty, all. */
    allowedFlexVolumes?: AllowedFlexVolume[];
    /** Allowed CSI drivers for inline volumes. If empty, all. */
    allowedCSIDrivers?: AllowedCSIDriver[];
    /** Unsafe kernel parameters that are allowed; a `*` at the end matches any rest. */
    allowedUnsafeSysctls?: string[];
    /** Kernel parameters that are forbidden; a `*` at the end matches any rest. */
    forbiddenSysctls?: string[];
    /** Allowed values of procMount. If empty, only Default. */
    allowedProcMountTypes?: coreV1.ProcMountType[];
    /** Allowed runtime classes. If unset, all. */
    runtimeClass?: RuntimeClassStrategyOptions;
  }

  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type RunAsGroupStrategy = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

  /** Which primary group IDs are allowed. */
  interface RunAsGroupStrategyOptions {
    /** MustRunAs, MayRunAs or RunAsAny. */
    rule: RunAsGroupStrategy;
    /** The allowed ranges of IDs, with both ends included. */
    ranges?: IDRange[];
  }

  /**
   * Which users are allowed. MustRunAs: those of the ranges; the first is the default.
   * MustRunAsNonRoot: all but 0. RunAsAny: all.
   */
  type RunAsUserStrategy = "MustRunAs" | "MustRunAsNonRoot" | "RunAsAny" | (string & Record<never, never>);

  /** Which user IDs are allowed. */
  interface RunAsUserStrategyOptions {
    /** MustRunAs, MustRunAsNonRoot or RunAsAny. */
    rule: RunAsUserStrategy;
    /** The allowed ranges of IDs, with both ends included. */
    ranges?: IDRange[];
  }

  /** Which runtime classes are allowed. */
  interface RuntimeClassStrategyOptions {
    /** The names of allowed runtime classes; `*` allows all. */
    allowedRuntimeClassNames: string[];
    /** The runtime class of pods that specify none. It must be allowed. */
    defaultRuntimeClassName?: string;
  }

  /**
   * Which SELinux options are allowed. MustRunAs: those of the policy, which are the default too.
   * RunAsAny: all.
   */
  type SELinuxStrategy = "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

  /** Which SELinux contexts are allowed. */
  interface SELinuxStrategyOptions {
    /** MustRunAs or RunAsAny. */
    rule: SELinuxStrategy;
    /** The required context for MustRunAs. */
    seLinuxOptions?: coreV1.SELinuxOptions;
  }

  /** Which supplementary group IDs are allowed. */
  interface SupplementalGroupsStrategyOptions {
    /** MustRunAs, MayRunAs or RunAsAny. */
    rule?: SupplementalGroupsStrategyType;
    /** The allowed ranges of IDs, with both ends included. */
    ranges?: IDRange[];
  }

  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type SupplementalGroupsStrategyType = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);
}

export type AllowedCSIDriver = policyV1beta1.AllowedCSIDriver;
export type AllowedFlexVolume = policyV1beta1.AllowedFlexVolume;
export type AllowedHostPath = policyV1beta1.AllowedHostPath;
export type FSGroupStrategyOptions = policyV1beta1.FSGroupStrategyOptions;
export type FSGroupStrategyType = policyV1beta1.FSGroupStrategyType;
export type FSType = policyV1beta1.FSType;
export type HostPortRange = policyV1beta1.HostPortRange;
export type IDRange = policyV1beta1.IDRange;
export type PodSecurityPolicy = policyV1beta1.PodSecurityPolicy;
export type PodSecurityPolicyList = policyV1beta1.PodSecurityPolicyList;
export type PodSecurityPolicySpec = policyV1beta1.PodSecurityPolicySpec;
export type RunAsGroupStrategy = policyV1beta1.RunAsGroupStrategy;
export type RunAsGroupStrategyOptions = policyV1beta1.RunAsGroupStrategyOptions;
export type RunAsUserStrategy = policyV1beta1.RunAsUserStrategy;
export type RunAsUserStrategyOptions = policyV1beta1.RunAsUserStrategyOptions;
export type RuntimeClassStrategyOptions = policyV1beta1.RuntimeClassStrategyOptions;
export type SELinuxStrategy = policyV1beta1.SELinuxStrategy;
export type SELinuxStrategyOptions = policyV1beta1.SELinuxStrategyOptions;
export type SupplementalGroupsStrategyOptions = policyV1beta1.SupplementalGroupsStrategyOptions;
export type SupplementalGroupsStrategyType = policyV1beta1.SupplementalGroupsStrategyType;
