/**
 * Selectors in questions: whether somebody may list some objects only.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  ResourceAttributes,
} from "../../../toolkit/api/authorization_v1.ts";
import type { FieldSelectorRequirement } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { validateLabelRequirement, validateOperator } from "../../../toolkit/validation/mod.ts";

/** Operators that this server does not know may be known to the authorizer. */
const RULES = { allowUnknownOperators: true };

/** The rules for the selectors of a question. */
export function validateSelectors(
  path: FieldPath,
  { fieldSelector, labelSelector }: ResourceAttributes,
): FieldError[] {
  return [
    ...validateSelector(path.child("fieldSelector"), fieldSelector, validateFieldRequirement),
    ...validateSelector(
      path.child("labelSelector"),
      labelSelector,
      (at, requirement) => validateLabelRequirement(requirement, RULES, at),
    ),
  ];
}

type Requirement<S extends FieldSelectorAttributes | LabelSelectorAttributes> = NonNullable<
  S["requirements"]
>[number];

function validateSelector<S extends FieldSelectorAttributes | LabelSelectorAttributes>(
  path: FieldPath,
  selector: S | undefined,
  validateRequirement: (path: FieldPath, requirement: Requirement<S>) => FieldError[],
): FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = "" } = selector;
  const requirements = (selector.requirements ?? []) as Requirement<S>[];
  const errors: FieldError[] = [];
  if (rawSelector !== "" && requirements.length > 0) {
    const why = "may not specified at the same time as requirements";
    errors.push(FieldError.invalid(path.child("rawSelector"), rawSelector, why));
  }
  if (rawSelector === "" && requirements.length === 0) {
    const why = `when ${path} is specified, requirements or rawSelector is required`;
    errors.push(FieldError.required(path.child("requirements"), why));
  }
  for (const [index, requirement] of requirements.entries()) {
    addAll(errors, validateRequirement(path.child("requirements").index(index), requirement));
  }
  return errors;
}

function validateFieldRequirement(
  path: FieldPath,
  requirement: FieldSelectorRequirement,
): FieldError[] {
  const { key, operator, values } = requirement;
  const errors = key ? [] : [FieldError.required(path.child("key"), "must be specified")];
  return [...errors, ...validateOperator(operator, values, RULES, path)];
}
