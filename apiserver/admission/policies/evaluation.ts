/**
 * Runs the expressions of one policy about one request: variables when they are asked for, and each
 * once, all within a budget.
 *
 * @module
 */

import {
  type Activation,
  CelCompileError,
  CelError,
  CelLimitError,
  CelObject,
  type Value,
  Work,
} from "../../../toolkit/cel/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { type Expression, problemOf, VARIABLES_TYPE_NAME } from "./expressions.ts";
import type { Turns } from "./turns.ts";

/** What all validations of a policy, or one of its mutations, may cost for one request. */
export const POLICY_COST_LIMIT = 10_000_000;
/** What one expression may cost, or one variable: about a tenth of a second. */
export const EXPRESSION_COST_LIMIT = 1_000_000;
/** Variables that are made of variables that are made of variables: each takes a part of the stack. */
const DEPTH_LIMIT = 100;

const OUT_OF_BUDGET =
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

/** What may still be spent. */
export class Budget {
  /** What costs don't see, of all expressions and variables together. */
  readonly work = new Work();

  constructor(public left: number) {}

  /** Throws an ExpressionFailure where there is not enough. */
  spend(cost: number): void {
    this.left -= cost;
    if (this.left < 0) throw new ExpressionFailure(OUT_OF_BUDGET, "out_of_budget");
  }
}

/** What expressions see besides the request. */
export interface Surroundings {
  /** The request. */
  readonly base: Activation;
  readonly params: Value;
  readonly namespace: Value;
  readonly turns: Turns;
}

/** See the module's comment. */
export class Evaluation implements Activation {
  readonly #surroundings: Surroundings;
  readonly #variables: Variables;
  #budget = new Budget(0);

  constructor(variables: ReadonlyMap<string, Expression>, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#variables = new Variables(variables, this, () => this.#budget);
  }

  resolve(name: string): Value | undefined {
    switch (name) {
      case "params":
        return this.#surroundings.params;
      case "namespaceObject":
        return this.#surroundings.namespace;
      case "variables":
        return this.#variables;
      default:
        return this.#surroundings.base.resolve(name);
    }
  }

  /** The value of an expression. Throws an ExpressionFailure. */
  async run({ source, program }: Expression, budget: Budget): Promise<Value> {
    if (program instanceof CelCompileError) {
      throw new ExpressionFailure(`compilation error: ${problemOf(program)}`, "compile_error");
    }
    const pause = this.#surroundings.turns.next();
    if (pause !== undefined) await pause;
    this.#budget = budget;
    const limit = Math.min(EXPRESSION_COST_LIMIT, budget.left);
    const { value, error, cost } = await program.runAsync(this, limit, budget.work);
    // What variables cost was taken already, and may have been too much.
    budget.spend(cost);
    if (error === undefined) return value;
    const why = `expression '${source}' resulted in error: ${error.message}`;
    throw new ExpressionFailure(why, "invalid_error");
  }
}

/** The value of `variables`. */
class Variables extends CelObject {
  override readonly typeName = VARIABLES_TYPE_NAME;
  readonly #expressions: ReadonlyMap<string, Expression>;
  readonly #activation: Activation;
  readonly #budget: () => Budget;
  readonly #known = new Map<string, Value | CelError>();
  #depth = 0;

  constructor(
    expressions: ReadonlyMap<string, Expression>,
    activation: Activation,
    budget: () => Budget,
  ) {
    super();
    this.#expressions = expressions;
    this.#activation = activation;
    this.#budget = budget;
  }

  override get(name: string): Value | undefined {
    const expression = this.#expressions.get(name);
    if (expression === undefined) return undefined;
    let known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, known = this.#evaluate(name, expression));
    if (known instanceof CelError) throw known;
    return known;
  }

  override fields(): Iterable<string> {
    return this.#expressions.keys();
  }

  #evaluate(name: string, { program }: Expression): Value | CelError {
    const subject = `composited variable ${quoteText(name)}`;
    if (program instanceof CelCompileError) {
      return new CelError(`${subject} fails to compile: ${problemOf(program)}`);
    }
    if (this.#depth === DEPTH_LIMIT) {
      return new CelError(`${subject} is made of more than ${DEPTH_LIMIT} others`);
    }
    const budget = this.#budget();
    const limit = Math.min(EXPRESSION_COST_LIMIT, budget.left);
    this.#depth++;
    try {
      const { value, error, cost } = program.run(this.#activation, limit, budget.work);
      budget.left -= cost;
      // Nobody may go on then, whatever operator is around.
      if (budget.left < 0) throw new CelLimitError(OUT_OF_BUDGET);
      return error === undefined
        ? value
        : new CelError(`${subject} fails to evaluate: ${error.message}`);
    } finally {
      this.#depth--;
    }
  }
}
