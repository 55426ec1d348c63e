/**
 * The more important pod goes first; of two as important, the one that waits longer.
 *
 * @module
 */

import type { Plugin } from "../framework/mod.ts";

/** Makes the plugin. */
export function prioritySort(): Plugin {
  return {
    name: "PrioritySort",
    compare: (one, other) =>
      other.pod.priority - one.pod.priority || one.sinceMs - other.sinceMs ||
      one.order - other.order,
  };
}
