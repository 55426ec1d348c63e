/**
 * Descriptions of persistent volumes and claims.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const ACCESS_MODES = "ReadWriteOnce: one node; ReadOnlyMany: many nodes, read-only; " +
  "ReadWriteMany: many nodes; ReadWriteOncePod: one pod.";

const REFERENCE: FieldWords = {
  apiGroup: "The API group of the object. If unset, the core group.",
  kind: "The kind of the object.",
  name: "The name of the object.",
};

/** The descriptions of persistent volumes and their claims. */
export const PERSISTENT_VOLUMES: Words = {
  PersistentVolume: [
    "Storage with a life cycle independent of pods. Created by an administrator or through a " +
    "storage class, and bound to at most one claim.",
  ],
  PersistentVolumeSpec: ["The size, access and location of a volume.", {
    capacity: "The size of the volume, by resource: storage.",
    accessModes: `The ways in which the volume can be mounted. ${ACCESS_MODES}`,
    claimRef: "The claim that the volume is bound to or reserved for.",
    persistentVolumeReclaimPolicy: "What happens to the volume when its claim is deleted: Retain " +
      "keeps it (the default for volumes created by hand), Delete deletes it with its storage " +
      "(the default of storage classes). Recycle is deprecated.",
    storageClassName: "The storage class of the volume; only claims of the same class can bind " +
      "to it. Empty for none.",
    mountOptions: "Mount options. They are not validated: mounting fails if one is wrong.",
    volumeMode: "Filesystem (the default) or Block, a raw block device. Can't be changed.",
    nodeAffinity: "The nodes that can access the volume. If unset, all nodes.",
    volumeAttributesClassName: "The volume attributes class whose parameters the volume has, as " +
      "its claim requests.",
  }],
  VolumeNodeAffinity: ["The nodes that can access a volume.", {
    required: "Requirements that a node must meet.",
  }],
  PersistentVolumeStatus: ["The observed state of a volume.", {
    phase: "Pending, Available, Bound, Released (the claim is deleted) or Failed (reclaiming " +
      "failed).",
    message: "A human-readable message about the phase.",
    reason: "The reason for the phase, in one word.",
    lastPhaseTransitionTime: "When the phase last changed.",
  }],
  PersistentVolumeClaim: [
    "A request for storage. Pods in its namespace use the bound volume through it.",
  ],
  PersistentVolumeClaimSpec: [
    "The requested storage. Once bound, only the request and the volume attributes class can be " +
    "changed.",
    {
      accessModes: `The required access modes. ${ACCESS_MODES}`,
      selector: "Selects volumes by labels. With a selector no volume is provisioned dynamically.",
      resources: "The requested size: requests.storage. A bound claim can be expanded if its " +
        "storage class allows it.",
      volumeName: "The volume that the claim is bound to, or should be bound to.",
      storageClassName: "The storage class. If unset, the default class. Empty: only volumes " +
        "without a class, and no dynamic provisioning.",
      volumeMode: "Filesystem (the default) or Block, a raw block device. Can't be changed.",
      dataSource: "The initial content of the volume: a volume snapshot or another claim in the " +
        "namespace. Equal to dataSourceRef if either is set.",
      dataSourceRef: "The initial content of the volume: an object of any kind that a volume " +
        "populator supports.",
      volumeAttributesClassName: "The volume attributes class that the volume should have. Can " +
        "be changed later. If unset, the volume is not modified.",
    },
  ],
  VolumeResourceRequirements: ["The size of a volume.", {
    limits: "The maximum size, by resource: storage.",
    requests: "The minimum size, by resource: storage.",
  }],
  TypedLocalObjectReference: [
    "A reference to an object of any kind in the same namespace.",
    REFERENCE,
  ],
  TypedObjectReference: ["A reference to an object of any kind.", {
    ...REFERENCE,
    namespace: "The namespace of the object. If unset, the claim's. Another namespace requires a " +
      "reference grant there and a feature that is off by default.",
  }],
  PersistentVolumeClaimStatus: ["The observed state of a claim.", {
    phase: "Pending (no volume yet), Bound, or Lost (the volume no longer exists).",
    accessModes: "The access modes of the volume.",
    capacity: "The current size of the volume.",
    allocatedResources: "The size that is being allocated during an expansion.",
    allocatedResourceStatuses: "The state of the expansion by resource, including whether it " +
      "failed on the controller or on the node.",
    currentVolumeAttributesClassName: "The volume attributes class that the volume currently has.",
    modifyVolumeStatus: "The state of a change of the volume attributes class.",
  }],
  PersistentVolumeClaimCondition: ["A condition of a claim.", {
    type: "Resizing, FileSystemResizePending, ModifyingVolume and others.",
  }],
  ModifyVolumeStatus: ["The state of a change of the volume attributes class.", {
    targetVolumeAttributesClassName: "The requested volume attributes class.",
    status: "Pending: not started. InProgress: being applied. Infeasible: rejected by the driver.",
  }],
  TopologySelectorTerm: ["Requirements for the topology labels of nodes. All must be met.", {
    matchLabelExpressions: "The requirements.",
  }],
  TopologySelectorLabelRequirement: ["A requirement for a topology label.", {
    key: "The label key.",
    values: "The allowed values of the label.",
  }],
};
