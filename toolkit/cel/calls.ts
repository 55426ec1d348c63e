/**
 * Calls of functions as steps.
 *
 * @module
 */

import type { Overload } from "./declarations.ts";
import type { EvaluationStep, Frame } from "./frame.ts";
import { CelError } from "./source.ts";
import type { CelType } from "./type.ts";
import { isOfType, type Value } from "./values.ts";

/** A call whose overload was settled when it was checked. It is paid for before it is made. */
export function direct(
  { call, cost: { actual } }: Overload,
  steps: readonly EvaluationStep[],
): EvaluationStep {
  const [first, second] = steps;
  if (first !== undefined && steps.length === 1) {
    return (frame) => {
      const value = first(frame);
      frame.spend(actual === undefined ? 1 : actual([value]));
      return call(value);
    };
  }
  if (first !== undefined && second !== undefined && steps.length === 2) {
    return (frame) => {
      const one = first(frame);
      const other = second(frame);
      frame.spend(actual === undefined ? 1 : actual([one, other]));
      return call(one, other);
    };
  }
  return (frame) => {
    const args = steps.map((step) => step(frame));
    frame.spend(actual === undefined ? 1 : actual(args));
    return call(...args);
  };
}

/** A call whose overload depends on what its arguments turn out to be. */
export function dispatched(
  overloads: readonly Overload[],
  steps: readonly EvaluationStep[],
): EvaluationStep {
  return (frame) => {
    const args = steps.map((step) => step(frame));
    const { call, cost } = chosenOf(overloads, args, frame);
    frame.spend(cost.actual?.(args) ?? 1);
    return call(...args);
  };
}

/** The overload that arguments mean; whose run pays for there being none. */
export function chosenOf(
  overloads: readonly Overload[],
  args: readonly Value[],
  frame?: Frame,
): Overload {
  for (const overload of overloads) {
    const { params } = overload;
    let fits = true;
    for (let i = 0; fits && i < params.length; i++) {
      fits = isOfType(args[i] as Value, params[i] as CelType);
    }
    if (fits) return overload;
  }
  frame?.spend(1);
  throw new CelError("no such overload");
}
