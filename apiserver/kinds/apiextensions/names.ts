/**
 * The names under which a definition's objects are known.
 *
 * @module
 */

import type { CustomResourceDefinitionNames } from "../../../toolkit/api/apiextensions_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { checkDns1035Label } from "../../../toolkit/validation/mod.ts";

const LOWER_CASE = ["plural", "singular"] as const;
const MIXED_CASE = ["kind", "listKind"] as const;

/** Fills in the names that follow from others. */
export function setNameDefaults(names: CustomResourceDefinitionNames): void {
  const { kind = "" } = names;
  if (!names.singular) names.singular = kind.toLowerCase();
  if (!names.listKind && kind !== "") names.listKind = `${kind}List`;
}

/** The names that a definition must ask for. */
export function validateNamesAreThere(
  errors: FieldError[],
  names: Partial<CustomResourceDefinitionNames>,
  path: FieldPath,
): void {
  for (const field of [...LOWER_CASE, ...MIXED_CASE]) {
    if (!names[field]) errors.push(FieldError.required(path.child(field)));
  }
}

/** The rules for names, as far as they are there. */
export function validateNames(
  errors: FieldError[],
  names: Partial<CustomResourceDefinitionNames>,
  path: FieldPath,
): void {
  const label = (at: FieldPath, name: string, checked = name, what = "") => {
    const broken = checkDns1035Label(checked);
    if (broken.length > 0) errors.push(FieldError.invalid(at, name, what + broken.join(",")));
  };
  for (const field of LOWER_CASE) if (names[field]) label(path.child(field), names[field]);
  for (const field of MIXED_CASE) {
    const { [field]: name = "" } = names;
    const what = "may have mixed case, but should otherwise match: ";
    if (name !== "") label(path.child(field), name, name.toLowerCase(), what);
  }
  const each = (field: "shortNames" | "categories") => {
    for (const [index, name] of (names[field] ?? []).entries()) {
      label(path.child(field).index(index), name);
    }
  };
  each("shortNames");
  const { kind = "", listKind } = names;
  if (kind !== "" && kind === listKind) {
    const why = "kind and listKind may not be the same";
    errors.push(FieldError.invalid(path.child("listKind"), listKind, why));
  }
  each("categories");
}
