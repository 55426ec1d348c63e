/**
 * Match conditions of policies, which may use the policy's parameters.
 *
 * @module
 */

import { CONDITIONS_COST_LIMIT, type Verdict } from "../matching/mod.ts";
import { Budget, type Evaluation, ExpressionFailure } from "./evaluation.ts";
import type { Expression } from "./expressions.ts";

/** Whether all conditions hold. One that is false counts more than those that can't be told. */
export async function conditionsHold(
  conditions: readonly Expression[],
  evaluation: Evaluation,
): Promise<Verdict> {
  const budget = new Budget(CONDITIONS_COST_LIMIT);
  const problems: string[] = [];
  for (const condition of conditions) {
    try {
      if (await evaluation.run(condition, budget) === false) return { matches: false };
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      problems.push(error.message);
      if (error.kind === "out_of_budget") break;
    }
  }
  const why = joined(problems);
  return problems.length === 0
    ? { matches: true }
    : { matches: undefined, why, failed: problems.length };
}

function joined(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  return distinct.length > 1 ? `[${distinct.join(", ")}]` : distinct[0] ?? "";
}
