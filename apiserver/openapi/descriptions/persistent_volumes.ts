/**
 * Persistent volumes, and claims to them.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const ACCESS_MODES = "ReadWriteOnce: one node; ReadOnlyMany: many nodes, reading; ReadWriteMany: " +
  "many nodes; ReadWriteOncePod: one pod.";

const REFERENCE: FieldWords = {
  apiGroup: "The group of the object. Left out: the core group.",
  kind: "The kind of the object.",
  name: "The name of the object.",
};

/** The OpenAPI descriptions of persistent volumes and their claims. */
export const PERSISTENT_VOLUMES: Words = {
  PersistentVolume: [
    "A piece of storage that outlives pods. It is made by an administrator or by a storage class " +
    "on demand, and belongs to one claim at a time.",
  ],
  PersistentVolumeSpec: ["What a volume is like.", {
    capacity: "How large it is: storage.",
    accessModes: `Ways in which it can be mounted. ${ACCESS_MODES}`,
    claimRef: "The claim it is bound to, or kept for.",
    persistentVolumeReclaimPolicy: "What becomes of it once its claim is gone: Retain keeps it " +
      "(the default when made by hand), Delete deletes the storage too (the default of storage " +
      "classes), Recycle is deprecated.",
    storageClassName: "The storage class it belongs to; only claims of that class get it. Empty: " +
      "none.",
    mountOptions: "Options of the mount. They are not checked: wrong ones make the mount fail.",
    volumeMode: "Filesystem (the default) or Block: a folder or a raw device. Can't be changed.",
    nodeAffinity: "The nodes from which it can be reached. Left out: all.",
    volumeAttributesClassName: "The volume attributes class whose parameters it has. It follows " +
      "the claim's.",
  }],
  VolumeNodeAffinity: ["The nodes from which a volume can be reached.", {
    required: "What a node has to be like.",
  }],
  PersistentVolumeStatus: ["What became of a volume.", {
    phase: "Pending, Available, Bound, Released once its claim is gone, or Failed when it could " +
      "not be reclaimed.",
    message: "Why it is in this phase, for people.",
    reason: "Why it is in this phase, as one word.",
    lastPhaseTransitionTime: "When the phase last changed.",
  }],
  PersistentVolumeClaim: ["Asks for storage, and stands for it in pods of its namespace."],
  PersistentVolumeClaimSpec: [
    "What storage is asked for. Can't be changed, but for requests and the attributes class once " +
    "the claim is bound.",
    {
      accessModes: `Ways in which the volume must be mountable. ${ACCESS_MODES}`,
      selector: "The volumes to choose from. With one, no volume is made on demand.",
      resources: "How much is asked for: requests.storage. Once bound, it can be raised where " +
        "the storage class allows expansion.",
      volumeName: "The volume it is bound to, or the one to bind to.",
      storageClassName: "The storage class. Left out: the default class; empty: volumes without " +
        "class only, and none made on demand.",
      volumeMode: "Filesystem (the default) or Block: a folder or a raw device. Can't be changed.",
      dataSource: "What the new volume is filled from: a volume snapshot or another claim of the " +
        "namespace. The same as dataSourceRef, where either is given.",
      dataSourceRef: "What the new volume is filled from: any object that some populator knows.",
      volumeAttributesClassName: "The volume attributes class whose parameters the volume shall " +
        "have. May be changed later. Left out: as it was made.",
    },
  ],
  VolumeResourceRequirements: ["How large a volume has to be.", {
    limits: "The largest size, by resource: storage.",
    requests: "The least size, by resource: storage.",
  }],
  TypedLocalObjectReference: ["An object of the same namespace, of any kind.", REFERENCE],
  TypedObjectReference: ["An object of any kind.", {
    ...REFERENCE,
    namespace: "The namespace of the object. Left out: the same. Another one takes a grant " +
      "there, and a feature that is off by default.",
  }],
  PersistentVolumeClaimStatus: ["What became of a claim.", {
    phase: "Pending until there is a volume, Bound, or Lost when the volume is gone.",
    accessModes: "The ways in which the volume can be mounted.",
    capacity: "How large the volume is now.",
    allocatedResources: "How large the volume is to become, while it grows.",
    allocatedResourceStatuses: "How far the growing of each resource has got, and on which side " +
      "it failed.",
    currentVolumeAttributesClassName: "The attributes class that the volume has now.",
    modifyVolumeStatus: "How far a change of the attributes class has got.",
  }],
  PersistentVolumeClaimCondition: ["One aspect of a claim's state.", {
    type: "Resizing, FileSystemResizePending, ModifyingVolume and others.",
  }],
  ModifyVolumeStatus: ["How far a change of the attributes class has got.", {
    targetVolumeAttributesClassName: "The class that is to be reached.",
    status: "Pending: it can't begin yet. InProgress: it goes on. Infeasible: the driver refused.",
  }],
  TopologySelectorTerm: ["Requirements about a place, which have to be met all.", {
    matchLabelExpressions: "The requirements.",
  }],
  TopologySelectorLabelRequirement: ["A requirement about a label of a place.", {
    key: "The key of the label.",
    values: "One of these it has to be.",
  }],
};
