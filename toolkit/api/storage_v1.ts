// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Quantity, Time } from "./scalars.ts";

export interface CSIDriver {
  apiVersion?: string;
  kind?: "CSIDriver";
  metadata?: metaV1.ClusterObjectMeta;
  spec: CSIDriverSpec;
}

export interface CSIDriverList {
  apiVersion?: string;
  kind?: "CSIDriverList";
  metadata?: metaV1.ListMeta;
  items: CSIDriver[];
}

export interface CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  volumeLifecycleModes?: VolumeLifecycleMode[];
  storageCapacity?: boolean;
  fsGroupPolicy?: FSGroupPolicy;
  tokenRequests?: TokenRequest[];
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  nodeAllocatableUpdatePeriodSeconds?: Int64;
  serviceAccountTokenInSecrets?: boolean;
  preventPodSchedulingIfMissing?: boolean;
}

export interface CSINode {
  apiVersion?: string;
  kind?: "CSINode";
  metadata?: metaV1.ClusterObjectMeta;
  spec: CSINodeSpec;
}

export interface CSINodeDriver {
  name: string;
  nodeID: string;
  topologyKeys?: string[] | null;
  allocatable?: VolumeNodeResources;
}

export interface CSINodeList {
  apiVersion?: string;
  kind?: "CSINodeList";
  metadata?: metaV1.ListMeta;
  items: CSINode[];
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[];
}

export interface CSIStorageCapacity {
  apiVersion?: string;
  kind?: "CSIStorageCapacity";
  metadata?: metaV1.ObjectMeta;
  nodeTopology?: metaV1.LabelSelector;
  storageClassName: string;
  capacity?: Quantity;
  maximumVolumeSize?: Quantity;
}

export interface CSIStorageCapacityList {
  apiVersion?: string;
  kind?: "CSIStorageCapacityList";
  metadata?: metaV1.ListMeta;
  items: CSIStorageCapacity[];
}

export type FSGroupPolicy = "ReadWriteOnceWithFSType" | "File" | "None" | (string & Record<never, never>);

export interface StorageClass {
  apiVersion?: string;
  kind?: "StorageClass";
  metadata?: metaV1.ClusterObjectMeta;
  provisioner: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: coreV1.PersistentVolumeReclaimPolicy;
  mountOptions?: string[];
  allowVolumeExpansion?: boolean;
  volumeBindingMode?: VolumeBindingMode;
  allowedTopologies?: coreV1.TopologySelectorTerm[];
}

export interface StorageClassList {
  apiVersion?: string;
  kind?: "StorageClassList";
  metadata?: metaV1.ListMeta;
  items: StorageClass[];
}

export interface TokenRequest {
  audience: string;
  expirationSeconds?: Int64;
}

export interface VolumeAttachment {
  apiVersion?: string;
  kind?: "VolumeAttachment";
  metadata?: metaV1.ClusterObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

export interface VolumeAttachmentList {
  apiVersion?: string;
  kind?: "VolumeAttachmentList";
  metadata?: metaV1.ListMeta;
  items: VolumeAttachment[];
}

export interface VolumeAttachmentSource {
  persistentVolumeName?: string;
  inlineVolumeSpec?: coreV1.PersistentVolumeSpec;
}

export interface VolumeAttachmentSpec {
  attacher: string;
  source: VolumeAttachmentSource;
  nodeName: string;
}

export interface VolumeAttachmentStatus {
  attached: boolean;
  attachmentMetadata?: Record<string, string>;
  attachError?: VolumeError;
  detachError?: VolumeError;
}

export interface VolumeAttributesClass {
  apiVersion?: string;
  kind?: "VolumeAttributesClass";
  metadata?: metaV1.ClusterObjectMeta;
  driverName: string;
  parameters?: Record<string, string>;
}

export interface VolumeAttributesClassList {
  apiVersion?: string;
  kind?: "VolumeAttributesClassList";
  metadata?: metaV1.ListMeta;
  items: VolumeAttributesClass[];
}

export type VolumeBindingMode = "Immediate" | "WaitForFirstConsumer";

export interface VolumeError {
  time?: Time | null;
  message?: string;
  errorCode?: number;
}

export type VolumeLifecycleMode = "Persistent" | "Ephemeral" | (string & Record<never, never>);

export interface VolumeNodeResources {
  count?: number;
}
