/**
 * One run of an expression.
 *
 * @module
 */

import { CelError, CelLimitError } from "./source.ts";
import type { Value } from "./values.ts";
import { work } from "./work.ts";

/** Where variables come from. */
export interface Activation {
  /** Undefined: it has no value. Asked for at every use: remember what is dear to make. */
  resolve(name: string): Value | undefined;
}

/** Variables whose values are at hand. */
export function activationOf(values: Readonly<Record<string, Value>>): Activation {
  return { resolve: (name) => Object.hasOwn(values, name) ? values[name] : undefined };
}

/** Steps of work that an error takes which nobody may ever read: the runtime notes where it was. */
const FAILURE_STEPS = 200;

/** An error in the place of a value: it counts only if somebody reads it. */
export class Failure {
  constructor(readonly error: CelError) {}
}

/** One run of an expression: its variables, and its cost so far, which may not pass the limit. */
export class Frame {
  /** Variables of folds. */
  readonly slots: (Value | Failure | undefined)[] = [];
  cost = 0;

  constructor(readonly activation: Activation, readonly limit: number) {}

  /** Throws CelLimitError when the run has cost more than it may. */
  spend(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) {
      throw new CelLimitError("operation cancelled: actual cost limit exceeded");
    }
  }

  /** A value, or the error in its place: no operator gets hold of those that end the run. */
  attempt(step: EvaluationStep): Value | Failure {
    try {
      return step(this);
    } catch (error) {
      if (!(error instanceof CelError) || error instanceof CelLimitError) throw error;
      work(FAILURE_STEPS);
      return new Failure(error);
    }
  }
}

/** A part of an expression, ready to run. */
export type EvaluationStep = (frame: Frame) => Value;
