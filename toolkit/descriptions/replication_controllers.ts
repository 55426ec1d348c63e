/**
 * Descriptions of replication controllers.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of replication controllers. */
export const REPLICATION_CONTROLLERS: Words = {
  ReplicationController: [
    "Keeps a number of identical pods running. Deployments, which manage replica sets, are " +
    "recommended instead.",
  ],
  ReplicationControllerSpec: ["The number of pods, their selector and their template.", {
    replicas: "The desired number of pods. Default: 1.",
    minReadySeconds: "How many seconds a pod must be ready before it counts as available. " +
      "Default: 0.",
    selector: "Labels of the pods to manage. Default: the labels of the template.",
    template: "The template of the pods. Its labels must match the selector.",
  }],
  ReplicationControllerStatus: ["The observed state of a replication controller.", {
    replicas: "The number of pods.",
    fullyLabeledReplicas: "The number of pods that have all labels of the template.",
    readyReplicas: "The number of pods that are ready.",
    availableReplicas: "The number of pods that have been ready for at least minReadySeconds.",
  }],
  ReplicationControllerCondition: ["A condition of a replication controller.", {
    type: "The type of the condition: ReplicaFailure.",
  }],
};
