/**
 * What config maps and secrets have in common: named data, which its owner may freeze for good.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkConfigMapKey } from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { Column } from "../columns/column.ts";

/** The most bytes of all values together. */
export const DATA_LIMIT_BYTES = 1024 * 1024;

/** Refuses keys that can't be names of files. */
export function validateKeys(errors: FieldError[], path: FieldPath, data: object): void {
  for (const key of Object.keys(data)) {
    addInvalid(errors, path.key(key), key, checkConfigMapKey(key));
  }
}

const FROZEN = "field is immutable when `immutable` is set";

/** Refuses changes of these fields where the old object is frozen, and thawing it. */
export function validateFrozen(
  object: JsonObject,
  old: JsonObject,
  fields: readonly string[],
): FieldError[] {
  const errors: FieldError[] = [];
  if (old.immutable !== true) return errors;
  const frozen = (field: string) => errors.push(FieldError.forbidden(FieldPath.of(field), FROZEN));
  if (object.immutable !== true) frozen("immutable");
  for (const field of fields) {
    if (!equalStored(object[field] ?? NO_DATA, old[field] ?? NO_DATA)) frozen(field);
  }
  return errors;
}

const NO_DATA = {};

/** How many bytes a text in base64 stands for. */
export function bytesOfBase64(text: string | null): number {
  // Null is a value that bytes may have.
  if (text === null) return 0;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length / 4 * 3 - padding;
}

/** How many entries an object has in these fields together. */
export function dataColumn(...fields: readonly string[]): Column {
  return {
    name: "Data",
    type: "string",
    description: "The number of data entries",
    cell: (object) =>
      fields.reduce((sum, field) => sum + Object.keys(object[field] ?? NO_DATA).length, 0),
  };
}
