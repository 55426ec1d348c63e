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

/**
 * A call whose overload was settled when it was checked. It is paid for before it is made.
 *
 * What was settled is what a value should be, not what it is: the elements of `texts + dyn(numbers)`
 * count as texts. So every value is looked at, but for those of which `certain` says that they are.
 */
export function direct(
  { call, params, cost: { actual } }: Overload,
  steps: readonly EvaluationStep[],
  certain: readonly boolean[],
): EvaluationStep {
  const checked = steps.map((step, index) => {
    const param = params[index];
    return certain[index] || param === undefined ? step : ofType(step, param);
  });
  const [first, second] = checked;
  if (first !== undefined && checked.length === 1) {
    return (frame) => {
      const value = first(frame);
      frame.spend(actual === undefined ? 1 : actual([value]));
      return call(value);
    };
  }
  if (first !== undefined && second !== undefined && checked.length === 2) {
    return (frame) => {
      const one = first(frame);
      const other = second(frame);
      frame.spend(actual === undefined ? 1 : actual([one, other]));
      return call(one, other);
    };
  }
  return (frame) => {
    const args = checked.map((step) => step(frame));
    frame.spend(actual === undefined ? 1 : actual(args));
    return call(...args);
  };
}

/** A value, or the error that there is no overload for it; the commonest kinds of it first. */
function ofType(step: EvaluationStep, type: CelType): EvaluationStep {
  switch (type.kind) {
    case "dyn":
    case "param":
      return step;
    case "string":
      return (frame) => {
        const value = step(frame);
        if (typeof value !== "string") refuse(frame);
        return value;
      };
    case "int":
      return (frame) => {
        const value = step(frame);
        if (typeof value !== "bigint") refuse(frame);
        return value;
      };
    case "bool":
      return (frame) => {
        const value = step(frame);
        if (typeof value !== "boolean") refuse(frame);
        return value;
      };
    default:
      return (frame) => {
        const value = step(frame);
        if (!isOfType(value, type)) refuse(frame);
        return value;
      };
  }
}

/** An attempt at a call that there is no overload for is paid for, too. */
function refuse(frame: Frame): never {
  frame.spend(1);
  throw new CelError("no such overload");
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
