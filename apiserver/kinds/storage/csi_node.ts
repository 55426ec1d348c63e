/**
 * CSINodes: the storage drivers of a node.
 *
 * @module
 */

import type { CSINode, CSINodeDriver } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey, isLongerThan } from "../../../toolkit/validation/mod.ts";
import { validateDriverName } from "../volumes/persistent_volume_source.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { validateNotNegative } from "../validation/numbers.ts";

const DRIVERS = FieldPath.of("spec", "drivers");
const ID_LIMIT_BYTES = 256;

const driversOf = (object: JsonObject) => (object as unknown as CSINode).spec.drivers ?? [];

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, driver] of driversOf(object).entries()) {
    validateDriver(errors, DRIVERS.index(index), driver, seen);
  }
  return errors;
}

function validateDriver(
  errors: FieldError[],
  path: FieldPath,
  driver: CSINodeDriver,
  seen: Set<string>,
): void {
  const { name, nodeID, allocatable, topologyKeys } = driver;
  if (!name) errors.push(FieldError.required(path.child("name")));
  else validateDriverName(errors, path.child("name"), name);
  if (!nodeID) errors.push(FieldError.required(path.child("nodeID")));
  else if (isLongerThan(nodeID, ID_LIMIT_BYTES)) {
    const why = `must be ${ID_LIMIT_BYTES} characters or less`;
    errors.push(FieldError.invalid(path.child("nodeID"), nodeID, why));
  }
  validateNotNegative(errors, path.child("allocatable"), "count", allocatable?.count);
  if (seen.has(name)) errors.push(FieldError.duplicate(path.child("name"), name));
  seen.add(name);
  const keys = new Set<string>();
  for (const key of topologyKeys ?? []) {
    if (key === "") errors.push(FieldError.required(path));
    if (keys.has(key)) errors.push(FieldError.duplicate(path, key));
    keys.add(key);
    addInvalid(errors, path, key, checkLabelKey(key));
  }
}

/** What a driver said of itself stays, but for how many volumes it takes. */
function validateUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors = validate(object);
  const before = new Map(driversOf(old).map((driver) => [driver.name, driver]));
  for (const driver of driversOf(object)) {
    const earlier = before.get(driver.name);
    if (earlier === undefined) continue;
    validateUnchanged(errors, DRIVERS, fixedPart(driver), fixedPart(earlier));
  }
  return errors;
}

function fixedPart({ allocatable: _, ...fixed }: CSINodeDriver) {
  return fixed;
}

/**
 * The rules for CSINodes: driver names are valid and distinct, and a driver that is there can't be
 * changed, except for what it can allocate.
 */
export const csiNodeRules: KindRules = {
  returnsDeleted: true,
  updatesUnconditionally: false,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Drivers",
      type: "integer",
      description: "The number of CSI drivers on the node",
      cell: (object) => driversOf(object).length,
    },
    AGE_COLUMN,
  ),
  validate,
  validateUpdate,
};
