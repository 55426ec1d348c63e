/** Expressions about requests: how they are compiled, what they see, and what they may cost. */
export { JsonAllowance, TooLarge } from "./bounded_json.ts";
export {
  Budget,
  ExpressionFailure,
  type FailureKind,
  POLICY_COST_LIMIT,
  shownError,
} from "./budget.ts";
export { type ConditionMetrics, conditionMetrics } from "./condition_metrics.ts";
export { MatchConditions, type Verdict } from "./conditions.ts";
export { Evaluation } from "./evaluation.ts";
export { type Expression, Unusable } from "../../../toolkit/policies/mod.ts";
export { Subject } from "./subject.ts";
export { typed } from "../../../toolkit/cel/mod.ts";
