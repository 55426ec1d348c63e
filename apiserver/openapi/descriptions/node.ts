/**
 * Runtime classes.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of runtime classes. */
export const NODE: Words = {
  RuntimeClass: ["A way of running containers, for pods to ask for by name.", {
    handler: "What the container runtime of a node calls it: a DNS label. Can't be changed.",
    overhead: "What a pod takes besides its containers.",
    scheduling: "Which nodes have it. Left out: all.",
  }],
  Overhead: ["What a pod takes besides its containers.", {
    podFixed: "How much of each resource, whatever the pod.",
  }],
  Scheduling: ["Which nodes have a runtime class.", {
    nodeSelector: "Labels of the nodes; added to the pod's own.",
    tolerations: "Taints of the nodes to put up with; added to the pod's own.",
  }],
};
