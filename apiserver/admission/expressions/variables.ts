/**
 * The variables that expressions are made of: worked out when they are asked for, and each once.
 *
 * @module
 */

import {
  type Activation,
  CelError,
  CelLimitError,
  CelObject,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { type Budget, OUT_OF_BUDGET, shownError } from "./budget.ts";
import { type Expression, Unusable } from "../../../toolkit/policies/mod.ts";

/** The type of `variables`. */
const VARIABLES_TYPE_NAME = `${NAMES.kubernetes.expressionTypePrefix}variables`;

/** Variables that are made of variables that are made of variables: each takes a part of the stack. */
const DEPTH_LIMIT = 100;

/** The value of `variables`. */
export class Variables extends CelObject {
  override readonly typeName = VARIABLES_TYPE_NAME;
  readonly #expressions: ReadonlyMap<string, Expression>;
  readonly #activation: Activation;
  readonly #budget: () => Budget;
  readonly #known = new Map<string, Value | CelError>();
  #depth = 0;

  /** `budget`: that of whoever asks. */
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
    if (program instanceof Unusable) {
      return new CelError(`${subject} fails to compile: ${program.why}`);
    }
    if (this.#depth === DEPTH_LIMIT) {
      return new CelError(`${subject} depends on more than ${DEPTH_LIMIT} other variables`);
    }
    const budget = this.#budget();
    this.#depth++;
    try {
      const { value, error, cost } = program.run(this.#activation, budget.limit, budget.work);
      budget.left -= cost;
      // Nobody may go on then, whatever operator is around.
      if (budget.left < 0) throw new CelLimitError(OUT_OF_BUDGET);
      return error === undefined
        ? value
        : new CelError(`${subject} fails to evaluate: ${shownError(error)}`);
    } finally {
      this.#depth--;
    }
  }
}
