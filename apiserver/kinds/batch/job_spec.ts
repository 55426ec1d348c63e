/**
 * The rules for a JobSpec.
 *
 * @module
 */

import type { JobSpec } from "../../../toolkit/api/batch_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { isLongerThan, validateDomainPrefixedPath } from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "../validation/choices.ts";
import { validateCounts } from "../validation/numbers.ts";
import { validatePodTemplate } from "../workloads/pod_template.ts";
import { validateFailurePolicy, validateSuccessPolicy } from "./job_policies.ts";

const PARALLELISM_LIMIT_INDEXED = 100_000;
/** Where each index is tried again by itself, many indexes are a lot to remember. */
const MANY_COMPLETIONS = 100_000;
const MANY_COMPLETIONS_LIMIT = 10_000;
const FAILED_INDEXES_LIMIT = 100_000;
const MANAGER_LIMIT_BYTES = 63;
const RESTARTS = ["OnFailure", "Never"];

/**
 * Adds an error at `path` for each rule that a JobSpec breaks, in a job or in a cron job's
 * template, the pod template included. `old`: the one before, if there was one.
 */
export function validateJobSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: JobSpec,
  old: JobSpec | undefined,
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
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const why = "when maxFailedIndexes is specified";
    errors.push(FieldError.required(path.child("backoffLimitPerIndex"), why));
  }
  if (spec.managedBy !== undefined) {
    const at = path.child("managedBy");
    errors.push(...validateDomainPrefixedPath(spec.managedBy, at));
    if (isLongerThan(spec.managedBy, MANAGER_LIMIT_BYTES)) {
      errors.push(FieldError.tooLong(at, MANAGER_LIMIT_BYTES));
    }
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
    validateFailedIndexes(errors, path, spec);
  } else if (completionMode === "NonIndexed" || completionMode === undefined) {
    for (const field of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
      if (spec[field] === undefined) continue;
      const why = "requires indexed completion mode";
      errors.push(FieldError.invalid(path.child(field), spec[field], why));
    }
  }
  if (spec.podFailurePolicy !== undefined) {
    validateFailurePolicy(errors, path.child("podFailurePolicy"), spec.podFailurePolicy, spec);
  }
  if (spec.successPolicy !== undefined) {
    validateSuccessPolicy(errors, path.child("successPolicy"), spec.successPolicy, spec);
  }
  validateReplacement(errors, path.child("podReplacementPolicy"), spec);
  validatePodTemplate(errors, path.child("template"), spec.template, old?.template, names);
  validateEnd(errors, path.child("template", "spec", "restartPolicy"), spec);
}

/** How many indexes may fail: all of them are remembered. */
function validateFailedIndexes(errors: FieldError[], path: FieldPath, spec: JobSpec): void {
  const { completions = 0, parallelism = 0, maxFailedIndexes: most, backoffLimitPerIndex } = spec;
  const at = path.child("maxFailedIndexes");
  if (most !== undefined && spec.completions !== undefined && most > completions) {
    errors.push(FieldError.invalid(at, most, "must be less than or equal to completions"));
  }
  if (most !== undefined && most > FAILED_INDEXES_LIMIT) {
    const why = `must be less than or equal to ${FAILED_INDEXES_LIMIT}`;
    errors.push(FieldError.invalid(at, most, why));
  }
  if (completions <= MANY_COMPLETIONS || backoffLimitPerIndex === undefined) return;
  const why =
    `must be less than or equal to ${MANY_COMPLETIONS_LIMIT} when completions are above ` +
    `${MANY_COMPLETIONS} and used with backoff limit per index`;
  if (most === undefined) {
    const missing = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(FieldError.required(at, missing));
  }
  if (parallelism > MANY_COMPLETIONS_LIMIT) {
    errors.push(FieldError.invalid(path.child("parallelism"), parallelism, why));
  }
  if (most !== undefined && most > MANY_COMPLETIONS_LIMIT) {
    errors.push(FieldError.invalid(at, most, why));
  }
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
