/**
 * Storage classes, and what drivers of storage say of themselves.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of storage classes, volume attachments and CSI objects. */
export const STORAGE: Words = {
  StorageClass: ["A kind of storage, and how volumes of it are made on demand.", {
    provisioner: "Who makes the volumes: the name of a driver. Can't be changed.",
    parameters: "What it is told, by key: at most 512, 256 KiB in all. Can't be changed.",
    reclaimPolicy: "What becomes of a volume once its claim is gone: Delete (the default) or " +
      "Retain. Can't be changed.",
    mountOptions: "Options of the mount. They are not checked: wrong ones make the mount fail.",
    allowVolumeExpansion: "Whether claims may ask for more later. Default: false.",
    volumeBindingMode: "Immediate (the default) makes and binds a volume at once, " +
      "WaitForFirstConsumer once a pod needs it, where that pod goes. Can't be changed.",
    allowedTopologies: "Where volumes may be made: any one of these. Left out: anywhere.",
  }],
  VolumeAttributesClass: ["Parameters of volumes that can be changed while they are in use.", {
    driverName: "The name of the driver. Can't be changed.",
    parameters: "What it is told, by key: at least one, at most 512. Can't be changed.",
  }],
  VolumeAttachment: ["Asks that a volume be attached to a node, and says whether it is."],
  VolumeAttachmentSpec: ["Which volume, to which node, by whom. Can't be changed.", {
    attacher: "Who attaches it: the name of a driver.",
    source: "The volume.",
    nodeName: "The name of the node.",
  }],
  VolumeAttachmentSource: ["A volume: exactly one of the two.", {
    persistentVolumeName: "The name of the persistent volume.",
    inlineVolumeSpec: "What a persistent volume would be like, for a volume that a pod names " +
      "itself.",
  }],
  VolumeAttachmentStatus: ["Whether a volume is attached.", {
    attached: "Whether it is attached.",
    attachmentMetadata: "What the driver said that the node needs to know.",
    attachError: "What last went wrong when it was attached.",
    detachError: "What last went wrong when it was detached.",
  }],
  VolumeError: ["Something that went wrong.", {
    time: "When.",
    message: "What, for people. It may be logged: no secrets.",
    errorCode: "The gRPC code of the error.",
  }],
  CSIDriver: ["A driver of storage, and what it needs of the cluster. Its name is the driver's."],
  CSIDriverSpec: ["What the driver needs of the cluster.", {
    attachRequired: "Whether volumes have to be attached to a node before they are mounted. " +
      "Default: true. Can't be changed.",
    podInfoOnMount: "Whether it is told of the pod when it mounts. Default: false.",
    volumeLifecycleModes: "Persistent for volumes with claims, Ephemeral for volumes of a pod " +
      "alone. Default: Persistent. Can't be changed.",
    storageCapacity: "Whether the scheduler looks at how much room there is, which the driver " +
      "tells as capacity objects. Default: false.",
    fsGroupPolicy: "Whether volumes get the pod's fsGroup: None, File always, " +
      "ReadWriteOnceWithFSType (the default) if the volume is of one node and has a file system.",
    tokenRequests: "Tokens of the pod's service account that it gets when it mounts.",
    requiresRepublish: "Whether it is called again and again while a volume is mounted, to renew " +
      "what it wrote. Default: false.",
    seLinuxMount: "Whether it can mount volumes with different SELinux labels. Default: false.",
    nodeAllocatableUpdatePeriodSeconds: "After how many seconds a node asks it again how many " +
      "volumes there may be: at least 10. Left out: only when it starts.",
    serviceAccountTokenInSecrets: "Whether the tokens are handed over as secrets, not as " +
      "attributes of the volume. Needs tokenRequests. Default: false.",
    preventPodSchedulingIfMissing: "Whether pods with volumes of it wait for a node that has it. " +
      "Default: false.",
  }],
  TokenRequest: ["A token for a driver.", {
    audience: "Whom the token is for. Empty: the API server. No two alike.",
    expirationSeconds: "For how many seconds it is good: at least 600. Left out: as the API " +
      "server has it.",
  }],
  CSINode: ["The drivers of storage on a node. Its name is the node's; written by its agent."],
  CSINodeSpec: ["The drivers of storage on a node.", {
    drivers: "The drivers. They come and go with the drivers.",
  }],
  CSINodeDriver: ["A driver on a node.", {
    name: "The name of the driver.",
    nodeID: "What the driver calls the node.",
    topologyKeys: "Labels of the node by which it tells places apart.",
    allocatable: "How many volumes there may be.",
  }],
  VolumeNodeResources: ["How many volumes of a driver a node may have.", {
    count: "The number. Left out: no bound.",
  }],
  CSIStorageCapacity: ["How much room a driver has, for one class in one place.", {
    nodeTopology: "The nodes from which it can be reached. Left out: none. Can't be changed.",
    storageClassName: "The storage class. Can't be changed.",
    capacity: "How much room there is. Left out: it can't be told, as if there were none.",
    maximumVolumeSize: "The largest volume that can be made. Left out: as large as capacity says.",
  }],
};
