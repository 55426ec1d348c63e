/**
 * Calls of functions as steps.
 *
 * @module
 */

import type { Overload } from "./declarations.ts";
import type { EvaluationStep, Frame } from "./frame.ts";
import { isOfAnyType, refusedCall } from "./refused_call.ts";
import { CelError } from "./source.ts";
import type { CelType } from "./type.ts";
import { isOfType, type Value } from "./values.ts";

/**
 * A call whose overload was settled when it was checked. It is paid for before it is made.
 *
 * What was settled is what a value should be, not what it is: the elements of `texts + dyn(numbers)`
 * count as texts. So every value is looked at, but for those of which `certain` says that they are. `others`: all overloads
 * of the name.
 */
export function direct(
  { name, call, params, cost: { actual } }: Overload,
  steps: readonly EvaluationStep[],
  certain: readonly boolean[],
  others: readonly Overload[],
): EvaluationStep {
  /** What has one implementation for all types does what the arguments mean. */
  const otherwise = (args: readonly Value[], frame: Frame): Value => {
    if (!isOfAnyType(name)) return refuse(name, args, frame);
    const meant = chosenOf(others, args, frame);
    frame.spend(actual === undefined ? 1 : actual(args));
    return meant.call(...args);
  };
  const tests = params.map((param, index) => certain[index] ? undefined : testOf(param));
  const [first, second] = steps;
  const [fits, fitsToo] = tests;
  if (first !== undefined && steps.length === 1) {
    return (frame) => {
      const value = first(frame);
      if (fits !== undefined && !fits(value)) return otherwise([value], frame);
      frame.spend(actual === undefined ? 1 : actual([value]));
      return call(value);
    };
  }
  if (first !== undefined && second !== undefined && steps.length === 2) {
    return (frame) => {
      const one = first(frame);
      const other = second(frame);
      if (fits !== undefined && !fits(one) || fitsToo !== undefined && !fitsToo(other)) {
        return otherwise([one, other], frame);
      }
      frame.spend(actual === undefined ? 1 : actual([one, other]));
      return call(one, other);
    };
  }
  return (frame) => {
    const args = steps.map((step) => step(frame));
    if (!args.every((arg, index) => tests[index]?.(arg) ?? true)) return otherwise(args, frame);
    frame.spend(actual === undefined ? 1 : actual(args));
    return call(...args);
  };
}

/** Whether a value is of a type, the commonest ones first; undefined: every value is. */
function testOf(type: CelType): ((value: Value) => boolean) | undefined {
  switch (type.kind) {
    case "dyn":
    case "param":
      return undefined;
    case "string":
      return (value) => typeof value === "string";
    case "int":
      return (value) => typeof value === "bigint";
    case "bool":
      return (value) => typeof value === "boolean";
    default:
      return (value) => isOfType(value, type);
  }
}

/** An attempt at a call that there is no overload for is paid for, too. */
function refuse(name: string, args: readonly Value[], frame?: Frame): never {
  frame?.spend(1);
  throw new CelError(refusedCall(name, args));
}

/** A call whose overload depends on what its arguments turn out to be. */
export function dispatched(
  overloads: readonly Overload[],
  steps: readonly EvaluationStep[],
): EvaluationStep {
  return (frame) => {
    const args = steps.map((step) => step(frame));
    const { call, cost } = chosenOf(overloads, args, frame);
    frame.spend(cost.unsettled ?? cost.actual?.(args) ?? 1);
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
  return refuse(overloads[0]?.name ?? "", args, frame);
}
