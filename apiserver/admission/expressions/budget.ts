/**
 * What expressions may cost, and how one ends that has no value.
 *
 * @module
 */

import { CelLimitError, type Outcome, Work } from "../../../toolkit/cel/mod.ts";

/** What all validations of a policy, or one of its mutations, may cost for one request. */
export const POLICY_COST_LIMIT = 10_000_000;
/** What all match conditions of one webhook or policy may cost for one request. */
export const CONDITIONS_COST_LIMIT = 2_500_000;
/** What one expression may cost, or one variable: about a tenth of a second. */
const EXPRESSION_COST_LIMIT = 1_000_000;

/** What is said where the budget of all expressions together is spent. */
export const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** How an expression fails, as metrics tell. */
export type FailureKind = "compile_error" | "invalid_error" | "out_of_budget";

/** An expression that has no value. */
export class ExpressionFailure extends Error {
  override readonly name = "ExpressionFailure";

  constructor(message: string, readonly kind: FailureKind) {
    super(message);
  }
}

/** Characters of either end of an error that are told: it may quote whatever an expression made. */
const SHOWN_CHARS = 1024;

/** What went wrong, in no more words than anybody reads. */
export function shownError({ message }: { readonly message: string }): string {
  if (message.length <= 2 * SHOWN_CHARS) return message;
  return `${message.slice(0, SHOWN_CHARS)} … ${message.slice(-SHOWN_CHARS)}`;
}

/** What comes of a run that the runtime itself stopped: a value is too deep for it, or too long. */
export function stopped(error: unknown, cost: number): Outcome {
  if (!(error instanceof RangeError)) throw error;
  return { error: new CelLimitError(`operation cancelled: ${error.message}`), cost };
}

/** What may still be spent. */
export class Budget {
  /** What costs don't see, of all expressions and variables together. */
  readonly work = new Work();

  constructor(public left: number) {}

  /** What one expression may cost now. */
  get limit(): number {
    return Math.min(EXPRESSION_COST_LIMIT, this.left);
  }

  /** Throws an ExpressionFailure where there is not enough. */
  spend(cost: number): void {
    this.left -= cost;
    if (this.left < 0) throw new ExpressionFailure(OUT_OF_BUDGET, "out_of_budget");
  }
}
