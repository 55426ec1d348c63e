/** The priority classes that the system's own pods have. */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** Classes by name: what must run before all other things, and what each node needs. */
const CLASSES: Readonly<Record<string, { readonly value: number; readonly description: string }>> =
  {
    "system-cluster-critical": {
      value: 2_000_000_000,
      description: "Used for system critical pods that must run in the cluster, but can be moved " +
        "to another node if necessary.",
    },
    "system-node-critical": {
      value: 2_000_001_000,
      description: "Used for system critical pods that must not be moved from their current node.",
    },
  };

/** The objects. `apiVersion` is that of scheduling in the dialect. */
export function systemPriorityClasses(apiVersion: string): JsonObject[] {
  return Object.entries(CLASSES).map(([name, { value, description }]) => ({
    kind: "PriorityClass",
    apiVersion,
    metadata: { name },
    value,
    globalDefault: false,
    description,
    preemptionPolicy: "PreemptLowerPriority",
  }));
}
