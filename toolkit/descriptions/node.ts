/**
 * Descriptions of runtime classes.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of runtime classes. */
export const NODE: Words = {
  RuntimeClass: ["A configuration of the container runtime, which pods select by name.", {
    handler: "The name of the configuration in the container runtime: a DNS label. Can't be " +
      "changed.",
    overhead: "The resources that a pod uses in addition to its containers.",
    scheduling: "The nodes that support the class. If unset, all nodes.",
  }],
  Overhead: ["The resources that a pod uses in addition to its containers.", {
    podFixed: "The fixed amount per pod, by resource.",
  }],
  Scheduling: ["The nodes that support a runtime class.", {
    nodeSelector: "Labels of the supporting nodes; merged with the pod's own nodeSelector.",
    tolerations: "Tolerations that are added to the pod's own.",
  }],
};
