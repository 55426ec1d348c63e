/**
 * IPAddress objects: addresses that services hold.
 *
 * @module
 */

import type { IPAddress } from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkIp,
  checkPathSegmentName,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";

const PARENT = FieldPath.of("spec", "parentRef");

function parentOf(object: JsonObject) {
  return (object as IPAddress).spec?.parentRef;
}

function validate(object: JsonObject): FieldError[] {
  const parent = parentOf(object);
  if (parent === undefined) return [FieldError.required(PARENT)];
  const errors: FieldError[] = [];
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  if (group !== "") {
    addInvalid(errors, PARENT.child("group"), group, checkDns1123Subdomain(group));
  }
  for (const [field, value] of [["resource", resource], ["name", name]] as const) {
    const path = PARENT.child(field);
    if (value === "") errors.push(FieldError.required(path));
    else addInvalid(errors, path, value, checkPathSegmentName(value));
  }
  if (namespace !== "") {
    addInvalid(errors, PARENT.child("namespace"), namespace, checkPathSegmentName(namespace));
  }
  return errors;
}

/**
 * The rules for IPAddress objects: the name is the address, in canonical form, and the parent
 * reference never changes.
 */
export const ipAddressRules: KindRules = {
  checkName: (name) => checkIp(name),
  columns: columnsOf(NAME_COLUMN, {
    name: "ParentRef",
    description: "The object that the address is allocated to",
    cell(object) {
      const parent = parentOf(object);
      if (parent === undefined) return "<none>";
      const { group = "", resource = "", namespace = "", name = "" } = parent;
      const kind = (group === "" ? resource : `${resource}.${group}`).toLowerCase();
      return [kind, namespace, name].filter((part) => part !== "").join("/");
    },
  }),
  validate,
  validateUpdate(object, old) {
    const errors = validate(object);
    validateUnchanged(errors, PARENT, parentOf(object), parentOf(old));
    return errors;
  },
};
