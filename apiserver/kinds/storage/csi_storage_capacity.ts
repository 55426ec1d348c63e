/**
 * CSIStorageCapacities: how much storage of a class is left in a place.
 *
 * @module
 */

import type { CSIStorageCapacity } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  type LabelSelectorRules,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateUnchangedFields } from "../validation/immutable.ts";
import { NOT_NEGATIVE } from "../validation/numbers.ts";
import { warnOfNodeSelector } from "../validation/deprecated_node_labels.ts";

const TOPOLOGY = FieldPath.of("nodeTopology");
const ROOT = { child: (name: string) => FieldPath.of(name) };

const view = (object: JsonObject) => object as unknown as CSIStorageCapacity;

function validate(object: JsonObject, selectors: LabelSelectorRules): FieldError[] {
  const { nodeTopology, storageClassName = "" } = view(object);
  const errors = validateLabelSelector(nodeTopology, selectors, TOPOLOGY);
  const path = FieldPath.of("storageClassName");
  addInvalid(errors, path, storageClassName, checkDns1123Subdomain(storageClassName));
  const { capacity } = view(object);
  if (capacity !== undefined && Quantity.parse(capacity).sign < 0) {
    errors.push(FieldError.invalid(FieldPath.of("capacity"), capacity, NOT_NEGATIVE));
  }
  return errors;
}

/**
 * The rules for CSIStorageCapacities: capacities can't be negative, and topology and storage class
 * never change.
 */
export const csiStorageCapacityRules: KindRules = {
  updatesUnconditionally: false,
  validate: (object) => validate(object, {}),
  warnings(object) {
    const warnings: string[] = [];
    const { nodeTopology } = view(object);
    if (nodeTopology !== undefined) warnOfNodeSelector(warnings, TOPOLOGY, nodeTopology);
    return warnings;
  },
  validateUpdate(object, old) {
    // Values that older rules took stay.
    const wrong = validateLabelSelector(view(old).nodeTopology, {}, TOPOLOGY);
    const errors = validate(object, { allowInvalidValues: wrong.length > 0 });
    // Whoever fills this in asked for it with these.
    validateUnchangedFields(errors, ROOT, object, old, ["nodeTopology", "storageClassName"]);
    return errors;
  },
};
