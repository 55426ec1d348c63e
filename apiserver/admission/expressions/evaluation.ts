/**
 * One webhook's or policy's expressions about one request, within a budget.
 *
 * @module
 */

import type { Activation, Value } from "../../../toolkit/cel/mod.ts";
import { Budget, ExpressionFailure, shownError, stopped } from "./budget.ts";
import { type Expression, Unusable } from "../../../toolkit/policies/mod.ts";
import type { TimeSlice } from "../../../toolkit/time_slice.ts";
import { Variables } from "./variables.ts";

/** What expressions see besides their variables. */
export interface Surroundings {
  /** The request. */
  readonly base: Activation;
  /** Null where there are none. */
  readonly params: Value;
  /** Null while nobody has looked at it, too. */
  readonly namespace: Value;
  readonly slice: TimeSlice;
}

/**
 * Runs the expressions of one webhook or policy about one request. It resolves `params`,
 * `namespaceObject` and `variables` itself and everything else through the request's own variables.
 */
export class Evaluation implements Activation {
  readonly #surroundings: Surroundings;
  readonly #variables: Variables;
  #budget = new Budget(0);

  constructor(surroundings: Surroundings, variables: ReadonlyMap<string, Expression> = NONE) {
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
    if (program instanceof Unusable) {
      throw new ExpressionFailure(`compilation error: ${program.why}`, "compile_error");
    }
    const pause = this.#surroundings.slice.yieldIfOver();
    if (pause !== undefined) await pause;
    this.#budget = budget;
    const { limit } = budget;
    const { value, error, cost } = await program.runAsync(this, limit, budget.work)
      .catch((error) => stopped(error, limit));
    // What variables cost was taken already, and may have been too much.
    budget.spend(cost);
    if (error === undefined) return value;
    const why = `expression '${source}' resulted in error: ${shownError(error)}`;
    throw new ExpressionFailure(why, "invalid_error");
  }
}

const NONE: ReadonlyMap<string, Expression> = new Map();
