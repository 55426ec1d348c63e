/**
 * Messages that rules put together themselves.
 *
 * @module
 */

import {
  type Activation,
  CelLimitError,
  type CelProgram,
  type Work,
} from "../../../toolkit/cel/mod.ts";
import { CALL_COST_LIMIT } from "./rule_budget.ts";

/** The longest message, in bytes. */
const MESSAGE_LIMIT_BYTES = 5 * 1024;

/** What came of an expression for a message. */
export interface RuleMessage {
  /** Undefined: it gave none that can be used. */
  readonly text?: string;
  /** Why no more rules are to be run. */
  readonly stop?: string;
  readonly cost: number;
}

/** Runs the expression of a message. */
export function messageOf(
  program: CelProgram,
  variables: Activation,
  budget: number,
  work: Work,
): RuleMessage {
  const { value, error, cost } = program.run(variables, CALL_COST_LIMIT, work);
  if (cost > budget) {
    const stop = "messageExpression evaluation failed due to running out of cost budget, no " +
      "further validation rules will be run";
    return { stop, cost };
  }
  if (error instanceof CelLimitError) {
    const stop = "no further validation rules will be run due to call cost exceeds limit for " +
      `messageExpression: ${JSON.stringify(program.source)}`;
    return { stop, cost };
  }
  const text = typeof value === "string" ? value.trim() : "";
  const isUsable = text !== "" && !text.includes("\n") &&
    new TextEncoder().encode(text).length <= MESSAGE_LIMIT_BYTES;
  return isUsable ? { text, cost } : { cost };
}
