/**
 * Descriptions of priority classes.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of priority classes. */
export const SCHEDULING: Words = {
  PriorityClass: ["Maps a name to a priority for pods.", {
    value: "The priority: pods with higher values are scheduled first. At most 1000000000, " +
      "except for system classes. Can't be changed.",
    globalDefault: "Whether this is the class of pods that specify none. Only one class should " +
      "be. Default: false.",
    description: "A human-readable description of when to use the class.",
    preemptionPolicy: "PreemptLowerPriority (the default) lets pods preempt pods of lower " +
      "priority, Never does not. Can't be changed.",
  }],
};
