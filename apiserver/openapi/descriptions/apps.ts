/**
 * Deployments, replica sets, stateful sets, daemon sets, and their revisions.
 *
 * @module
 */

import type { Words } from "./words.ts";

const TEMPLATE = "What new pods are made from. Its labels must match the selector, and its " +
  "restart policy is Always.";
const SELECTOR = "The pods that belong to it. Must match the labels of the template. Can't be " +
  "changed.";
const MIN_READY = "For how many seconds a pod must have been ready to be available. Default: 0.";
const HISTORY = "How many old revisions to keep for going back. Default: 10.";
const REPLICAS = "How many pods there should be: 0 or more. Default: 1.";
const READY = "How many of them are ready.";
const AVAILABLE = "How many of them have been ready for minReadySeconds.";
const TERMINATING = "How many pods are being deleted: not part of replicas.";
const COLLISIONS = "How many times the hash in a made name was taken. Used to find another.";

/**
 * The OpenAPI descriptions of deployments, replica sets, stateful sets, daemon sets and controller
 * revisions.
 */
export const APPS: Words = {
  Deployment: [
    "Keeps a number of equal pods running, and replaces them step by step when their template " +
    "changes. It makes a replica set for each revision of the template.",
  ],
  DeploymentSpec: ["How many pods, which ones, and how they are replaced.", {
    replicas: REPLICAS,
    selector: SELECTOR,
    template: TEMPLATE,
    strategy: "How old pods are replaced by new ones.",
    minReadySeconds: MIN_READY,
    revisionHistoryLimit: "How many old replica sets to keep for going back. Default: 10.",
    paused: "Whether a changed template waits until this is false again. Default: false.",
    progressDeadlineSeconds: "After how many seconds without progress a rollout counts as " +
      "failed, in the condition Progressing; it goes on trying. More than minReadySeconds. " +
      "Default: 600.",
  }],
  DeploymentStrategy: ["How old pods are replaced by new ones.", {
    type: "RollingUpdate (the default) replaces them bit by bit, Recreate ends all old ones first.",
    rollingUpdate: "The bounds of a rolling update. For RollingUpdate only.",
  }],
  RollingUpdateDeployment: ["The bounds of a rolling update. They can't both be 0.", {
    maxUnavailable: "How many pods may be missing meanwhile: a number, or a percentage of the " +
      "replicas, rounded down. Default: 25%.",
    maxSurge: "How many pods there may be beyond the replicas: a number, or a percentage of " +
      "them, rounded up. Default: 25%.",
  }],
  DeploymentStatus: ["How far a deployment has got.", {
    replicas: "How many pods there are, old and new.",
    updatedReplicas: "How many of them are of the newest template.",
    readyReplicas: READY,
    availableReplicas: AVAILABLE,
    unavailableReplicas: "How many more must become available to reach what is wanted.",
    terminatingReplicas: TERMINATING,
    collisionCount: COLLISIONS,
  }],
  DeploymentCondition: ["One aspect of a deployment's state.", {
    type: "Available, Progressing or ReplicaFailure.",
  }],
  ReplicaSet: ["Keeps a number of equal pods running. Mostly made by a deployment."],
  ReplicaSetSpec: ["How many pods, and which.", {
    replicas: REPLICAS,
    minReadySeconds: MIN_READY,
    selector: SELECTOR,
    template: TEMPLATE,
  }],
  ReplicaSetStatus: ["How many pods there are.", {
    replicas: "How many pods there are.",
    fullyLabeledReplicas: "How many of them have all labels of the template.",
    readyReplicas: READY,
    availableReplicas: AVAILABLE,
    terminatingReplicas: TERMINATING,
  }],
  ReplicaSetCondition: ["One aspect of a replica set's state.", { type: "ReplicaFailure." }],
  StatefulSet: [
    "Keeps pods that are not alike: each has a number, and with it a name in DNS and volumes " +
    "that it finds again wherever it runs.",
  ],
  StatefulSetSpec: [
    "How many pods, which, and with what volumes. Only replicas, template, updateStrategy, " +
    "revisionHistoryLimit, minReadySeconds, ordinals and the retention policy can be changed.",
    {
      replicas: REPLICAS,
      selector: SELECTOR,
      template: "What new pods are made from. Their names are SET-NUMBER. Its labels must match " +
        "the selector, and its restart policy is Always.",
      volumeClaimTemplates: "Claims that each pod gets for itself, named CLAIM-SET-NUMBER. A " +
        "volume of the template by the same name gives way to them.",
      serviceName: "The headless service under which the pods have names in DNS: " +
        "POD.SERVICE.NAMESPACE.svc.DOMAIN. It is not made by the set.",
      podManagementPolicy: "OrderedReady (the default): one pod after the other, each once the " +
        "one before is ready, and backwards when scaling down. Parallel: all at once.",
      updateStrategy: "How pods are replaced when the template changes.",
      revisionHistoryLimit: HISTORY,
      minReadySeconds: MIN_READY,
      persistentVolumeClaimRetentionPolicy: "What becomes of the claims. Default: they are kept.",
      ordinals: "How the pods are numbered. Default: from 0 on.",
    },
  ],
  StatefulSetUpdateStrategy: ["How pods are replaced when the template changes.", {
    type: "RollingUpdate (the default) replaces them from the highest number down, OnDelete only " +
      "as somebody deletes them.",
    rollingUpdate: "The bounds of a rolling update. For RollingUpdate only.",
  }],
  RollingUpdateStatefulSetStrategy: ["The bounds of a rolling update.", {
    partition: "Pods with lower numbers stay as they are. Default: 0, all are replaced.",
    maxUnavailable: "How many pods may be missing meanwhile: a number, or a percentage of the " +
      "replicas, rounded up; never 0. Default: 1.",
  }],
  StatefulSetPersistentVolumeClaimRetentionPolicy: [
    "What becomes of claims that were made from the claim templates.",
    {
      whenDeleted: "When the set is deleted: Retain (the default) or Delete.",
      whenScaled: "When a pod is scaled away: Retain (the default) or Delete.",
    },
  ],
  StatefulSetOrdinals: ["How pods are numbered.", {
    start: "The number of the first pod. Default: 0.",
  }],
  StatefulSetStatus: ["How far a stateful set has got.", {
    replicas: "How many pods there are.",
    readyReplicas: READY,
    currentReplicas: "How many of them are of currentRevision.",
    updatedReplicas: "How many of them are of updateRevision.",
    currentRevision: "The revision of the pods that have not been replaced yet.",
    updateRevision: "The revision of the newest template.",
    collisionCount: COLLISIONS,
    availableReplicas: AVAILABLE,
  }],
  StatefulSetCondition: ["One aspect of a stateful set's state."],
  DaemonSet: ["Keeps one pod running on each node, or on each of some nodes."],
  DaemonSetSpec: ["Which pods, and how to replace them.", {
    selector: SELECTOR,
    template: "What new pods are made from; its node selector and affinity say on which nodes. " +
      "Its labels must match the selector, and its restart policy is Always.",
    updateStrategy: "How pods are replaced when the template changes.",
    minReadySeconds: MIN_READY,
    revisionHistoryLimit: HISTORY,
  }],
  DaemonSetUpdateStrategy: ["How pods are replaced when the template changes.", {
    type: "RollingUpdate (the default) replaces them node by node, OnDelete only as somebody " +
      "deletes them.",
    rollingUpdate: "The bounds of a rolling update. For RollingUpdate only.",
  }],
  RollingUpdateDaemonSet: ["The bounds of a rolling update. Exactly one of them is not 0.", {
    maxUnavailable: "On how many nodes the pod may be missing meanwhile: a number, or a " +
      "percentage of the nodes, rounded up. Default: 1.",
    maxSurge: "On how many nodes the new pod may run before the old one ends: a number, or a " +
      "percentage of the nodes, rounded up. Default: 0.",
  }],
  DaemonSetStatus: ["On how many nodes it runs.", {
    currentNumberScheduled: "How many nodes run the pod, and should.",
    numberMisscheduled: "How many nodes run the pod, but should not.",
    desiredNumberScheduled: "How many nodes should run the pod.",
    numberReady: "How many nodes should run the pod, and have it ready.",
    updatedNumberScheduled: "How many nodes have the pod of the newest template.",
    numberAvailable: "How many nodes should run the pod, and have had it ready for " +
      "minReadySeconds.",
    numberUnavailable: "How many nodes should run the pod, and have none available.",
    collisionCount: COLLISIONS,
  }],
  DaemonSetCondition: ["One aspect of a daemon set's state."],
  ControllerRevision: [
    "What a stateful set or a daemon set was like once, for going back. Made by the controllers; " +
    "its data can't be changed.",
    {
      data: "What it was like.",
      revision: "The number of the revision: later ones have higher numbers.",
    },
  ],
};
