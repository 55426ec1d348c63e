/**
 * Counters: what devices that are parts of one thing take of it.
 *
 * @module
 */

import type { Counter } from "../../../toolkit/api/resource_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { DNS_LABEL_LIMIT } from "../../../toolkit/validation/mod.ts";
import { validateMap } from "./lists.ts";
import { requireLabelName, validateLabelName } from "./names.ts";

const MAX_COUNTERS = 32;

/** The rules for a set of counters: the set's name stands in the field `field`. */
export function validateCounters(
  errors: FieldError[],
  path: FieldPath,
  field: "name" | "counterSet",
  name: string,
  counters: Readonly<Record<string, Counter>> = {},
): void {
  requireLabelName(errors, path.child(field), name);
  const at = path.child("counters");
  if (Object.keys(counters).length === 0) errors.push(FieldError.required(at));
  else validateMap(errors, at, counters, MAX_COUNTERS, DNS_LABEL_LIMIT, validateLabelName);
}
