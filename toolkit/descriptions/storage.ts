/**
 * Descriptions of storage classes, attachments, CSI drivers and capacities.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of storage classes, volume attachments and CSI objects. */
export const STORAGE: Words = {
  StorageClass: ["A class of storage, with the parameters for provisioning its volumes.", {
    provisioner: "The name of the driver that provisions the volumes. Can't be changed.",
    parameters: "Parameters for the driver, by key: at most 512, and 256 KiB in total. Can't be " +
      "changed.",
    reclaimPolicy: "What happens to a volume when its claim is deleted: Delete (the default) or " +
      "Retain. Can't be changed.",
    mountOptions: "Mount options. They are not validated: mounting fails if one is wrong.",
    allowVolumeExpansion: "Whether claims can be expanded. Default: false.",
    volumeBindingMode: "When volumes are provisioned and bound: Immediate (the default), or " +
      "WaitForFirstConsumer once a pod that uses the claim is scheduled. Can't be changed.",
    allowedTopologies: "The topologies in which volumes can be provisioned. If empty, all.",
  }],
  VolumeAttributesClass: [
    "Parameters of volumes that can be changed while the volumes are in use.",
    {
      driverName: "The name of the driver that applies the parameters. Can't be changed.",
      parameters: "Parameters for the driver, by key: 1 to 512. Can't be changed.",
    },
  ],
  VolumeAttachment: ["Requests that a volume is attached to a node, and records whether it is."],
  VolumeAttachmentSpec: ["The volume, the node and the driver. Can't be changed.", {
    attacher: "The name of the driver that attaches the volume.",
    source: "The volume to attach.",
    nodeName: "The node to attach the volume to.",
  }],
  VolumeAttachmentSource: ["A volume to attach. Exactly one field must be set.", {
    persistentVolumeName: "The name of the persistent volume.",
    inlineVolumeSpec: "The spec of a persistent volume, for a volume that is defined in a pod.",
  }],
  VolumeAttachmentStatus: ["The state of a volume attachment.", {
    attached: "Whether the volume is attached.",
    attachmentMetadata: "Data from the driver that the node needs for mounting.",
    attachError: "The last error of attaching, if any.",
    detachError: "The last error of detaching, if any.",
  }],
  VolumeError: ["An error of a volume operation.", {
    time: "When the error occurred.",
    message: "A human-readable message. It may be logged, so it must not contain secrets.",
    errorCode: "The gRPC code of the error.",
  }],
  CSIDriver: [
    "A CSI storage driver and how it works with the cluster. Its name is the name of the driver.",
  ],
  CSIDriverSpec: ["How a CSI driver works with the cluster.", {
    attachRequired: "Whether volumes must be attached to a node before they are mounted. " +
      "Default: true. Can't be changed.",
    podInfoOnMount: "Whether the driver gets information about the pod when it mounts a volume. " +
      "Default: false.",
    volumeLifecycleModes: "The supported kinds of volumes: Persistent (with a claim), Ephemeral " +
      "(inline in a pod). Default: Persistent. Can't be changed.",
    storageCapacity: "Whether the scheduler considers the storage capacity that the driver " +
      "publishes. Default: false.",
    fsGroupPolicy: "Whether volumes get the pod's fsGroup: None never, File always, " +
      "ReadWriteOnceWithFSType (the default) if they are ReadWriteOnce and have a file system " +
      "type.",
    tokenRequests: "Tokens of the pod's service account that the driver gets when it mounts a " +
      "volume.",
    requiresRepublish: "Whether the driver is called periodically for mounted volumes, to " +
      "refresh their content. Default: false.",
    seLinuxMount: "Whether the driver can mount volumes with an SELinux label. Default: false.",
    nodeAllocatableUpdatePeriodSeconds: "The interval in seconds at which a node updates the " +
      "driver's volume limit: at least 10. If unset, only at the start of the driver.",
    serviceAccountTokenInSecrets: "Whether the tokens are passed as secrets instead of volume " +
      "attributes. Requires tokenRequests. Default: false.",
    preventPodSchedulingIfMissing: "Whether pods that use the driver's volumes are only " +
      "scheduled to nodes that have it. Default: false.",
  }],
  TokenRequest: ["A service account token for a driver.", {
    audience: "The audience of the token, unique in the list. Empty: the API server.",
    expirationSeconds: "The lifetime of the token in seconds: at least 600. If unset, the API " +
      "server's default.",
  }],
  CSINode: ["The CSI drivers of a node. Its name is the node's; written by the node agent."],
  CSINodeSpec: ["The CSI drivers of a node.", {
    drivers: "The drivers that are installed on the node.",
  }],
  CSINodeDriver: ["A CSI driver on a node.", {
    name: "The name of the driver.",
    nodeID: "The driver's own ID of the node.",
    topologyKeys: "The node labels that define the driver's topology.",
    allocatable: "The volume limits of the node.",
  }],
  VolumeNodeResources: ["The volume limits of a driver on a node.", {
    count: "The maximum number of volumes. If unset, no limit.",
  }],
  CSIStorageCapacity: [
    "The available capacity of a driver, for one storage class in one topology segment.",
    {
      nodeTopology: "Selects the nodes that can access the storage. If unset, none. Can't be " +
        "changed.",
      storageClassName: "The storage class. Can't be changed.",
      capacity: "The available capacity. If unset, unknown, which counts as none.",
      maximumVolumeSize: "The maximum size of a volume. If unset, capacity.",
    },
  ],
};
