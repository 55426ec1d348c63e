/**
 * Descriptions of deployments, replica sets, stateful sets, daemon sets and controller
 * revisions.
 *
 * @module
 */

import type { Words } from "./words.ts";

const TEMPLATE = "The template of the pods. Its labels must match the selector, and its restart " +
  "policy must be Always.";
const SELECTOR = "Selects the pods to manage. It must match the labels of the template. Can't be " +
  "changed.";
const MIN_READY = "How many seconds a pod must be ready before it counts as available. Default: 0.";
const HISTORY = "How many old revisions to keep for rollback. Default: 10.";
const REPLICAS = "How many pods there should be: 0 or more. Default: 1.";
const READY = "The number of pods that are ready.";
const AVAILABLE = "The number of pods that have been ready for at least minReadySeconds.";
const TERMINATING = "The number of pods that are terminating. They are not included in replicas.";
const COLLISIONS = "The number of hash collisions of generated names; the controller uses it to " +
  "make a new name.";

/**
 * The descriptions of deployments, replica sets, stateful sets, daemon sets and controller
 * revisions.
 */
export const APPS: Words = {
  Deployment: [
    "Runs a number of identical pods, and replaces them gradually when their template changes. " +
    "It creates a replica set for each revision of the template.",
  ],
  DeploymentSpec: ["The number of pods, their template, and how they are replaced.", {
    replicas: REPLICAS,
    selector: SELECTOR,
    template: TEMPLATE,
    strategy: "How old pods are replaced with new ones.",
    minReadySeconds: MIN_READY,
    revisionHistoryLimit: "How many old replica sets to keep for rollback. Default: 10.",
    paused: "Whether rollouts are paused: changes of the template take effect once it is false. " +
      "Default: false.",
    progressDeadlineSeconds: "After how many seconds without progress the condition Progressing " +
      "reports the rollout as failed; the rollout continues. Must be greater than " +
      "minReadySeconds. Default: 600.",
  }],
  DeploymentStrategy: ["How old pods are replaced with new ones.", {
    type: "RollingUpdate (the default) replaces pods gradually, Recreate deletes all old pods " +
      "first.",
    rollingUpdate: "The limits of a rolling update. For type RollingUpdate only.",
  }],
  RollingUpdateDeployment: ["The limits of a rolling update. They can't both be 0.", {
    maxUnavailable: "How many of the desired pods may be unavailable during the update: a " +
      "number, or a percentage of replicas, rounded down. Default: 25%.",
    maxSurge: "How many pods may exist above replicas during the update: a number, or a " +
      "percentage of replicas, rounded up. Default: 25%.",
  }],
  DeploymentStatus: ["The observed state of a deployment.", {
    replicas: "The number of its pods, old and new, without those that are terminating.",
    updatedReplicas: "The number of pods that have the current template.",
    readyReplicas: READY,
    availableReplicas: AVAILABLE,
    unavailableReplicas: "The number of desired pods that are not available yet.",
    terminatingReplicas: TERMINATING,
    collisionCount: COLLISIONS,
  }],
  DeploymentCondition: ["A condition of a deployment.", {
    type: "Available, Progressing or ReplicaFailure.",
  }],
  ReplicaSet: ["Keeps a number of identical pods running. Usually created by a deployment."],
  ReplicaSetSpec: ["The number of pods, their selector and their template.", {
    replicas: REPLICAS,
    minReadySeconds: MIN_READY,
    selector: SELECTOR,
    template: TEMPLATE,
  }],
  ReplicaSetStatus: ["The observed state of a replica set.", {
    replicas: "The number of pods, without those that are terminating.",
    fullyLabeledReplicas: "The number of pods that have all labels of the template.",
    readyReplicas: READY,
    availableReplicas: AVAILABLE,
    terminatingReplicas: TERMINATING,
  }],
  ReplicaSetCondition: ["A condition of a replica set.", { type: "ReplicaFailure." }],
  StatefulSet: [
    "Runs pods with stable identities: each has an ordinal, and with it a stable name, DNS name " +
    "and volumes of its own.",
  ],
  StatefulSetSpec: [
    "The pods and their volume claims. Only replicas, template, updateStrategy, " +
    "revisionHistoryLimit, minReadySeconds, ordinals and the claim retention policy can be " +
    "changed.",
    {
      replicas: REPLICAS,
      selector: SELECTOR,
      template: "The template of the pods, which are named SET-ORDINAL. Its labels must match " +
        "the selector, and its restart policy must be Always.",
      volumeClaimTemplates: "Claims that are created for each pod, named CLAIM-SET-ORDINAL. They " +
        "replace volumes of the template that have the same name.",
      serviceName: "The headless service that gives the pods their DNS names: " +
        "POD.SERVICE.NAMESPACE.svc.DOMAIN. It must be created separately.",
      podManagementPolicy: "OrderedReady (the default) creates pods one at a time, each after " +
        "the previous one is ready, and deletes them in reverse order. Parallel creates and " +
        "deletes them all at once.",
      updateStrategy: "How pods are replaced when the template changes.",
      revisionHistoryLimit: HISTORY,
      minReadySeconds: MIN_READY,
      persistentVolumeClaimRetentionPolicy: "Whether claims are deleted with the set or its " +
        "pods. Default: they are retained.",
      ordinals: "How the pods are numbered. Default: from 0.",
    },
  ],
  StatefulSetUpdateStrategy: ["How pods are replaced when the template changes.", {
    type: "RollingUpdate (the default) replaces pods from the highest ordinal down, OnDelete " +
      "only when they are deleted by hand.",
    rollingUpdate: "The limits of a rolling update. For type RollingUpdate only.",
  }],
  RollingUpdateStatefulSetStrategy: ["The limits of a rolling update.", {
    partition: "Only pods with this ordinal or a higher one are updated. Default: 0, which " +
      "updates all.",
    maxUnavailable: "How many pods may be unavailable during the update: a number, or a " +
      "percentage of replicas, rounded up; not 0. Default: 1.",
  }],
  StatefulSetPersistentVolumeClaimRetentionPolicy: [
    "What happens to claims that were created from volumeClaimTemplates.",
    {
      whenDeleted: "When the set is deleted: Retain (the default) or Delete.",
      whenScaled: "When the set is scaled down, to the claims of the removed pods: Retain (the " +
        "default) or Delete.",
    },
  ],
  StatefulSetOrdinals: ["How the pods are numbered.", {
    start: "The ordinal of the first pod. Default: 0.",
  }],
  StatefulSetStatus: ["The observed state of a stateful set.", {
    replicas: "The number of its pods.",
    readyReplicas: READY,
    currentReplicas: "The number of pods that have currentRevision.",
    updatedReplicas: "The number of pods that have updateRevision.",
    currentRevision: "The revision of the pods that are not updated yet.",
    updateRevision: "The revision of the current template.",
    collisionCount: COLLISIONS,
    availableReplicas: AVAILABLE,
  }],
  StatefulSetCondition: ["A condition of a stateful set."],
  DaemonSet: ["Runs one pod on every node, or on every node that its pod template selects."],
  DaemonSetSpec: ["The pods of a daemon set and how they are updated.", {
    selector: SELECTOR,
    template: "The template of the pods. Its node selector and affinity choose the nodes, its " +
      "labels must match the selector, and its restart policy must be Always.",
    updateStrategy: "How pods are replaced when the template changes.",
    minReadySeconds: MIN_READY,
    revisionHistoryLimit: HISTORY,
  }],
  DaemonSetUpdateStrategy: ["How pods are replaced when the template changes.", {
    type: "RollingUpdate (the default) replaces pods node by node, OnDelete only when they are " +
      "deleted by hand.",
    rollingUpdate: "The limits of a rolling update. For type RollingUpdate only.",
  }],
  RollingUpdateDaemonSet: [
    "The limits of a rolling update. Exactly one of them must be greater than 0.",
    {
      maxUnavailable: "On how many nodes the pod may be unavailable during the update: a number, " +
        "or a percentage of the nodes, rounded up. Default: 1.",
      maxSurge: "On how many nodes a new pod may run beside the old one during the update: a " +
        "number, or a percentage of the nodes, rounded up. Default: 0.",
    },
  ],
  DaemonSetStatus: ["The observed state of a daemon set, as numbers of nodes.", {
    currentNumberScheduled: "Nodes that run the pod and should run it.",
    numberMisscheduled: "Nodes that run the pod but should not.",
    desiredNumberScheduled: "Nodes that should run the pod.",
    numberReady: "Nodes that should run the pod and have it ready.",
    updatedNumberScheduled: "Nodes that run the pod of the current template.",
    numberAvailable: "Nodes that should run the pod and have had it ready for at least " +
      "minReadySeconds.",
    numberUnavailable: "Nodes that should run the pod but have none available.",
    collisionCount: COLLISIONS,
  }],
  DaemonSetCondition: ["A condition of a daemon set."],
  ControllerRevision: [
    "A snapshot of a stateful set's or daemon set's template, for rollback. Written by the " +
    "controllers; its data can't be changed.",
    {
      data: "The state at this revision.",
      revision: "The number of the revision; it increases with each change.",
    },
  ],
};
