// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of storage/v1. */
export declare namespace storageV1 {
  /** A CSI storage driver and how it works with the cluster. Its name is the name of the driver. */
  interface CSIDriver {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSIDriver";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: CSIDriverSpec;
  }

  /** A list of CSIDriver objects. */
  interface CSIDriverList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSIDriverList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CSIDriver[];
  }

  /** How a CSI driver works with the cluster. */
  interface CSIDriverSpec {
    /**
     * Whether volumes must be attached to a node before they are mounted. Default: true. Can't be
     * changed.
     */
    attachRequired?: boolean;
    /** Whether the driver gets information about the pod when it mounts a volume. Default: false. */
    podInfoOnMount?: boolean;
    /**
     * The supported kinds of volumes: Persistent (with a claim), Ephemeral (inline in a pod).
     * Default: Persistent. Can't be changed.
     */
    volumeLifecycleModes?: VolumeLifecycleMode[];
    /**
     * Whether the scheduler considers the storage capacity that the driver publishes. Default: false.
     */
    storageCapacity?: boolean;
    /**
     * Whether volumes get the pod's fsGroup: None never, File always, ReadWriteOnceWithFSType (the
     * default) if they are ReadWriteOnce and have a file system type.
     */
    fsGroupPolicy?: FSGroupPolicy;
    /** Tokens of the pod's service account that the driver gets when it mounts a volume. */
    tokenRequests?: TokenRequest[];
    /**
     * Whether the driver is called periodically for mounted volumes, to refresh their content.
     * Default: false.
     */
    requiresRepublish?: boolean;
    /** Whether the driver can mount volumes with an SELinux label. Default: false. */
    seLinuxMount?: boolean;
    /**
     * The interval in seconds at which a node updates the driver's volume limit: at least 10. If
     * unset, only at the start of the driver.
     */
    nodeAllocatableUpdatePeriodSeconds?: scalars.Int64;
    /**
     * Whether the tokens are passed as secrets instead of volume attributes. Requires tokenRequests.
     * Default: false.
     */
    serviceAccountTokenInSecrets?: boolean;
    /**
     * Whether pods that use the driver's volumes are only scheduled to nodes that have it. Default:
     * false.
     */
    preventPodSchedulingIfMissing?: boolean;
  }

  /** The CSI drivers of a node. Its name is the node's; written by the node agent. */
  interface CSINode {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSINode";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: CSINodeSpec;
  }

  /** A CSI driver on a node. */
  interface CSINodeDriver {
    /** The name of the driver. */
    name: string;
    /** The driver's own ID of the node. */
    nodeID: string;
    /** The node labels that define the driver's topology. */
    topologyKeys?: string[] | null;
    /** The volume limits of the node. */
    allocatable?: VolumeNodeResources;
  }

  /** A list of CSINode objects. */
  interface CSINodeList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSINodeList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CSINode[];
  }

  /** The CSI drivers of a node. */
  interface CSINodeSpec {
    /** The drivers that are installed on the node. */
    drivers: CSINodeDriver[];
  }

  /** The available capacity of a driver, for one storage class in one topology segment. */
  interface CSIStorageCapacity {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSIStorageCapacity";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** Selects the nodes that can access the storage. If unset, none. Can't be changed. */
    nodeTopology?: metaV1.LabelSelector;
    /** The storage class. Can't be changed. */
    storageClassName: string;
    /** The available capacity. If unset, unknown, which counts as none. */
    capacity?: scalars.Quantity;
    /** The maximum size of a volume. If unset, capacity. */
    maximumVolumeSize?: scalars.Quantity;
  }

  /** A list of CSIStorageCapacity objects. */
  interface CSIStorageCapacityList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CSIStorageCapacityList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CSIStorageCapacity[];
  }

  /**
   * Whether volumes get the file system group of their pod. File: always. None: never.
   * ReadWriteOnceWithFSType: where the volume has a file system and one writer.
   */
  type FSGroupPolicy = "ReadWriteOnceWithFSType" | "File" | "None" | (string & Record<never, never>);

  /** A class of storage, with the parameters for provisioning its volumes. */
  interface StorageClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "StorageClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The name of the driver that provisions the volumes. Can't be changed. */
    provisioner: string;
    /** Parameters for the driver, by key: at most 512, and 256 KiB in total. Can't be changed. */
    parameters?: Record<string, string>;
    /**
     * What happens to a volume when its claim is deleted: Delete (the default) or Retain. Can't be
     * changed.
     */
    reclaimPolicy?: coreV1.PersistentVolumeReclaimPolicy;
    /** Mount options. They are not validated: mounting fails if one is wrong. */
    mountOptions?: string[];
    /** Whether claims can be expanded. Default: false. */
    allowVolumeExpansion?: boolean;
    /**
     * When volumes are provisioned and bound: Immediate (the default), or WaitForFirstConsumer once a
     * pod that uses the claim is scheduled. Can't be changed.
     */
    volumeBindingMode?: VolumeBindingMode;
    /** The topologies in which volumes can be provisioned. If empty, all. */
    allowedTopologies?: coreV1.TopologySelectorTerm[];
  }

  /** A list of StorageClass objects. */
  interface StorageClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "StorageClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: StorageClass[];
  }

  /** A service account token for a driver. */
  interface TokenRequest {
    /** The audience of the token, unique in the list. Empty: the API server. */
    audience: string;
    /** The lifetime of the token in seconds: at least 600. If unset, the API server's default. */
    expirationSeconds?: scalars.Int64;
  }

  /** Requests that a volume is attached to a node, and records whether it is. */
  interface VolumeAttachment {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "VolumeAttachment";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: VolumeAttachmentSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: VolumeAttachmentStatus;
  }

  /** A list of VolumeAttachment objects. */
  interface VolumeAttachmentList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "VolumeAttachmentList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: VolumeAttachment[];
  }

  /** A volume to attach. Exactly one field must be set. */
  interface VolumeAttachmentSource {
    /** The name of the persistent volume. */
    persistentVolumeName?: string;
    /** The spec of a persistent volume, for a volume that is defined in a pod. */
    inlineVolumeSpec?: coreV1.PersistentVolumeSpec;
  }

  /** The volume, the node and the driver. Can't be changed. */
  interface VolumeAttachmentSpec {
    /** The name of the driver that attaches the volume. */
    attacher: string;
    /** The volume to attach. */
    source: VolumeAttachmentSource;
    /** The node to attach the volume to. */
    nodeName: string;
  }

  /** The state of a volume attachment. */
  interface VolumeAttachmentStatus {
    /** Whether the volume is attached. */
    attached: boolean;
    /** Data from the driver that the node needs for mounting. */
    attachmentMetadata?: Record<string, string>;
    /** The last error of attaching, if any. */
    attachError?: VolumeError;
    /** The last error of detaching, if any. */
    detachError?: VolumeError;
  }

  /** Parameters of volumes that can be changed while the volumes are in use. */
  interface VolumeAttributesClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "VolumeAttributesClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The name of the driver that applies the parameters. Can't be changed. */
    driverName: string;
    /** Parameters for the driver, by key: 1 to 512. Can't be changed. */
    parameters?: Record<string, string>;
  }

  /** A list of VolumeAttributesClass objects. */
  interface VolumeAttributesClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "VolumeAttributesClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: VolumeAttributesClass[];
  }

  /**
   * When a claim is bound to a volume. Immediate: at once. WaitForFirstConsumer: once a pod uses it,
   * so that the volume is where the pod can be.
   */
  type VolumeBindingMode = "Immediate" | "WaitForFirstConsumer";

  /** An error of a volume operation. */
  interface VolumeError {
    /** When the error occurred. */
    time?: scalars.Time | null;
    /** A human-readable message. It may be logged, so it must not contain secrets. */
    message?: string;
    /** The gRPC code of the error. */
    errorCode?: number;
  }

  /**
   * Which volumes a driver supports. Persistent: those of claims. Ephemeral: those that come and go
   * with their pod.
   */
  type VolumeLifecycleMode = "Persistent" | "Ephemeral" | (string & Record<never, never>);

  /** The volume limits of a driver on a node. */
  interface VolumeNodeResources {
    /** The maximum number of volumes. If unset, no limit. */
    count?: number;
  }
}

export type CSIDriver = storageV1.CSIDriver;
export type CSIDriverList = storageV1.CSIDriverList;
export type CSIDriverSpec = storageV1.CSIDriverSpec;
export type CSINode = storageV1.CSINode;
export type CSINodeDriver = storageV1.CSINodeDriver;
export type CSINodeList = storageV1.CSINodeList;
export type CSINodeSpec = storageV1.CSINodeSpec;
export type CSIStorageCapacity = storageV1.CSIStorageCapacity;
export type CSIStorageCapacityList = storageV1.CSIStorageCapacityList;
export type FSGroupPolicy = storageV1.FSGroupPolicy;
export type StorageClass = storageV1.StorageClass;
export type StorageClassList = storageV1.StorageClassList;
export type TokenRequest = storageV1.TokenRequest;
export type VolumeAttachment = storageV1.VolumeAttachment;
export type VolumeAttachmentList = storageV1.VolumeAttachmentList;
export type VolumeAttachmentSource = storageV1.VolumeAttachmentSource;
export type VolumeAttachmentSpec = storageV1.VolumeAttachmentSpec;
export type VolumeAttachmentStatus = storageV1.VolumeAttachmentStatus;
export type VolumeAttributesClass = storageV1.VolumeAttributesClass;
export type VolumeAttributesClassList = storageV1.VolumeAttributesClassList;
export type VolumeBindingMode = storageV1.VolumeBindingMode;
export type VolumeError = storageV1.VolumeError;
export type VolumeLifecycleMode = storageV1.VolumeLifecycleMode;
export type VolumeNodeResources = storageV1.VolumeNodeResources;
