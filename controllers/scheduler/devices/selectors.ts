/**
 * Expressions that select devices: each is compiled once, and asked once about each state of a device.
 *
 * @module
 */

import {
  activationOf,
  CelCompileError,
  CelError,
  CelObject,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
  isAny,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import { Optional, typeNameOf } from "../../../toolkit/cel/values.ts";
import { DEVICE_ENVIRONMENT } from "../../../toolkit/policies/mod.ts";
import { RecentMap } from "../../../toolkit/recent_map.ts";
import type { SliceView } from "./device_views.ts";
import { deviceValueOf } from "./device_value.ts";
import type { Effort } from "./effort.ts";

/** What one run may cost. */
const COST_LIMIT = 1_000_000;
/** Steps that a run takes whatever it costs. */
const RUN_STEPS = 4;
/** So many expressions are remembered, with what they say of devices: those that were used last. */
const REMEMBERED = 256;

const UNKNOWN = 0, YES = 1, NO = 2, FAILS = 3;

/** It can't be said whether a device is selected. */
export class SelectorFailure extends Error {
  override name = "SelectorFailure";
}

/** An expression. It is compiled when it is first asked about a device. */
export class Selector {
  readonly #expression: string;
  /** A text: why there is none. */
  #program: CelProgram | string | undefined;
  /** What it says of each device of a slice. */
  readonly #answers = new WeakMap<SliceView, Uint8Array>();
  readonly #errors = new WeakMap<SliceView, Map<number, string>>();

  constructor(expression: string) {
    this.#expression = expression;
  }

  /** Whether it selects a device, by its place in a slice. Throws {@link SelectorFailure}. */
  selects(slice: SliceView, index: number, effort: Effort): boolean {
    if (this.#program === undefined) {
      this.#program = compiled(this.#expression);
      effort.spend(this.#expression.length);
    }
    if (typeof this.#program === "string") {
      throw new SelectorFailure(`CEL compile error: ${this.#program}`);
    }
    let answers = this.#answers.get(slice);
    if (answers === undefined) {
      answers = new Uint8Array(slice.devices.length);
      this.#answers.set(slice, answers);
    }
    if (answers[index] === UNKNOWN) {
      // What was found out is known in the next attempt, whether or not this one goes on.
      effort.spend(this.#ask(this.#program, slice, index, answers));
    }
    if (answers[index] === FAILS) {
      throw new SelectorFailure(`CEL runtime error: ${this.#errors.get(slice)!.get(index)}`);
    }
    return answers[index] === YES;
  }

  /** Notes the answer, and returns what it cost. */
  #ask(program: CelProgram, slice: SliceView, index: number, answers: Uint8Array): number {
    const fails = (why: string) => {
      answers[index] = FAILS;
      const errors = this.#errors.get(slice) ?? new Map<number, string>();
      this.#errors.set(slice, errors.set(index, why));
    };
    try {
      const device = deviceValueOf(slice.devices[index]!);
      const { value, error, cost } = program.run(activationOf({ device }), COST_LIMIT);
      if (error !== undefined) fails(error.message);
      else {
        const answer = asBool(value);
        if (typeof answer === "boolean") answers[index] = answer ? YES : NO;
        else fails(`CEL result of type ${typeName(value)} ${NO_ANSWER}: ${answer}`);
      }
      return RUN_STEPS + cost;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      fails(error.message);
      return RUN_STEPS;
    }
  }
}

const NO_ANSWER = "could not be converted to bool";

/** What is told in a way of its own of values that are no answer, in the words that users know. */
const NO_BOOL: ReadonlyMap<string, string> = new Map([
  ["int", "unsupported type conversion from 'int' to bool"],
  ["uint", "unsupported type conversion from 'uint' to bool"],
  ["string", "unsupported native conversion from string to 'bool'"],
  ["type", "type conversion not supported for 'type'"],
  ["double", "type conversion error from Double to 'bool'"],
  ["bytes", "type conversion error from Bytes to 'bool'"],
  ["list", "type conversion error from list to 'bool'"],
  ["map", "type conversion error from map to 'bool'"],
]);

/** The answer that a value is; a text: why it is none. */
function asBool(value: Value): boolean | string {
  if (typeof value === "boolean") return value;
  if (value instanceof Optional) {
    return value.value === undefined ? "optional.none() dereference" : asBool(value.value);
  }
  const type = typeName(value);
  return NO_BOOL.get(type) ??
    `type conversion error from '${type.slice(type.lastIndexOf(".") + 1)}' to 'bool'`;
}

/** Devices are maps to users. */
function typeName(value: Value): string {
  return value instanceof CelObject ? "map" : typeNameOf(value);
}

/** The program, or why there is none. */
function compiled(expression: string): CelProgram | string {
  try {
    const program = compileCel(expression, DEVICE_ENVIRONMENT);
    return typeProblem(program.type) ?? program;
  } catch (error) {
    if (error instanceof CelProgramError) {
      return typeProblem(error.type) ?? `program instantiation failed: ${error.message}`;
    }
    if (error instanceof CelCompileError) return `compilation failed: ${error.message}`;
    throw error;
  }
}

function typeProblem(type: CelType): string | undefined {
  return type.kind === "bool" || isAny(type)
    ? undefined
    : `must evaluate to bool or the unknown type, not ${fullTypeName(type)}`;
}

/** Expressions by their texts. */
export class Selectors {
  readonly #byText = new RecentMap<string, Selector>(REMEMBERED);

  /** The selector of an expression; one that can't be compiled fails when it is asked. */
  of(expression: string): Selector {
    const selector = this.#byText.get(expression) ?? new Selector(expression);
    // The one that was used last is forgotten last.
    this.#byText.set(expression, selector);
    return selector;
  }
}
