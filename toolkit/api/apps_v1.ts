// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of apps/v1. */
export declare namespace appsV1 {
  /**
   * A snapshot of a stateful set's or daemon set's template, for rollback. Written by the
   * controllers; its data can't be changed.
   */
  interface ControllerRevision {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ControllerRevision";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The state at this revision. */
    data?: scalars.JsonValue;
    /** The number of the revision; it increases with each change. */
    revision: scalars.Int64;
  }

  /** A list of ControllerRevision objects. */
  interface ControllerRevisionList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ControllerRevisionList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ControllerRevision[];
  }

  /** Runs one pod on every node, or on every node that its pod template selects. */
  interface DaemonSet {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DaemonSet";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: DaemonSetSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: DaemonSetStatus;
  }

  /** A condition of a daemon set. */
  interface DaemonSetCondition {
    /** The type of the condition, unique in the list. */
    type: DaemonSetConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of a daemon set. None is defined. */
  type DaemonSetConditionType = string;

  /** A list of DaemonSet objects. */
  interface DaemonSetList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DaemonSetList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: DaemonSet[];
  }

  /** The pods of a daemon set and how they are updated. */
  interface DaemonSetSpec {
    /** Selects the pods to manage. It must match the labels of the template. Can't be changed. */
    selector: metaV1.LabelSelector | null;
    /**
     * The template of the pods. Its node selector and affinity choose the nodes, its labels must
     * match the selector, and its restart policy must be Always.
     */
    template: coreV1.PodTemplateSpec;
    /** How pods are replaced when the template changes. */
    updateStrategy?: DaemonSetUpdateStrategy;
    /** How many seconds a pod must be ready before it counts as available. Default: 0. */
    minReadySeconds?: number;
    /** How many old revisions to keep for rollback. Default: 10. */
    revisionHistoryLimit?: number;
  }

  /** The observed state of a daemon set, as numbers of nodes. */
  interface DaemonSetStatus {
    /** Nodes that run the pod and should run it. */
    currentNumberScheduled: number;
    /** Nodes that run the pod but should not. */
    numberMisscheduled: number;
    /** Nodes that should run the pod. */
    desiredNumberScheduled: number;
    /** Nodes that should run the pod and have it ready. */
    numberReady: number;
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** Nodes that run the pod of the current template. */
    updatedNumberScheduled?: number;
    /** Nodes that should run the pod and have had it ready for at least minReadySeconds. */
    numberAvailable?: number;
    /** Nodes that should run the pod but have none available. */
    numberUnavailable?: number;
    /**
     * The number of hash collisions of generated names; the controller uses it to make a new name.
     */
    collisionCount?: number;
    /** The conditions of the object, at most one of each type. */
    conditions?: DaemonSetCondition[];
  }

  /** How pods are replaced when the template changes. */
  interface DaemonSetUpdateStrategy {
    /**
     * RollingUpdate (the default) replaces pods node by node, OnDelete only when they are deleted by
     * hand.
     */
    type?: DaemonSetUpdateStrategyType;
    /** The limits of a rolling update. For type RollingUpdate only. */
    rollingUpdate?: RollingUpdateDaemonSet;
  }

  /**
   * When pods of an old revision are replaced. RollingUpdate: by the controller, in turns. OnDelete:
   * only once someone deletes them.
   */
  type DaemonSetUpdateStrategyType = "RollingUpdate" | "OnDelete";

  /**
   * Runs a number of identical pods, and replaces them gradually when their template changes. It
   * creates a replica set for each revision of the template.
   */
  interface Deployment {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Deployment";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: DeploymentSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: DeploymentStatus;
  }

  /** A condition of a deployment. */
  interface DeploymentCondition {
    /** Available, Progressing or ReplicaFailure. */
    type: DeploymentConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the condition was last updated. */
    lastUpdateTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a deployment. Available: enough pods are. Progressing: a rollout goes on, or has
   * ended well. ReplicaFailure: a pod could not be created or deleted.
   */
  type DeploymentConditionType = "Available" | "Progressing" | "ReplicaFailure" | (string & Record<never, never>);

  /** A list of Deployment objects. */
  interface DeploymentList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DeploymentList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Deployment[];
  }

  /** The number of pods, their template, and how they are replaced. */
  interface DeploymentSpec {
    /** How many pods there should be: 0 or more. Default: 1. */
    replicas?: number;
    /** Selects the pods to manage. It must match the labels of the template. Can't be changed. */
    selector: metaV1.LabelSelector | null;
    /**
     * The template of the pods. Its labels must match the selector, and its restart policy must be
     * Always.
     */
    template: coreV1.PodTemplateSpec;
    /** How old pods are replaced with new ones. */
    strategy?: DeploymentStrategy;
    /** How many seconds a pod must be ready before it counts as available. Default: 0. */
    minReadySeconds?: number;
    /** How many old replica sets to keep for rollback. Default: 10. */
    revisionHistoryLimit?: number;
    /**
     * Whether rollouts are paused: changes of the template take effect once it is false. Default:
     * false.
     */
    paused?: boolean;
    /**
     * After how many seconds without progress the condition Progressing reports the rollout as
     * failed; the rollout continues. Must be greater than minReadySeconds. Default: 600.
     */
    progressDeadlineSeconds?: number;
  }

  /** The observed state of a deployment. */
  interface DeploymentStatus {
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** The number of its pods, old and new, without those that are terminating. */
    replicas?: number;
    /** The number of pods that have the current template. */
    updatedReplicas?: number;
    /** The number of pods that are ready. */
    readyReplicas?: number;
    /** The number of pods that have been ready for at least minReadySeconds. */
    availableReplicas?: number;
    /** The number of desired pods that are not available yet. */
    unavailableReplicas?: number;
    /** The number of pods that are terminating. They are not included in replicas. */
    terminatingReplicas?: number;
    /** The conditions of the object, at most one of each type. */
    conditions?: DeploymentCondition[];
    /**
     * The number of hash collisions of generated names; the controller uses it to make a new name.
     */
    collisionCount?: number;
  }

  /** How old pods are replaced with new ones. */
  interface DeploymentStrategy {
    /** RollingUpdate (the default) replaces pods gradually, Recreate deletes all old pods first. */
    type?: DeploymentStrategyType;
    /** The limits of a rolling update. For type RollingUpdate only. */
    rollingUpdate?: RollingUpdateDeployment;
  }

  /** How pods are replaced by new ones. Recreate: all old ones end first. RollingUpdate: in turns. */
  type DeploymentStrategyType = "Recreate" | "RollingUpdate";

  /** Whether claims are kept (Retain) or deleted (Delete) once they are not needed. */
  type PersistentVolumeClaimRetentionPolicyType = "Retain" | "Delete" | (string & Record<never, never>);

  /**
   * In which order pods are created and deleted. OrderedReady: one after the other, each once the one
   * before is ready. Parallel: all at once.
   */
  type PodManagementPolicyType = "OrderedReady" | "Parallel";

  /** Keeps a number of identical pods running. Usually created by a deployment. */
  interface ReplicaSet {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ReplicaSet";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ReplicaSetSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ReplicaSetStatus;
  }

  /** A condition of a replica set. */
  interface ReplicaSetCondition {
    /** ReplicaFailure. */
    type: ReplicaSetConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of a replica set. ReplicaFailure: a pod could not be created or deleted. */
  type ReplicaSetConditionType = "ReplicaFailure" | (string & Record<never, never>);

  /** A list of ReplicaSet objects. */
  interface ReplicaSetList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ReplicaSetList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ReplicaSet[];
  }

  /** The number of pods, their selector and their template. */
  interface ReplicaSetSpec {
    /** How many pods there should be: 0 or more. Default: 1. */
    replicas?: number;
    /** How many seconds a pod must be ready before it counts as available. Default: 0. */
    minReadySeconds?: number;
    /** Selects the pods to manage. It must match the labels of the template. Can't be changed. */
    selector: metaV1.LabelSelector | null;
    /**
     * The template of the pods. Its labels must match the selector, and its restart policy must be
     * Always.
     */
    template?: coreV1.PodTemplateSpec;
  }

  /** The observed state of a replica set. */
  interface ReplicaSetStatus {
    /** The number of pods, without those that are terminating. */
    replicas: number;
    /** The number of pods that have all labels of the template. */
    fullyLabeledReplicas?: number;
    /** The number of pods that are ready. */
    readyReplicas?: number;
    /** The number of pods that have been ready for at least minReadySeconds. */
    availableReplicas?: number;
    /** The number of pods that are terminating. They are not included in replicas. */
    terminatingReplicas?: number;
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** The conditions of the object, at most one of each type. */
    conditions?: ReplicaSetCondition[];
  }

  /** The limits of a rolling update. Exactly one of them must be greater than 0. */
  interface RollingUpdateDaemonSet {
    /**
     * On how many nodes the pod may be unavailable during the update: a number, or a percentage of
     * the nodes, rounded up. Default: 1.
     */
    maxUnavailable?: scalars.IntOrString;
    /**
     * On how many nodes a new pod may run beside the old one during the update: a number, or a
     * percentage of the nodes, rounded up. Default: 0.
     */
    maxSurge?: scalars.IntOrString;
  }

  /** The limits of a rolling update. They can't both be 0. */
  interface RollingUpdateDeployment {
    /**
     * How many of the desired pods may be unavailable during the update: a number, or a percentage of
     * replicas, rounded down. Default: 25%.
     */
    maxUnavailable?: scalars.IntOrString;
    /**
     * How many pods may exist above replicas during the update: a number, or a percentage of
     * replicas, rounded up. Default: 25%.
     */
    maxSurge?: scalars.IntOrString;
  }

  /** The limits of a rolling update. */
  interface RollingUpdateStatefulSetStrategy {
    /** Only pods with this ordinal or a higher one are updated. Default: 0, which updates all. */
    partition?: number;
    /**
     * How many pods may be unavailable during the update: a number, or a percentage of replicas,
     * rounded up; not 0. Default: 1.
     */
    maxUnavailable?: scalars.IntOrString;
  }

  /**
   * Runs pods with stable identities: each has an ordinal, and with it a stable name, DNS name and
   * volumes of its own.
   */
  interface StatefulSet {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "StatefulSet";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: StatefulSetSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: StatefulSetStatus;
  }

  /** A condition of a stateful set. */
  interface StatefulSetCondition {
    /** The type of the condition, unique in the list. */
    type: StatefulSetConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of a stateful set. None is defined. */
  type StatefulSetConditionType = string;

  /** A list of StatefulSet objects. */
  interface StatefulSetList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "StatefulSetList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: StatefulSet[];
  }

  /** How the pods are numbered. */
  interface StatefulSetOrdinals {
    /** The ordinal of the first pod. Default: 0. */
    start?: number;
  }

  /** What happens to claims that were created from volumeClaimTemplates. */
  interface StatefulSetPersistentVolumeClaimRetentionPolicy {
    /** When the set is deleted: Retain (the default) or Delete. */
    whenDeleted?: PersistentVolumeClaimRetentionPolicyType;
    /**
     * When the set is scaled down, to the claims of the removed pods: Retain (the default) or Delete.
     */
    whenScaled?: PersistentVolumeClaimRetentionPolicyType;
  }

  /**
   * The pods and their volume claims. Only replicas, template, updateStrategy, revisionHistoryLimit,
   * minReadySeconds, ordinals and the claim retention policy can be changed.
   */
  interface StatefulSetSpec {
    /** How many pods there should be: 0 or more. Default: 1. */
    replicas?: number;
    /** Selects the pods to manage. It must match the labels of the template. Can't be changed. */
    selector: metaV1.LabelSelector | null;
    /**
     * The template of the pods, which are named SET-ORDINAL. Its labels must match the selector, and
     * its restart policy must be Always.
     */
    template: coreV1.PodTemplateSpec;
    /**
     * Claims that are created for each pod, named CLAIM-SET-ORDINAL. They replace volumes of the
     * template that have the same name.
     */
    volumeClaimTemplates?: coreV1.PersistentVolumeClaim[];
    /**
     * The headless service that gives the pods their DNS names: POD.SERVICE.NAMESPACE.svc.DOMAIN. It
     * must be created separately.
     */
    serviceName?: string;
    /**
     * OrderedReady (the default) creates pods one at a time, each after the previous one is ready,
     * and deletes them in reverse order. Parallel creates and deletes them all at once.
     */
    podManagementPolicy?: PodManagementPolicyType;
    /** How pods are replaced when the template changes. */
    updateStrategy?: StatefulSetUpdateStrategy;
    /** How many old revisions to keep for rollback. Default: 10. */
    revisionHistoryLimit?: number;
    /** How many seconds a pod must be ready before it counts as available. Default: 0. */
    minReadySeconds?: number;
    /** Whether claims are deleted with the set or its pods. Default: they are retained. */
    persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
    /** How the pods are numbered. Default: from 0. */
    ordinals?: StatefulSetOrdinals;
  }

  /** The observed state of a stateful set. */
  interface StatefulSetStatus {
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** The number of its pods. */
    replicas: number;
    /** The number of pods that are ready. */
    readyReplicas?: number;
    /** The number of pods that have currentRevision. */
    currentReplicas?: number;
    /** The number of pods that have updateRevision. */
    updatedReplicas?: number;
    /** The revision of the pods that are not updated yet. */
    currentRevision?: string;
    /** The revision of the current template. */
    updateRevision?: string;
    /**
     * The number of hash collisions of generated names; the controller uses it to make a new name.
     */
    collisionCount?: number;
    /** The conditions of the object, at most one of each type. */
    conditions?: StatefulSetCondition[];
    /** The number of pods that have been ready for at least minReadySeconds. */
    availableReplicas?: number;
  }

  /** How pods are replaced when the template changes. */
  interface StatefulSetUpdateStrategy {
    /**
     * RollingUpdate (the default) replaces pods from the highest ordinal down, OnDelete only when
     * they are deleted by hand.
     */
    type?: StatefulSetUpdateStrategyType;
    /** The limits of a rolling update. For type RollingUpdate only. */
    rollingUpdate?: RollingUpdateStatefulSetStrategy;
  }

  /**
   * When pods of an old revision are replaced. RollingUpdate: by the controller, in turns. OnDelete:
   * only once someone deletes them.
   */
  type StatefulSetUpdateStrategyType = "RollingUpdate" | "OnDelete";
}

export type ControllerRevision = appsV1.ControllerRevision;
export type ControllerRevisionList = appsV1.ControllerRevisionList;
export type DaemonSet = appsV1.DaemonSet;
export type DaemonSetCondition = appsV1.DaemonSetCondition;
export type DaemonSetConditionType = appsV1.DaemonSetConditionType;
export type DaemonSetList = appsV1.DaemonSetList;
export type DaemonSetSpec = appsV1.DaemonSetSpec;
export type DaemonSetStatus = appsV1.DaemonSetStatus;
export type DaemonSetUpdateStrategy = appsV1.DaemonSetUpdateStrategy;
export type DaemonSetUpdateStrategyType = appsV1.DaemonSetUpdateStrategyType;
export type Deployment = appsV1.Deployment;
export type DeploymentCondition = appsV1.DeploymentCondition;
export type DeploymentConditionType = appsV1.DeploymentConditionType;
export type DeploymentList = appsV1.DeploymentList;
export type DeploymentSpec = appsV1.DeploymentSpec;
export type DeploymentStatus = appsV1.DeploymentStatus;
export type DeploymentStrategy = appsV1.DeploymentStrategy;
export type DeploymentStrategyType = appsV1.DeploymentStrategyType;
export type PersistentVolumeClaimRetentionPolicyType = appsV1.PersistentVolumeClaimRetentionPolicyType;
export type PodManagementPolicyType = appsV1.PodManagementPolicyType;
export type ReplicaSet = appsV1.ReplicaSet;
export type ReplicaSetCondition = appsV1.ReplicaSetCondition;
export type ReplicaSetConditionType = appsV1.ReplicaSetConditionType;
export type ReplicaSetList = appsV1.ReplicaSetList;
export type ReplicaSetSpec = appsV1.ReplicaSetSpec;
export type ReplicaSetStatus = appsV1.ReplicaSetStatus;
export type RollingUpdateDaemonSet = appsV1.RollingUpdateDaemonSet;
export type RollingUpdateDeployment = appsV1.RollingUpdateDeployment;
export type RollingUpdateStatefulSetStrategy = appsV1.RollingUpdateStatefulSetStrategy;
export type StatefulSet = appsV1.StatefulSet;
export type StatefulSetCondition = appsV1.StatefulSetCondition;
export type StatefulSetConditionType = appsV1.StatefulSetConditionType;
export type StatefulSetList = appsV1.StatefulSetList;
export type StatefulSetOrdinals = appsV1.StatefulSetOrdinals;
export type StatefulSetPersistentVolumeClaimRetentionPolicy = appsV1.StatefulSetPersistentVolumeClaimRetentionPolicy;
export type StatefulSetSpec = appsV1.StatefulSetSpec;
export type StatefulSetStatus = appsV1.StatefulSetStatus;
export type StatefulSetUpdateStrategy = appsV1.StatefulSetUpdateStrategy;
export type StatefulSetUpdateStrategyType = appsV1.StatefulSetUpdateStrategyType;
