/**
 * Priority classes.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of priority classes. */
export const SCHEDULING: Words = {
  PriorityClass: ["A name for a priority of pods.", {
    value: "The priority: higher pods go first. At most 1000000000, but for the system's own. " +
      "Can't be changed.",
    globalDefault: "Whether pods that name no class get this one. Only one class should. " +
      "Default: false.",
    description: "When to use it, for people.",
    preemptionPolicy: "PreemptLowerPriority (the default) lets pods displace lower ones, Never " +
      "does not. Can't be changed.",
  }],
};
