/**
 * Pod disruption budgets.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from "../../../toolkit/api/policy_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { type LabelSelectorRules, validateLabelSelector } from "../../../toolkit/validation/mod.ts";
import { printIntOrString } from "../../../toolkit/values/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateConditions } from "../validation/conditions.ts";
import { validateAtMostAll, validateCountOrPercent } from "../validation/count_or_percent.ts";
import { validateCounts } from "../validation/numbers.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const POLICIES = ["AlwaysAllow", "IfHealthyBudget"];
const AMOUNTS = ["minAvailable", "maxUnavailable"] as const;
const COUNTS = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] as const;

function specOf(object: JsonObject): PodDisruptionBudgetSpec {
  return (object as PodDisruptionBudget).spec ?? {};
}

function statusOf(object: JsonObject): PodDisruptionBudgetStatus {
  return (object as PodDisruptionBudget).status ?? {};
}

function amount(name: string, field: typeof AMOUNTS[number], description: string): Column {
  const cell = (object: JsonObject) => {
    const value = specOf(object)[field];
    return value === undefined ? "N/A" : printIntOrString(value);
  };
  return { name, description, cell };
}

/**
 * The rules for pod disruption budgets. An update may keep a selector that today's rules would
 * refuse.
 */
export const podDisruptionBudgetRules: KindRules = {
  hasGeneration: true,
  updatesUnconditionally: false,
  takesBareFinalizers: true,
  columns: columnsOf(
    NAME_COLUMN,
    amount("Min Available", "minAvailable", "The number or share of pods that must stay available"),
    amount(
      "Max Unavailable",
      "maxUnavailable",
      "The number or share of pods that may be unavailable",
    ),
    {
      name: "Allowed Disruptions",
      type: "integer",
      description: "The number of pods that may be evicted now",
      cell: (object) => statusOf(object).disruptionsAllowed ?? 0,
    },
    AGE_COLUMN,
  ),
  validate: (object) => validate(object, {}),
  validateUpdate(object, old) {
    // Values that older rules took stay.
    const wrong = validateLabelSelector(specOf(old).selector, {}, SPEC);
    return validate(object, { allowInvalidValues: wrong.length > 0 });
  },
  subresources: {
    status: {
      validateUpdate(object) {
        const errors: FieldError[] = [];
        validateConditions(errors, STATUS.child("conditions"), statusOf(object).conditions);
        validateCounts(errors, STATUS, statusOf(object), COUNTS);
        return errors;
      },
    },
  },
};

function validate(object: JsonObject, selectors: LabelSelectorRules): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(object);
  if (AMOUNTS.every((field) => spec[field] !== undefined)) {
    const why = "minAvailable and maxUnavailable cannot be both set";
    errors.push(FieldError.invalid(SPEC, spec, why));
  }
  for (const field of AMOUNTS) {
    const value = spec[field];
    if (value === undefined) continue;
    validateCountOrPercent(errors, SPEC.child(field), value);
    validateAtMostAll(errors, SPEC.child(field), value);
  }
  addAll(errors, validateLabelSelector(spec.selector, selectors, SPEC.child("selector")));
  const { unhealthyPodEvictionPolicy: policy } = spec;
  validateChoice(errors, SPEC.child("unhealthyPodEvictionPolicy"), policy, POLICIES);
  return errors;
}
