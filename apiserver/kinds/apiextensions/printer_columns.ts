/**
 * Paths of definitions, and the columns that show what they lead to.
 *
 * @module
 */

import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
} from "../../../toolkit/api/apiextensions_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

const TYPES = ["boolean", "date", "integer", "number", "string"];
const FORMATS = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/** The rules for one column. */
export function validateColumn(
  errors: FieldError[],
  { name, type, format, jsonPath }: CustomResourceColumnDefinition,
  path: FieldPath,
): void {
  if (!name) errors.push(FieldError.required(path.child("name")));
  const types = `must be one of ${TYPES.join(",")}`;
  if (!type) errors.push(FieldError.required(path.child("type"), types));
  else if (!TYPES.includes(type)) errors.push(FieldError.invalid(path.child("type"), type, types));
  if (format && !FORMATS.includes(format)) {
    const why = `must be one of ${FORMATS.join(",")}`;
    errors.push(FieldError.invalid(path.child("format"), format, why));
  }
  const at = path.child("JSONPath");
  if (!jsonPath) errors.push(FieldError.required(at));
  else validateSimplePath(errors, jsonPath, at);
}

/** Whether a path starts as one; an error is added where it does not. */
function validateSimplePath(errors: FieldError[], text: string, path: FieldPath): boolean {
  if (text.startsWith(".")) return true;
  errors.push(FieldError.invalid(path, text, "must be a simple json path starting with ."));
  return false;
}

/** The rules for subresources: where the parts of a scale are. */
export function validateSubresources(
  errors: FieldError[],
  { scale }: CustomResourceSubresources,
  path: FieldPath,
): void {
  if (scale === undefined || scale === null) return;
  const at = (field: string) => path.child(`scale.${field}`);
  const within = (field: string, text: string, roots: readonly string[], why: string) => {
    if (!validateSimplePath(errors, text, at(field))) return;
    if (!roots.some((root) => text.startsWith(root))) {
      errors.push(FieldError.invalid(at(field), text, why));
    }
  };
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  if (!specReplicasPath) errors.push(FieldError.required(at("specReplicasPath")));
  else {
    within("specReplicasPath", specReplicasPath, [".spec."], "should be a json path under .spec");
  }
  if (!statusReplicasPath) errors.push(FieldError.required(at("statusReplicasPath")));
  else {
    const why = "should be a json path under .status";
    within("statusReplicasPath", statusReplicasPath, [".status."], why);
  }
  if (labelSelectorPath) {
    const why = "should be a json path under either .spec or .status";
    within("labelSelectorPath", labelSelectorPath, [".spec.", ".status."], why);
  }
}
