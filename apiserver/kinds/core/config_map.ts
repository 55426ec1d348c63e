/**
 * Config maps: named texts and bytes that containers read.
 *
 * @module
 */

import type { ConfigMap } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import {
  bytesOfBase64,
  DATA_LIMIT_BYTES,
  dataColumn,
  validateFrozen,
  validateKeys,
} from "./frozen_data.ts";

const DATA = FieldPath.of("data");
const BINARY_DATA = FieldPath.of("binaryData");
const WHOLE = FieldPath.of("");

const utf8 = new TextEncoder();

function validate(object: JsonObject): FieldError[] {
  const { data = {}, binaryData = {} } = object as unknown as ConfigMap;
  const errors: FieldError[] = [];
  validateKeys(errors, DATA, data);
  for (const key of Object.keys(data)) {
    if (!Object.hasOwn(binaryData, key)) continue;
    errors.push(FieldError.invalid(DATA.key(key), key, "duplicate of key present in binaryData"));
  }
  validateKeys(errors, BINARY_DATA, binaryData);
  if (bytesOf(data, binaryData) > DATA_LIMIT_BYTES) {
    errors.push(FieldError.tooLong(WHOLE, DATA_LIMIT_BYTES));
  }
  return errors;
}

function bytesOf(data: Record<string, string>, binaryData: Record<string, string>): number {
  let bytes = 0;
  for (const bytesAsText of Object.values(binaryData)) bytes += bytesOfBase64(bytesAsText);
  // Bytes of texts are counted only where there may be too many of them.
  let units = 0;
  for (const text of Object.values(data)) units += text.length;
  if (bytes + units * 3 <= DATA_LIMIT_BYTES || bytes + units > DATA_LIMIT_BYTES) {
    return bytes + units;
  }
  for (const text of Object.values(data)) bytes += utf8.encode(text).length;
  return bytes;
}

/** The rules for config maps: valid keys, at most 1 MiB, and no change once `immutable` is set. */
export const configMapRules: KindRules = {
  columns: columnsOf(NAME_COLUMN, dataColumn("data", "binaryData"), AGE_COLUMN),
  validate,
  validateUpdate: (object, old) => [
    ...validateFrozen(object, old, ["data", "binaryData"]),
    ...validate(object),
  ],
};
