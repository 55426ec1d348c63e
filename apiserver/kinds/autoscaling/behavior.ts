/**
 * How fast an autoscaler goes up and down.
 *
 * @module
 */

import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from "../../../toolkit/api/autoscaling_v2.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { validateChoice } from "../validation/choices.ts";
import { NOT_NEGATIVE } from "../validation/numbers.ts";

const PERIOD_LIMIT_SECONDS = 1800;
const WINDOW_LIMIT_SECONDS = 3600;
const SELECTIONS = ["Disabled", "Max", "Min"];
const POLICY_TYPES = ["Percent", "Pods"];
const PERIOD_SECONDS = 15;

const DOUBLE: HPAScalingPolicy = { type: "Percent", value: 100, periodSeconds: PERIOD_SECONDS };
const FOUR_MORE: HPAScalingPolicy = { type: "Pods", value: 4, periodSeconds: PERIOD_SECONDS };

/** Fills in what a behavior leaves open: fast up, and down to the least at once. */
export function setBehaviorDefaults(behavior: HorizontalPodAutoscalerBehavior): void {
  const up = behavior.scaleUp ??= {};
  up.stabilizationWindowSeconds ??= 0;
  up.selectPolicy ??= "Max";
  up.policies ??= [{ ...FOUR_MORE }, { ...DOUBLE }];
  const down = behavior.scaleDown ??= {};
  down.selectPolicy ??= "Max";
  down.policies ??= [{ ...DOUBLE }];
}

/** The rules for a behavior. */
export function validateBehavior(
  errors: FieldError[],
  path: FieldPath,
  behavior: HorizontalPodAutoscalerBehavior,
): void {
  for (const field of ["scaleUp", "scaleDown"] as const) {
    const rules = behavior[field];
    if (rules !== undefined) validateRules(errors, path.child(field), rules);
  }
}

function validateRules(errors: FieldError[], path: FieldPath, rules: HPAScalingRules): void {
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules;
  const at = path.child("stabilizationWindowSeconds");
  if (window !== undefined && window < 0) {
    errors.push(FieldError.invalid(at, window, "must be greater than or equal to zero"));
  }
  if (window !== undefined && window > WINDOW_LIMIT_SECONDS) {
    const why = `must be less than or equal to ${WINDOW_LIMIT_SECONDS}`;
    errors.push(FieldError.invalid(at, window, why));
  }
  validateChoice(errors, path.child("selectPolicy"), selectPolicy, SELECTIONS);
  if (policies.length === 0) {
    const why = "must specify at least one Policy";
    errors.push(FieldError.required(path.child("policies"), why));
  }
  for (const [index, policy] of policies.entries()) {
    validatePolicy(errors, path.child("policies").index(index), policy);
  }
  if (tolerance !== undefined && Quantity.parse(tolerance).sign < 0) {
    errors.push(FieldError.invalid(path.child("tolerance"), tolerance, NOT_NEGATIVE));
  }
}

function validatePolicy(
  errors: FieldError[],
  path: FieldPath,
  { type, value, periodSeconds }: HPAScalingPolicy,
): void {
  validateChoice(errors, path.child("type"), type, POLICY_TYPES);
  if (value <= 0) {
    errors.push(FieldError.invalid(path.child("value"), value, "must be greater than zero"));
  }
  const at = path.child("periodSeconds");
  if (periodSeconds <= 0) {
    errors.push(FieldError.invalid(at, periodSeconds, "must be greater than zero"));
  } else if (periodSeconds > PERIOD_LIMIT_SECONDS) {
    const why = `must be less than or equal to ${PERIOD_LIMIT_SECONDS}`;
    errors.push(FieldError.invalid(at, periodSeconds, why));
  }
}
