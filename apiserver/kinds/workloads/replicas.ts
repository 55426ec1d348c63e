/**
 * What replica sets and the replication controllers before them have in common.
 *
 * @module
 */

import type { ReplicaSetStatus } from "../../../toolkit/api/apps_v1.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { at } from "../fields.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateAtMost, validateCounts } from "../validation/numbers.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, SELECTOR_COLUMN } from "../columns/workload_columns.ts";

const STATUS = FieldPath.of("status");

/** The rules for the counts of a status. */
export function validateReplicaStatus(status: Partial<ReplicaSetStatus> = {}): FieldError[] {
  const errors: FieldError[] = [];
  const parts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] as const;
  validateCounts(errors, STATUS, status, [
    "replicas",
    ...parts,
    "observedGeneration",
    "terminatingReplicas",
  ]);
  validateAtMost(errors, STATUS, status, parts, "replicas", "status.replicas");
  validateAtMost(errors, STATUS, status, ["availableReplicas"], "readyReplicas", "readyReplicas");
  return errors;
}

/** How lists show them. */
export const replicaColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Desired",
    type: "integer",
    description: "The desired number of pods",
    cell: (object) => at(object, "spec.replicas") ?? 0,
  },
  {
    name: "Current",
    type: "integer",
    description: "The current number of pods",
    cell: (object) => at(object, "status.replicas") ?? 0,
  },
  {
    name: "Ready",
    type: "integer",
    description: "The number of ready pods",
    cell: (object) => at(object, "status.readyReplicas") ?? 0,
  },
  AGE_COLUMN,
  CONTAINERS_COLUMN,
  IMAGES_COLUMN,
  SELECTOR_COLUMN,
);
