/**
 * The fields that nobody owns: those that name an object, and those that the server keeps.
 *
 * @module
 */

import { FieldSet } from "./field_set.ts";

/** Left out of what a write or an apply adds to the fields of its manager. */
export const UNTRACKED: FieldSet = FieldSet.ofFields(
  ["apiVersion"],
  ["kind"],
  ["metadata"],
  ["metadata", "name"],
  ["metadata", "namespace"],
  ["metadata", "creationTimestamp"],
  ["metadata", "selfLink"],
  ["metadata", "uid"],
  ["metadata", "clusterName"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "resourceVersion"],
);
