// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64 } from "./scalars.ts";

export interface AllowedCSIDriver {
  name: string;
}

export interface AllowedFlexVolume {
  driver: string;
}

export interface AllowedHostPath {
  pathPrefix?: string;
  readOnly?: boolean;
}

export interface FSGroupStrategyOptions {
  rule?: FSGroupStrategyType;
  ranges?: IDRange[];
}

export type FSGroupStrategyType = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

export type FSType = "azureFile" | "flocker" | "flexVolume" | "hostPath" | "emptyDir" | "gcePersistentDisk" | "awsElasticBlockStore" | "gitRepo" | "secret" | "nfs" | "iscsi" | "glusterfs" | "persistentVolumeClaim" | "rbd" | "cinder" | "cephFS" | "downwardAPI" | "fc" | "configMap" | "vsphereVolume" | "quobyte" | "azureDisk" | "photonPersistentDisk" | "storageos" | "projected" | "portworxVolume" | "scaleIO" | "csi" | "*" | (string & Record<never, never>);

export interface HostPortRange {
  min: number;
  max: number;
}

export interface IDRange {
  min: Int64;
  max: Int64;
}

export interface PodSecurityPolicy {
  apiVersion?: string;
  kind?: "PodSecurityPolicy";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: PodSecurityPolicySpec;
}

export interface PodSecurityPolicyList {
  apiVersion?: string;
  kind?: "PodSecurityPolicyList";
  metadata?: metaV1.ListMeta;
  items: PodSecurityPolicy[];
}

export interface PodSecurityPolicySpec {
  privileged?: boolean;
  defaultAddCapabilities?: coreV1.Capability[];
  requiredDropCapabilities?: coreV1.Capability[];
  allowedCapabilities?: coreV1.Capability[];
  volumes?: FSType[];
  hostNetwork?: boolean;
  hostPorts?: HostPortRange[];
  hostPID?: boolean;
  hostIPC?: boolean;
  seLinux: SELinuxStrategyOptions;
  runAsUser: RunAsUserStrategyOptions;
  runAsGroup?: RunAsGroupStrategyOptions;
  supplementalGroups: SupplementalGroupsStrategyOptions;
  fsGroup: FSGroupStrategyOptions;
  readOnlyRootFilesystem?: boolean;
  defaultAllowPrivilegeEscalation?: boolean;
  allowPrivilegeEscalation?: boolean;
  allowedHostPaths?: AllowedHostPath[];
  allowedFlexVolumes?: AllowedFlexVolume[];
  allowedCSIDrivers?: AllowedCSIDriver[];
  allowedUnsafeSysctls?: string[];
  forbiddenSysctls?: string[];
  allowedProcMountTypes?: coreV1.ProcMountType[];
  runtimeClass?: RuntimeClassStrategyOptions;
}

export type RunAsGroupStrategy = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

export interface RunAsGroupStrategyOptions {
  rule: RunAsGroupStrategy;
  ranges?: IDRange[];
}

export type RunAsUserStrategy = "MustRunAs" | "MustRunAsNonRoot" | "RunAsAny" | (string & Record<never, never>);

export interface RunAsUserStrategyOptions {
  rule: RunAsUserStrategy;
  ranges?: IDRange[];
}

export interface RuntimeClassStrategyOptions {
  allowedRuntimeClassNames: string[];
  defaultRuntimeClassName?: string;
}

export type SELinuxStrategy = "MustRunAs" | "RunAsAny" | (string & Record<never, never>);

export interface SELinuxStrategyOptions {
  rule: SELinuxStrategy;
  seLinuxOptions?: coreV1.SELinuxOptions;
}

export interface SupplementalGroupsStrategyOptions {
  rule?: SupplementalGroupsStrategyType;
  ranges?: IDRange[];
}

export type SupplementalGroupsStrategyType = "MayRunAs" | "MustRunAs" | "RunAsAny" | (string & Record<never, never>);
