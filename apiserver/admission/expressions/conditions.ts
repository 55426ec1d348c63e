/**
 * Match conditions of webhooks and policies.
 *
 * @module
 */

import type { MatchCondition } from "../../../toolkit/api/admissionregistration_v1.ts";
import { BOOL, type CelEnvironment } from "../../../toolkit/cel/mod.ts";
import { policyEnvironment } from "../../../toolkit/policies/mod.ts";
import { Budget, CONDITIONS_COST_LIMIT, ExpressionFailure, type FailureKind } from "./budget.ts";
import type { Evaluation } from "./evaluation.ts";
import { compiled, type Expression } from "../../../toolkit/policies/mod.ts";

/** What conditions come to. */
export type Verdict =
  & {
    /** Conditions that could not be told, of those that were looked at. */
    readonly failed: number;
  }
  & (
    | { readonly matches: boolean }
    /** None is false, but some can't be told. */
    | { readonly matches: undefined; readonly why: string; readonly kind: FailureKind }
  );

/** What conditions of webhooks can name. */
const ENVIRONMENT = policyEnvironment({
  hasParams: false,
  hasAuthorizer: true,
  hasPatchTypes: false,
});

/**
 * The match conditions of one webhook or policy: expressions that must all be true for it to be
 * called. They are compiled when the first request comes, and then kept.
 */
export class MatchConditions {
  readonly #given: readonly MatchCondition[];
  readonly #environment: CelEnvironment;
  #compiled: readonly Expression[] | undefined;

  /** `environment`: what they can name; unless given, what those of webhooks can. */
  constructor(conditions: readonly MatchCondition[] = [], environment = ENVIRONMENT) {
    this.#given = conditions;
    this.#environment = environment;
  }

  get isEmpty(): boolean {
    return this.#given.length === 0;
  }

  /** Whether all hold. One that is false counts more than those that can't be told. */
  async run(evaluation: Evaluation): Promise<Verdict> {
    this.#compiled ??= this.#given.map(({ expression }) =>
      compiled(expression, this.#environment, BOOL)
    );
    const budget = new Budget(CONDITIONS_COST_LIMIT);
    const failures: ExpressionFailure[] = [];
    for (const condition of this.#compiled) {
      try {
        const value = await evaluation.run(condition, budget);
        if (value === false) return { matches: false, failed: failures.length };
      } catch (error) {
        if (!(error instanceof ExpressionFailure)) throw error;
        // No expression fails then, but all of them together.
        if (error.kind === "out_of_budget") return untold([error], 0);
        failures.push(error);
      }
    }
    return failures.length === 0 ? { matches: true, failed: 0 } : untold(failures, failures.length);
  }
}

function untold(failures: readonly ExpressionFailure[], failed: number): Verdict {
  const distinct = [...new Map(failures.map((one) => [one.message, one])).values()];
  const [only] = distinct;
  if (only !== undefined && distinct.length === 1) {
    return { matches: undefined, why: only.message, kind: only.kind, failed };
  }
  const why = `[${distinct.map(({ message }) => message).join(", ")}]`;
  return { matches: undefined, why, kind: "invalid_error", failed };
}
