/**
 * Replication controllers, which replica sets have taken the place of.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of replication controllers. */
export const REPLICATION_CONTROLLERS: Words = {
  ReplicationController: [
    "Keeps a number of equal pods running. A replica set, made by a deployment, does it better.",
  ],
  ReplicationControllerSpec: ["How many pods, and which.", {
    replicas: "How many pods there should be. Default: 1.",
    minReadySeconds: "For how many seconds a pod must have been ready to be available. Default: 0.",
    selector: "Labels of the pods that are counted. Default: those of the template.",
    template: "What new pods are made from. Its labels must match the selector.",
  }],
  ReplicationControllerStatus: ["How many pods there are.", {
    replicas: "How many pods there are.",
    fullyLabeledReplicas: "How many of them have all labels of the template.",
    readyReplicas: "How many of them are ready.",
    availableReplicas: "How many of them have been ready for minReadySeconds.",
  }],
  ReplicationControllerCondition: ["One aspect of a replication controller's state.", {
    type: "ReplicaFailure.",
  }],
};
