/**
 * When a job has failed or succeeded before all of its pods have.
 *
 * @module
 */

import type {
  JobSpec,
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
} from "../../../toolkit/api/batch_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey, isLongerThan } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { validateChoice } from "../validation/choices.ts";
import { CONDITION_STATUSES } from "../validation/conditions.ts";
import { validateCounts } from "../validation/numbers.ts";
import { IndexesError, readIndexes } from "./indexes.ts";

const RULES_LIMIT = 20;
const PATTERNS_LIMIT = 20;
const EXIT_CODES_LIMIT = 255;
const INDEXES_LIMIT_BYTES = 64 * 1024;
const STATUSES = [...CONDITION_STATUSES].sort();
const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];

/** Fills in what nobody said: a condition is looked for that is true. */
export function setFailurePolicyDefaults(policy: PodFailurePolicy | undefined): void {
  for (const { onPodConditions } of policy?.rules ?? []) {
    for (const pattern of onPodConditions ?? []) pattern.status ||= "True";
  }
}

/** The rules for what the end of a pod means for its job. */
export function validateFailurePolicy(
  errors: FieldError[],
  path: FieldPath,
  { rules }: PodFailurePolicy,
  spec: JobSpec,
): void {
  const at = path.child("rules");
  const list = rules ?? [];
  if (list.length > RULES_LIMIT) errors.push(FieldError.tooMany(at, list.length, RULES_LIMIT));
  const { containers, initContainers } = spec.template.spec ?? {};
  const names = new Set([...containers ?? [], ...initContainers ?? []].map(({ name }) => name));
  const perIndex = spec.backoffLimitPerIndex !== undefined;
  for (const [index, rule] of list.entries()) {
    validateFailureRule(errors, at.index(index), rule, { names, perIndex });
  }
}

/** Refuses what is none of `choices`; whoever says nothing is told of them as well. */
function validateNamed(
  errors: FieldError[],
  path: FieldPath,
  value: string | undefined,
  choices: readonly string[],
): void {
  if (value) validateChoice(errors, path, value, choices);
  else {
    const shown = choices.map(quoteText).join(" ");
    errors.push(FieldError.required(path, `valid values: [${shown}]`));
  }
}

/** What the rules for a failure need to know of its job. */
interface FailingJob {
  /** The names of its containers. */
  readonly names: ReadonlySet<string>;
  /** Whether each of its indexes may fail by itself. */
  readonly perIndex: boolean;
}

function validateFailureRule(
  errors: FieldError[],
  path: FieldPath,
  { action, onExitCodes, onPodConditions = [] }: PodFailurePolicyRule,
  { names, perIndex }: FailingJob,
): void {
  validateNamed(errors, path.child("action"), action, ACTIONS);
  if (action === "FailIndex" && !perIndex) {
    const why = "requires the backoffLimitPerIndex to be set";
    errors.push(FieldError.invalid(path.child("action"), action, why));
  }
  if (onExitCodes !== undefined) {
    validateExitCodes(errors, path.child("onExitCodes"), onExitCodes, names);
  }
  const patterns = onPodConditions ?? [];
  const at = path.child("onPodConditions");
  if (patterns.length > PATTERNS_LIMIT) {
    errors.push(FieldError.tooMany(at, patterns.length, PATTERNS_LIMIT));
  }
  for (const [index, { type, status }] of patterns.entries()) {
    const pattern = at.index(index);
    addInvalid(errors, pattern.child("type"), type, checkLabelKey(type));
    validateNamed(errors, pattern.child("status"), status, STATUSES);
  }
  const kinds = (onExitCodes === undefined ? 0 : 1) + (patterns.length > 0 ? 1 : 0);
  if (kinds === 1) return;
  const why = kinds === 0
    ? "specifying one of OnExitCodes and OnPodConditions is required"
    : "specifying both OnExitCodes and OnPodConditions is not supported";
  errors.push(FieldError.unshown(path, why));
}

function validateExitCodes(
  errors: FieldError[],
  path: FieldPath,
  { operator, values, containerName }: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
): void {
  validateNamed(errors, path.child("operator"), operator, ["In", "NotIn"]);
  if (containerName !== undefined && !names.has(containerName)) {
    const why = "must be one of the container or initContainer names in the pod template";
    errors.push(FieldError.invalid(path.child("containerName"), containerName, why));
  }
  const codes = values ?? [];
  const at = path.child("values");
  if (codes.length === 0) {
    errors.push(FieldError.invalid(at, values ?? null, "at least one value is required"));
  } else if (codes.length > EXIT_CODES_LIMIT) {
    errors.push(FieldError.tooMany(at, codes.length, EXIT_CODES_LIMIT));
  }
  const seen = new Set<number>();
  for (const [index, code] of codes.entries()) {
    if (operator === "In" && code === 0) {
      const why = "must not be 0 for the In operator";
      errors.push(FieldError.invalid(at.index(index), code, why));
    }
    if (seen.has(code)) errors.push(FieldError.duplicate(at.index(index), code));
    seen.add(code);
  }
  if (codes.some((code, index) => index > 0 && codes[index - 1]! > code)) {
    errors.push(FieldError.invalid(at, codes, "must be ordered"));
  }
}

/** The rules for which pods are enough. */
export function validateSuccessPolicy(
  errors: FieldError[],
  path: FieldPath,
  policy: SuccessPolicy,
  { completionMode, completions = 0 }: JobSpec,
): void {
  if (completionMode !== "Indexed") {
    errors.push(FieldError.invalid(path, policy, "requires indexed completion mode"));
    return;
  }
  const at = path.child("rules");
  const rules = policy.rules ?? [];
  if (rules.length === 0) {
    const why = "at least one rules must be specified when the successPolicy is specified";
    errors.push(FieldError.required(at, why));
  } else if (rules.length > RULES_LIMIT) {
    errors.push(FieldError.tooMany(at, rules.length, RULES_LIMIT));
  }
  for (const [index, rule] of rules.entries()) {
    validateSuccessRule(errors, at.index(index), rule, completions);
  }
}

function validateSuccessRule(
  errors: FieldError[],
  path: FieldPath,
  { succeededIndexes, succeededCount }: SuccessPolicyRule,
  completions: number,
): void {
  if (succeededIndexes === undefined && succeededCount === undefined) {
    const why = "at least one of succeededCount or succeededIndexes must be specified";
    errors.push(FieldError.required(path, why));
  }
  const total = succeededIndexes === undefined
    ? completions
    : countIndexes(errors, path.child("succeededIndexes"), succeededIndexes, completions);
  if (succeededCount === undefined) return;
  validateCounts(errors, path, { succeededCount }, ["succeededCount"]);
  const limits = [
    [completions, "the number of specified completions"],
    [total, "the number of indexes in the specified succeededIndexes field"],
  ] as const;
  for (const [limit, what] of limits.slice(0, succeededIndexes === undefined ? 1 : 2)) {
    if (succeededCount <= limit) continue;
    const why = `must be less than or equal to ${limit} (${what})`;
    errors.push(FieldError.invalid(path.child("succeededCount"), succeededCount, why));
  }
}

/** How many indexes a text tells; none where it tells none. */
function countIndexes(
  errors: FieldError[],
  path: FieldPath,
  text: string,
  completions: number,
): number {
  if (isLongerThan(text, INDEXES_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path, INDEXES_LIMIT_BYTES));
  }
  try {
    return readIndexes(text, completions).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error;
    const why = `error parsing succeededIndexes: ${error.message}`;
    errors.push(FieldError.invalid(path, text, why));
    return 0;
  }
}
