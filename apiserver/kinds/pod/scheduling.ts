/**
 * Where a pod may run: affinities, tolerations, spreading.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  Toleration,
  TopologySpreadConstraint,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkLabelKey,
  checkLabelValue,
  checkNameIsLabel,
  checkNameIsSubdomain,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { requireChoice, validateChoice } from "../validation/choices.ts";
import { keyOfJson } from "../validation/same.ts";
import { validateLabelKeys } from "./label_keys.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NO_OPERATOR = "not a valid selector operator";

/** The rules for affinities. */
export function validateAffinity(
  errors: FieldError[],
  path: FieldPath,
  { nodeAffinity, podAffinity, podAntiAffinity }: Affinity,
): void {
  if (nodeAffinity !== undefined) {
    const at = path.child("nodeAffinity");
    const required = nodeAffinity[REQUIRED];
    if (required !== undefined) validateNodeSelector(errors, at.child(REQUIRED), required);
    for (const [index, { weight, preference }] of (nodeAffinity[PREFERRED] ?? []).entries()) {
      const term = at.child(PREFERRED).index(index);
      validateWeight(errors, term, weight);
      // Any value will do where nodes are only preferred: people are warned of those that no node has.
      validateNodeTerm(errors, term.child("preference"), preference ?? {}, true);
    }
  }
  if (podAffinity !== undefined) {
    validatePodAffinity(errors, path.child("podAffinity"), podAffinity);
  }
  if (podAntiAffinity !== undefined) {
    validatePodAffinity(errors, path.child("podAntiAffinity"), podAntiAffinity);
  }
}

function validateWeight(errors: FieldError[], path: FieldPath, weight: number): void {
  if (weight >= 1 && weight <= 100) return;
  errors.push(FieldError.invalid(path.child("weight"), weight, "must be in the range 1-100"));
}

/** The rules for a selector of nodes. */
export function validateNodeSelector(
  errors: FieldError[],
  path: FieldPath,
  { nodeSelectorTerms }: NodeSelector,
): void {
  const at = path.child("nodeSelectorTerms");
  if (!nodeSelectorTerms?.length) {
    errors.push(FieldError.required(at, "must have at least one node selector term"));
    return;
  }
  for (const [index, term] of nodeSelectorTerms.entries()) {
    validateNodeTerm(errors, at.index(index), term);
  }
}

function validateNodeTerm(
  errors: FieldError[],
  path: FieldPath,
  { matchExpressions, matchFields }: NodeSelectorTerm,
  takesAnyValue = false,
): void {
  for (const [index, requirement] of (matchExpressions ?? []).entries()) {
    const at = path.child("matchExpressions").index(index);
    validateNodeRequirement(errors, at, requirement, takesAnyValue);
  }
  for (const [index, requirement] of (matchFields ?? []).entries()) {
    validateNodeField(errors, path.child("matchFields").index(index), requirement);
  }
}

function validateNodeRequirement(
  errors: FieldError[],
  path: FieldPath,
  { key, operator, values }: NodeSelectorRequirement,
  takesAnyValue: boolean,
): void {
  const count = values?.length ?? 0;
  const at = path.child("values");
  if (operator === "In" || operator === "NotIn") {
    if (count === 0) {
      const why = "must be specified when `operator` is 'In' or 'NotIn'";
      errors.push(FieldError.required(at, why));
    }
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (count > 0) {
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      errors.push(FieldError.forbidden(at, why));
    }
  } else if (operator === "Gt" || operator === "Lt") {
    if (count !== 1) {
      const why = "must be specified single value when `operator` is 'Lt' or 'Gt'";
      errors.push(FieldError.required(at, why));
    }
  } else errors.push(FieldError.invalid(path.child("operator"), operator, NO_OPERATOR));
  addInvalid(errors, path.child("key"), key, checkLabelKey(key));
  if (takesAnyValue) return;
  for (const [index, value] of (values ?? []).entries()) {
    addInvalid(errors, at.index(index), value, checkLabelValue(value));
  }
}

function validateNodeField(
  errors: FieldError[],
  path: FieldPath,
  { key, operator, values = [] }: NodeSelectorRequirement,
): void {
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(FieldError.invalid(path.child("operator"), operator, NO_OPERATOR));
  } else if (values.length !== 1) {
    const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(FieldError.required(path.child("values"), why));
  }
  if (key !== "metadata.name") {
    errors.push(FieldError.invalid(path.child("key"), key, "not a valid field selector key"));
    return;
  }
  for (const [index, value] of values.entries()) {
    addInvalid(errors, path.child("values").index(index), value, checkNameIsSubdomain(value));
  }
}

function validatePodAffinity(errors: FieldError[], path: FieldPath, affinity: PodAffinity): void {
  for (const [index, term] of (affinity[REQUIRED] ?? []).entries()) {
    validatePodTerm(errors, path.child(REQUIRED).index(index), term);
  }
  for (const [index, { weight, podAffinityTerm }] of (affinity[PREFERRED] ?? []).entries()) {
    const at = path.child(PREFERRED).index(index);
    validateWeight(errors, at, weight);
    validatePodTerm(errors, at.child("podAffinityTerm"), podAffinityTerm ?? { topologyKey: "" });
  }
}

function validatePodTerm(errors: FieldError[], path: FieldPath, term: PodAffinityTerm): void {
  const { labelSelector, namespaceSelector, namespaces, topologyKey } = term;
  addAll(errors, validateLabelSelector(labelSelector, {}, path.child("labelSelector")));
  addAll(errors, validateLabelSelector(namespaceSelector, {}, path.child("namespaceSelector")));
  for (const namespace of namespaces ?? []) {
    addInvalid(errors, path.child("namespace"), namespace, checkNameIsLabel(namespace));
  }
  validateLabelKeys(errors, path, term);
  validateTopologyKey(errors, path.child("topologyKey"), topologyKey);
}

function validateTopologyKey(errors: FieldError[], path: FieldPath, key: string): void {
  if (!key) errors.push(FieldError.required(path, "can not be empty"));
  addInvalid(errors, path, key, checkLabelKey(key));
}

/** The rules for spreading pods. */
export function validateSpread(
  errors: FieldError[],
  path: FieldPath,
  constraints: readonly TopologySpreadConstraint[],
): void {
  const pairs = constraints.map((one) => keyOfJson([one.topologyKey, one.whenUnsatisfiable]));
  const lastOf = new Map(pairs.map((pair, index) => [pair, index]));
  for (const [index, constraint] of constraints.entries()) {
    const at = path.index(index);
    const { maxSkew, topologyKey, whenUnsatisfiable, minDomains } = constraint;
    if (maxSkew <= 0) {
      errors.push(FieldError.invalid(at.child("maxSkew"), maxSkew, "must be greater than zero"));
    }
    if (!topologyKey) {
      errors.push(FieldError.required(at.child("topologyKey"), "can not be empty"));
    }
    validateChoice(
      errors,
      at.child("whenUnsatisfiable"),
      whenUnsatisfiable,
      ["DoNotSchedule", "ScheduleAnyway"],
    );
    if (lastOf.get(pairs[index]!) !== index) {
      const pair = `{${topologyKey}, ${whenUnsatisfiable}}`;
      errors.push(FieldError.duplicate(at.child("{topologyKey, whenUnsatisfiable}"), pair));
    }
    if (minDomains !== undefined) {
      const domains = at.child("minDomains");
      if (minDomains <= 0) {
        errors.push(FieldError.invalid(domains, minDomains, "must be greater than zero"));
      }
      if (whenUnsatisfiable !== "DoNotSchedule") {
        const why = "can only use minDomains if whenUnsatisfiable=DoNotSchedule, " +
          `not ${whenUnsatisfiable}`;
        errors.push(FieldError.invalid(domains, minDomains, why));
      }
    }
    for (const field of ["nodeAffinityPolicy", "nodeTaintsPolicy"] as const) {
      validateChoice(errors, at.child(field), constraint[field], ["Honor", "Ignore"]);
    }
    validateLabelKeys(errors, at, constraint);
    const { labelSelector } = constraint;
    addAll(errors, validateLabelSelector(labelSelector, {}, at.child("labelSelector")));
  }
}

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** The rules for tolerations. */
export function validateTolerations(
  errors: FieldError[],
  path: FieldPath,
  tolerations: readonly Toleration[],
): void {
  for (const [index, toleration] of tolerations.entries()) {
    const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = toleration;
    const at = path.index(index);
    const where = at.child("operator");
    if (key !== "") addInvalid(errors, at.child("key"), key, checkLabelKey(key));
    if (key === "" && operator !== "Exists") {
      const why = "operator must be Exists when `key` is empty, " +
        'which means "match all values and all keys"';
      errors.push(FieldError.invalid(where, operator, why));
    }
    if (tolerationSeconds !== undefined && effect !== "NoExecute") {
      const why = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(FieldError.invalid(at.child("effect"), effect, why));
    }
    if (operator === "Equal" || operator === "") {
      const wrong = checkLabelValue(value);
      if (wrong.length > 0) errors.push(FieldError.invalid(where, value, wrong.join(";")));
    } else if (operator === "Exists") {
      if (value !== "") {
        const why = "value must be empty when `operator` is 'Exists'";
        errors.push(FieldError.invalid(where, value, why));
      }
    } else {
      // Two more are a feature that is off, and told of nevertheless.
      const compares = operator === "Lt" || operator === "Gt";
      const known = ["Equal", "Exists", ...compares ? ["Lt", "Gt"] : []];
      errors.push(FieldError.notSupported(where, operator, known));
    }
    if (effect !== "") requireChoice(errors, at.child("effect"), effect, EFFECTS);
  }
}
