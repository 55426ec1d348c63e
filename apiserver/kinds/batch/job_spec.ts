/**
 * The rules for what a job is to do, in a job and in what makes jobs.
 *
 * @module
 */

import type { JobSpec, PodFailurePolicy, SuccessPolicy } from "../../../toolkit/api/batch_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  validateDomainPrefixedPath,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { requireChoice, validateChoice } from "../rules/choices.ts";
import { validateCounts } from "../rules/numbers.ts";
import { validatePodTemplate } from "../rules/pod_template.ts";

const PARALLELISM_LIMIT_INDEXED = 100_000;
const RULES_LIMIT = 20;
const RESTARTS = ["OnFailure", "Never"];

/** See the module's comment. */
export function validateJobSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: JobSpec,
  names: Names,
): void {
  const { completionMode, completions, parallelism, maxFailedIndexes, backoffLimitPerIndex } = spec;
  validateCounts(errors, path, spec, [
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
  ]);
  if (spec.managedBy !== undefined) {
    errors.push(...validateDomainPrefixedPath(spec.managedBy, path.child("managedBy")));
  }
  validateChoice(errors, path.child("completionMode"), completionMode, ["NonIndexed", "Indexed"]);
  if (completionMode === "Indexed") {
    if (completions === undefined) {
      const why = "when completion mode is Indexed";
      errors.push(FieldError.required(path.child("completions"), why));
    }
    if ((parallelism ?? 0) > PARALLELISM_LIMIT_INDEXED) {
      const why = `must be less than or equal to ${PARALLELISM_LIMIT_INDEXED} ` +
        "when completion mode is Indexed";
      errors.push(FieldError.invalid(path.child("parallelism"), parallelism, why));
    }
  } else if (backoffLimitPerIndex !== undefined) {
    const at = path.child("backoffLimitPerIndex");
    errors.push(FieldError.invalid(at, backoffLimitPerIndex, "requires indexed completion mode"));
  }
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const why = "when maxFailedIndexes is specified";
    errors.push(FieldError.required(path.child("backoffLimitPerIndex"), why));
  }
  if (spec.podFailurePolicy !== undefined) {
    validateFailurePolicy(errors, path.child("podFailurePolicy"), spec.podFailurePolicy, spec);
  }
  if (spec.successPolicy !== undefined) {
    validateSuccessPolicy(errors, path.child("successPolicy"), spec.successPolicy, spec);
  }
  validateReplacement(errors, path.child("podReplacementPolicy"), spec);
  if (spec.selector !== undefined) {
    errors.push(...validateLabelSelector(spec.selector, {}, path.child("selector")));
  }
  validatePodTemplate(errors, path.child("template"), spec.template, names);
  validateEnd(errors, path.child("template", "spec", "restartPolicy"), spec);
}

/** The pods of a job end some time. */
function validateEnd(errors: FieldError[], path: FieldPath, spec: JobSpec): void {
  const { restartPolicy } = spec.template.spec ?? {};
  if (!restartPolicy || restartPolicy === "Always") {
    errors.push(FieldError.required(path, 'valid values: "OnFailure", "Never"'));
  } else if (!RESTARTS.includes(restartPolicy)) {
    errors.push(FieldError.notSupported(path, restartPolicy, RESTARTS));
  } else if (spec.podFailurePolicy !== undefined && restartPolicy !== "Never") {
    const why = 'only "Never" is supported when podFailurePolicy is specified';
    errors.push(FieldError.invalid(path, restartPolicy, why));
  }
}

function validateReplacement(errors: FieldError[], path: FieldPath, spec: JobSpec): void {
  const { podReplacementPolicy, podFailurePolicy } = spec;
  const choices = podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  validateChoice(errors, path, podReplacementPolicy, choices);
}

function validateFailurePolicy(
  errors: FieldError[],
  path: FieldPath,
  { rules }: PodFailurePolicy,
  spec: JobSpec,
): void {
  const at = path.child("rules");
  if ((rules?.length ?? 0) > RULES_LIMIT) {
    errors.push(FieldError.tooMany(at, rules.length, RULES_LIMIT));
  }
  for (const [index, { action, onExitCodes, onPodConditions }] of (rules ?? []).entries()) {
    const rule = at.index(index);
    requireChoice(errors, rule.child("action"), action, [
      "Count",
      "FailIndex",
      "FailJob",
      "Ignore",
    ]);
    if (action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
      const why = "requires the backoffLimitPerIndex to be set";
      errors.push(FieldError.invalid(rule.child("action"), action, why));
    }
    if (onExitCodes !== undefined) {
      const codes = rule.child("onExitCodes");
      const { operator, values, containerName } = onExitCodes;
      requireChoice(errors, codes.child("operator"), operator, ["In", "NotIn"]);
      if (containerName !== undefined && !hasContainer(spec, containerName)) {
        const why = "must be one of the container or initContainer names in the pod template";
        errors.push(FieldError.invalid(codes.child("containerName"), containerName, why));
      }
      if (!values?.length) {
        errors.push(
          FieldError.invalid(codes.child("values"), values ?? [], "at least one value is required"),
        );
      }
      if (operator === "In" && values?.includes(0)) {
        const where = codes.child("values").index(values.indexOf(0));
        errors.push(FieldError.invalid(where, 0, "must not be 0 for the In operator"));
      }
    }
    for (const [place, { type, status }] of (onPodConditions ?? []).entries()) {
      const pattern = rule.child("onPodConditions").index(place);
      if (!type) errors.push(FieldError.required(pattern.child("type")));
      requireChoice(errors, pattern.child("status"), status, ["False", "True", "Unknown"]);
    }
    const kinds = (onExitCodes === undefined ? 0 : 1) + (onPodConditions?.length ? 1 : 0);
    if (kinds === 1) continue;
    const why = kinds === 0
      ? "specifying one of OnExitCodes and OnPodConditions is required"
      : "specifying both OnExitCodes and OnPodConditions is not supported";
    errors.push(FieldError.invalid(rule, rules[index], why));
  }
}

function hasContainer({ template: { spec } }: JobSpec, name: string): boolean {
  return [...spec?.containers ?? [], ...spec?.initContainers ?? []]
    .some((container) => container.name === name);
}

function validateSuccessPolicy(
  errors: FieldError[],
  path: FieldPath,
  { rules }: SuccessPolicy,
  spec: JobSpec,
): void {
  if (spec.completionMode !== "Indexed") {
    const why = "requires indexed completion mode";
    errors.push(FieldError.invalid(path, spec.successPolicy, why));
    return;
  }
  const at = path.child("rules");
  if (!rules?.length) {
    errors.push(
      FieldError.required(
        at,
        "at least one rules must be specified when the successPolicy is specified",
      ),
    );
  } else if (rules.length > RULES_LIMIT) {
    errors.push(FieldError.tooMany(at, rules.length, RULES_LIMIT));
  }
  for (const [index, { succeededIndexes, succeededCount }] of (rules ?? []).entries()) {
    const rule = at.index(index);
    if (succeededIndexes === undefined && succeededCount === undefined) {
      const why = "at least one of succeededCount or succeededIndexes must be specified";
      errors.push(FieldError.required(rule, why));
    }
    if (succeededCount !== undefined) {
      validateCounts(errors, rule, { succeededCount }, ["succeededCount"]);
      if (succeededCount > (spec.completions ?? 0)) {
        const why = `must be less than or equal to ${spec.completions} ` +
          "(the number of specified completions)";
        errors.push(FieldError.invalid(rule.child("succeededCount"), succeededCount, why));
      }
    }
  }
}
