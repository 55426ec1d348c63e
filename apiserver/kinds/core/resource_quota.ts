/**
 * Resource quotas: how much a namespace may hold in all.
 *
 * @module
 */

import type { ResourceQuota, ResourceQuotaSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { ENOUGH } from "../validation/enough.ts";
import { IMMUTABLE } from "../validation/immutable.ts";
import {
  isQuotaHugePages,
  roundUp,
  STANDARD_RESOURCES,
  validateResourceAmount,
  validateResourceName,
} from "../validation/resources.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const SCOPES = SPEC.child("scopes");
const EXPRESSIONS = SPEC.child("scopeSelector", "matchExpressions");

const OF_PODS = new Set([
  "pods",
  ...["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

/** The resources that a quota of a scope can count. */
const SCOPE_RESOURCES: Readonly<Record<string, ReadonlySet<string>>> = {
  BestEffort: new Set(["pods"]),
  NotBestEffort: OF_PODS,
  Terminating: OF_PODS,
  NotTerminating: OF_PODS,
  PriorityClass: OF_PODS,
  CrossNamespacePodAffinity: OF_PODS,
  VolumeAttributesClass: new Set(["persistentvolumeclaims", "requests.storage"]),
};

/** Scopes that are there or not, and have no values. */
const PLAIN_SCOPES = new Set([
  "BestEffort",
  "NotBestEffort",
  "Terminating",
  "NotTerminating",
  "CrossNamespacePodAffinity",
]);

const PAIRS = [["BestEffort", "NotBestEffort"], ["Terminating", "NotTerminating"]] as const;

const view = (object: JsonObject) => object as unknown as ResourceQuota;

function validateAmounts(
  errors: FieldError[],
  path: FieldPath,
  amounts: Readonly<Record<string, string>>,
  names: Names,
): void {
  for (const [name, amount] of Object.entries(amounts)) {
    const at = path.key(name);
    validateResourceName(errors, at, name);
    if (!name.includes("/") && !isCounted(name)) {
      errors.push(FieldError.invalid(at, name, "must be a standard resource for quota"));
    }
    validateResourceAmount(errors, at, name, Quantity.parse(amount), names);
  }
}

/** Whether quotas count it under a name without a domain. */
function isCounted(name: string): boolean {
  return (STANDARD_RESOURCES.has(name) && name !== "storage") || isQuotaHugePages(name);
}

/** Tells how many resources a quota of a scope can't count; of no known scope, none. */
function uncountedIn(hard: Readonly<Record<string, string>>): (scope: string) => number {
  const known = new Map<string, number>();
  return (scope) => {
    if (!Object.hasOwn(SCOPE_RESOURCES, scope)) return 0;
    let count = known.get(scope);
    if (count === undefined) {
      const resources = SCOPE_RESOURCES[scope];
      count = Object.keys(hard).filter((name) => isCounted(name) && !resources?.has(name)).length;
      known.set(scope, count);
    }
    return count;
  };
}

function conflicts(scopes: readonly string[]) {
  return PAIRS.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function validateScopes(errors: FieldError[], { scopes, hard = {} }: ResourceQuotaSpec): void {
  if (!scopes?.length) return;
  const wrong = (why: string) => errors.push(FieldError.invalid(SCOPES, scopes, why));
  const uncounted = uncountedIn(hard);
  for (const scope of scopes) {
    if (!Object.hasOwn(SCOPE_RESOURCES, scope)) wrong("unsupported scope");
    // Once for each of them.
    for (let count = uncounted(scope); count > 0 && errors.length < ENOUGH; count--) {
      wrong("unsupported scope applied to resource");
    }
  }
  for (const _ of conflicts(scopes)) wrong("conflicting scopes");
}

function validateSelector(
  errors: FieldError[],
  { scopes, scopeSelector, hard = {} }: ResourceQuotaSpec,
): void {
  const requirements = scopeSelector?.matchExpressions ?? [];
  const uncounted = uncountedIn(hard);
  for (const { scopeName, operator, values = [] } of requirements) {
    const wrong = (field: string, value: unknown, why: string) =>
      errors.push(FieldError.invalid(EXPRESSIONS.child(field), value, why));
    if (!Object.hasOwn(SCOPE_RESOURCES, scopeName)) {
      wrong("scopeName", scopeName, "unsupported scope");
    }
    for (let count = uncounted(scopeName); count > 0 && errors.length < ENOUGH; count--) {
      const why = "unsupported scope applied to resource";
      errors.push(FieldError.invalid(EXPRESSIONS, scopeSelector, why));
    }
    if (PLAIN_SCOPES.has(scopeName) && operator !== "Exists") wrong("operator", operator, PLAIN);
    if (operator === "In" || operator === "NotIn") {
      if (values.length === 0) {
        errors.push(FieldError.required(EXPRESSIONS.child("values"), NO_VALUES));
      }
    } else if (operator === "Exists" || operator === "DoesNotExist") {
      if (values.length > 0) wrong("values", values, SOME_VALUES);
    } else wrong("operator", operator, "not a valid selector operator");
  }
  for (const _ of conflicts(requirements.map(({ scopeName }) => scopeName))) {
    errors.push(FieldError.invalid(EXPRESSIONS, scopes ?? null, "conflicting scopes"));
  }
}

const PLAIN = "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, " +
  "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, " +
  "ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
const NO_VALUES =
  "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
const SOME_VALUES =
  "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";

function usageColumn(name: string, description: string, limits: boolean) {
  return {
    name,
    description,
    cell(object: JsonObject): string {
      const { hard = {}, used = {} } = view(object).status ?? {};
      return Object.keys(hard).sort()
        .filter((resource) => resource.startsWith("limits") === limits)
        .map((resource) => `${resource}: ${used[resource] ?? "0"}/${hard[resource]}`)
        .join(", ");
    },
  };
}

const ORDERED = ["cpu", "memory", "storage", "ephemeral-storage"];

/** Pods may not be allowed to ask for more than they may have. */
function orderWarnings(hard: Readonly<Record<string, string>>): string[] {
  const warnings: string[] = [];
  for (const name of ORDERED) {
    const isBare = hard[`requests.${name}`] === undefined && OF_PODS.has(name);
    const request = isBare ? name : `requests.${name}`;
    const [asked, limit] = [hard[request], hard[`limits.${name}`]];
    if (asked === undefined || limit === undefined) continue;
    if (Quantity.parse(asked).compare(Quantity.parse(limit)) <= 0) continue;
    warnings.push(
      `ResourceQuota ${request} (${asked}) should be less than limits.${name} (${limit})`,
    );
  }
  return warnings;
}

/**
 * The rules for resource quotas: known resources, scopes that fit them, and scopes that never
 * change. Enforcing them is admission's part.
 */
export function resourceQuotaRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    const { spec = {} } = view(object);
    validateAmounts(errors, SPEC.child("hard"), spec.hard ?? {}, names);
    validateScopes(errors, spec);
    validateSelector(errors, spec);
    return errors;
  };
  return {
    returnsDeleted: true,
    columns: columnsOf(
      NAME_COLUMN,
      usageColumn("Request", "The used and the allowed amount of each resource", false),
      usageColumn("Limit", "The used and the allowed amount of each resource limit", true),
      AGE_COLUMN,
    ),
    setDefaults: (object) => roundUp(view(object).spec?.hard),
    validate,
    warnings: (object, old) =>
      old === undefined ? orderWarnings(view(object).spec?.hard ?? {}) : [],
    validateUpdate(object, old) {
      const errors = validate(object);
      const scopes = view(object).spec?.scopes ?? [];
      const before = view(old).spec?.scopes ?? [];
      if (!equalStored([...new Set(scopes)].sort(), [...new Set(before)].sort())) {
        errors.push(FieldError.invalid(SCOPES, scopes, IMMUTABLE));
      }
      return errors;
    },
    subresources: {
      status: {
        setDefaults(object) {
          const { status } = view(object);
          roundUp(status?.hard);
          roundUp(status?.used);
        },
        validateUpdate(object) {
          const errors: FieldError[] = [];
          const { hard = {}, used = {} } = view(object).status ?? {};
          validateAmounts(errors, STATUS.child("hard"), hard, names);
          validateAmounts(errors, STATUS.child("used"), used, names);
          return errors;
        },
      },
    },
  };
}
