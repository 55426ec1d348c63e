/**
 * Controller revisions: past states of a stateful set or daemon set.
 *
 * @module
 */

import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { NOT_NEGATIVE } from "../validation/numbers.ts";

const DATA = FieldPath.of("data");

/** The rules for controller revisions: their data can't be changed once they exist. */
export const controllerRevisionRules: KindRules = {
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Controller",
      description: "The object that controls the revision",
      cell(object) {
        const owner = metadataOf(object).ownerReferences?.find(({ controller }) => controller);
        if (owner === undefined) return "<none>";
        const { apiVersion, kind, name } = owner;
        const slash = apiVersion.indexOf("/");
        const group = slash < 0 ? "" : `.${apiVersion.slice(0, slash)}`;
        return `${kind.toLowerCase()}${group}/${name}`;
      },
    },
    {
      name: "Revision",
      description: "The revision number; it grows with each change",
      cell: (object) => object.revision ?? 0,
    },
    AGE_COLUMN,
  ),
  validate(object) {
    const errors = validateRevision(object);
    const { data } = object;
    if (data === undefined || data === null) {
      errors.push(FieldError.required(DATA, "data is mandatory"));
    } else if (typeof data !== "object" || Array.isArray(data)) {
      errors.push(FieldError.required(DATA, "data must be a valid JSON object"));
    }
    return errors;
  },
  validateUpdate(object, old) {
    const errors = validateRevision(object);
    validateUnchanged(errors, DATA, object.data, old.data);
    return errors;
  },
};

function validateRevision({ revision }: JsonObject): FieldError[] {
  if (Number(revision ?? 0) >= 0) return [];
  return [FieldError.invalid(FieldPath.of("revision"), revision, NOT_NEGATIVE)];
}
