/**
 * Priority classes: which pods go first.
 *
 * @module
 */

import type { PriorityClass } from "../../../toolkit/api/scheduling_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { IMMUTABLE } from "../validation/immutable.ts";

/** Names that are the system's own, and their values. */
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  "system-cluster-critical": 2_000_000_000,
  "system-node-critical": 2_000_001_000,
};
const SYSTEM_PREFIX = "system-";
/** The highest value of a class that is not the system's. */
const HIGHEST_VALUE = 1_000_000_000;
const POLICIES = ["PreemptLowerPriority", "Never"];

const view = (object: JsonObject) => object as unknown as PriorityClass;

function validate(object: JsonObject): FieldError[] {
  const { metadata, value = 0, globalDefault = false, preemptionPolicy } = view(object);
  const errors: FieldError[] = [];
  const name = metadata?.name ?? "";
  if (name.startsWith(SYSTEM_PREFIX)) {
    const problem = systemProblem(name, value, globalDefault);
    if (problem !== undefined) {
      const why = "priority class names with 'system-' prefix are reserved for system use only. " +
        `error: ${problem}`;
      errors.push(FieldError.forbidden(FieldPath.of("metadata", "name"), why));
    }
  } else if (value > HIGHEST_VALUE) {
    const why = `maximum allowed value of a user defined priority is ${HIGHEST_VALUE}`;
    errors.push(FieldError.forbidden(FieldPath.of("value"), why));
  }
  requireChoice(errors, FieldPath.of("preemptionPolicy"), preemptionPolicy, POLICIES);
  return errors;
}

/** How a class is none of the system's; undefined: it is one. */
function systemProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  if (!Object.hasOwn(SYSTEM_CLASSES, name)) return `${name} is not a known system priority class`;
  const known = SYSTEM_CLASSES[name];
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/**
 * The rules for priority classes: values of users are bounded, and value and preemption policy
 * never change.
 */
export const priorityClassRules: KindRules = {
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Value",
      type: "integer",
      description: "The priority of pods of this class",
      cell: (object) => view(object).value ?? 0,
    },
    {
      name: "Global-Default",
      type: "boolean",
      description: "Whether this class applies to pods that name none",
      cell: (object) => view(object).globalDefault ?? false,
    },
    AGE_COLUMN,
    {
      name: "PreemptionPolicy",
      description: "Whether pods of this class may preempt pods of lower priority",
      cell: (object) => view(object).preemptionPolicy ?? "",
    },
  ),
  setDefaults(object) {
    view(object).preemptionPolicy ??= "PreemptLowerPriority";
  },
  prepareForCreate(object) {
    // It stays that: nothing of a class that is wanted of it ever changes.
    metadataOf(object).generation = 1;
  },
  whyKept: (name) =>
    Object.hasOwn(SYSTEM_CLASSES, name)
      ? "this is a system priority class and cannot be deleted"
      : undefined,
  validate,
  validateUpdate(object, old) {
    const errors: FieldError[] = [];
    for (const [field, standard] of [["value", 0], ["preemptionPolicy", ""]] as const) {
      if ((object[field] ?? standard) === (old[field] ?? standard)) continue;
      errors.push(
        field === "value"
          ? FieldError.forbidden(FieldPath.of(field), "may not be changed in an update.")
          : FieldError.invalid(FieldPath.of(field), object[field], IMMUTABLE),
      );
    }
    return errors;
  },
};
