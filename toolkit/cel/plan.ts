/**
 * Makes functions of a checked expression: one of each part, which call those of its parts.
 *
 * @module
 */

import { ACCUMULATOR, type CallExpr, type Expr, type FoldExpr, OPERATORS } from "./ast.ts";
import type { Checked } from "./checker.ts";
import { ACCESS_COST, LIST_COST, MAP_COST, regexCost, STRUCT_COST } from "./cost.ts";
import type { Overload } from "./declarations.ts";
import { Failure, Frame, type Step } from "./frame.ts";
import { type RegexTest, regexTestOf } from "./regex.ts";
import { elementOf, hasField, missing, selectField } from "./select.ts";
import { CelError, CelProgramError } from "./source.ts";
import { type CelType, isDynamic } from "./type.ts";
import {
  CelList,
  CelMap,
  characters,
  isOfType,
  Optional,
  sizeOf,
  Uint,
  type Value,
  ValueList,
  ValueMap,
} from "./values.ts";

/** The whole expression as a function. */
export function planCel(checked: Checked): Step {
  return new Planner(checked).plan(checked.expr);
}

class Planner {
  readonly #checked: Checked;
  /** The slots of the variables of folds around what is planned, inner ones last. */
  readonly #scopes: (readonly [string, number])[] = [];
  #slots = 0;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  /**
   * `free`: a name at the start of it costs nothing, as in the branches of a conditional and inside
   * of brackets.
   */
  plan(expr: Expr, free = false): Step {
    switch (expr.is) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#name(expr, free);
      case "select":
        return this.#select(expr, free);
      case "call":
        return this.#call(expr, free);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "fold":
        return this.#fold(expr);
    }
  }

  #name(expr: Expr, free: boolean): Step {
    const cost = free ? 0 : ACCESS_COST;
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is === "constant") return constant(reference.value);
    const name = reference?.is === "variable" ? reference.name : "";
    const slot = this.#scopes.findLast(([known]) => known === name)?.[1];
    if (slot !== undefined) {
      return (frame) => {
        frame.spend(cost);
        const value = frame.slots[slot] as Value | Failure;
        if (value instanceof Failure) throw value.error;
        return value;
      };
    }
    return (frame) => {
      frame.spend(cost);
      const value = frame.activation.resolve(name);
      if (value === undefined) throw new CelError(`no such attribute(s): ${name}`);
      return value;
    };
  }

  #select(expr: Expr & { is: "select" }, free: boolean): Step {
    if (this.#checked.referenceOf(expr) !== undefined) return this.#name(expr, free);
    const { field, test } = expr;
    const operand = this.#start(expr.operand, free || test);
    if (test) {
      const start = this.#isAccess(expr.operand) && !free ? ACCESS_COST : 0;
      return (frame) => {
        frame.spend(start);
        return hasField(operand(frame), field);
      };
    }
    return (frame) => {
      const value = operand(frame);
      frame.spend(ACCESS_COST);
      return selectField(value, field);
    };
  }

  /** Whether a part is a name, or leads on from one. */
  #isAccess(expr: Expr): boolean {
    if (expr.is === "ident" || (expr.is === "select" && !expr.test)) {
      return this.#checked.referenceOf(expr)?.is !== "constant";
    }
    return expr.is === "call" && ACCESSES.has(expr.name);
  }

  /** What is looked into: to look into anything but what a name leads to costs one more. */
  #start(expr: Expr, free: boolean): Step {
    const step = this.plan(expr, free);
    if (free || this.#isAccess(expr)) return step;
    return (frame) => {
      const value = step(frame);
      frame.spend(ACCESS_COST);
      return value;
    };
  }

  #index(expr: CallExpr, free: boolean): Step {
    const [target, at] = expr.args as [Expr, Expr];
    const operand = this.#start(target, free);
    const index = this.plan(at, this.#isAccess(at));
    const optional = expr.name === OPERATORS.optionalIndex;
    return (frame) => {
      let from = operand(frame);
      const key = index(frame);
      const wrap = optional || from instanceof Optional;
      if (from instanceof Optional) {
        if (from.value === undefined) return from;
        from = from.value;
      }
      if (!wrap) frame.spend(ACCESS_COST);
      const found = elementOf(from, key);
      if (!wrap) return found ?? missing(from, key);
      if (found === undefined) return Optional.none;
      frame.spend(ACCESS_COST);
      return Optional.of(found);
    };
  }

  #call(expr: CallExpr, free: boolean): Step {
    switch (expr.name) {
      case OPERATORS.and:
        return this.#logical(expr, false);
      case OPERATORS.or:
        return this.#logical(expr, true);
      case OPERATORS.conditional:
        return this.#conditional(expr);
      case OPERATORS.notStrictlyFalse:
        return this.#notStrictlyFalse(expr);
      case OPERATORS.optionalSelect:
        return this.#optionalSelect(expr, free);
      case OPERATORS.index:
      case OPERATORS.optionalIndex:
        return this.#index(expr, free);
    }
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is !== "call") throw new Error(`a call of ${expr.name} that was not checked`);
    const args = reference.global || expr.target === undefined
      ? expr.args
      : [expr.target, ...expr.args];
    if (expr.name === OPERATORS.add && args.length === 2) {
      const append = this.#append(args as [Expr, Expr]);
      if (append !== undefined) return append;
    }
    const pattern = PATTERNS.has(expr.name) ? args[1] : undefined;
    if (pattern !== undefined) {
      const test = this.#constantTest(pattern);
      if (test !== undefined && expr.name === "matches" && expr.target !== undefined) {
        return this.#matches(args as [Expr, Expr], test);
      }
    }
    const folded = this.#folded(expr, reference.overloads, args);
    if (folded !== undefined) return folded;
    const steps = args.map((arg) => this.plan(arg));
    // What an optional falls back to is worked out only where it is needed.
    if (expr.name === "or" || expr.name === "orValue") return this.#orElse(expr.name, steps);
    const types = args.map((arg) => this.#checked.typeOf(arg));
    const [only, ...others] = reference.overloads;
    const settled = only !== undefined && others.length === 0 &&
      types.every((type, index) => isSettled(type) || takesAny(only.params[index]));
    return settled ? direct(only, steps) : dispatched(reference.overloads, steps);
  }

  /** A call that can be made once and for all: a conversion of a constant, a search in constants. */
  #folded(expr: CallExpr, overloads: readonly Overload[], args: readonly Expr[]): Step | undefined {
    const [first, second] = args;
    if (expr.name === OPERATORS.in && first !== undefined && second !== undefined) {
      const list = this.#constant(second);
      return list instanceof CelList && isPlain(list)
        ? contained(this.plan(first), list)
        : undefined;
    }
    if (!CONVERSIONS.has(expr.name) || args.length !== 1 || first === undefined) return undefined;
    const value = this.#constant(first);
    if (value === undefined) return undefined;
    const chosen = chosenOf(overloads, [value]);
    try {
      return constant(chosen.call(value));
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      throw new CelProgramError(this.#checked.source, expr.at, error.message);
    }
  }

  /** A pattern that is a constant is compiled now: it is at hand later, or can't be run. */
  #constantTest(pattern: Expr): RegexTest | undefined {
    const text = this.#constant(pattern);
    if (typeof text !== "string") return undefined;
    try {
      return regexTestOf(text);
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      throw new CelProgramError(this.#checked.source, pattern.at, error.message);
    }
  }

  #matches([target, pattern]: readonly [Expr, Expr], test: RegexTest): Step {
    const operand = this.plan(target);
    const size = sizeOf(this.#constant(pattern) ?? "");
    return (frame) => {
      const text = operand(frame);
      if (typeof text !== "string") throw new CelError("no such overload");
      frame.spend(regexCost(characters(text), size));
      return test(text);
    };
  }

  /** The value of a part that is the same in every run; undefined: it isn't. */
  #constant(expr: Expr): Value | undefined {
    switch (expr.is) {
      case "literal":
        return expr.value;
      case "ident":
      case "select": {
        const reference = this.#checked.referenceOf(expr);
        return reference?.is === "constant" ? reference.value : undefined;
      }
      case "list": {
        if (expr.optional.size > 0) return undefined;
        const values = expr.elements.map((element) => this.#constant(element));
        return values.every((value) => value !== undefined) ? new ValueList(values) : undefined;
      }
      case "map":
        return this.#constantMap(expr.entries);
      case "call": {
        const { name, args, target } = expr;
        const reference = this.#checked.referenceOf(expr);
        if (!CONVERSIONS.has(name) || target !== undefined || reference?.is !== "call") {
          return undefined;
        }
        const step = this.#folded(expr, reference.overloads, args);
        return step?.(NO_FRAME);
      }
      default:
        return undefined;
    }
  }

  #constantMap(entries: (Expr & { is: "map" })["entries"]): Value | undefined {
    const map = new ValueMap();
    for (const { key, value, optional } of entries) {
      const [name, made] = [this.#constant(key), this.#constant(value)];
      if (optional || name === undefined || made === undefined) return undefined;
      // What can't be a key fails when it runs.
      if (!isKey(name) || map.get(name) !== undefined) return undefined;
      map.insert(name, made);
    }
    return map;
  }

  /** `a && b` and `a || b`: one that decides the result does so whatever the other is. */
  #logical(expr: CallExpr, decides: boolean): Step {
    const [left, right] = expr.args.map((arg) => this.plan(arg)) as [Step, Step];
    return (frame) => {
      const one = frame.attempt(left);
      if (one === decides) return decides;
      const other = frame.attempt(right);
      if (other === decides) return decides;
      if (one instanceof Failure) throw one.error;
      if (other instanceof Failure) throw other.error;
      if (typeof one !== "boolean" || typeof other !== "boolean") {
        throw new CelError("no such overload");
      }
      return !decides;
    };
  }

  #conditional(expr: CallExpr): Step {
    const [condition, yes, no] = expr.args.map((arg, index) => this.plan(arg, index > 0)) as [
      Step,
      Step,
      Step,
    ];
    return (frame) => {
      const chosen = condition(frame);
      if (typeof chosen !== "boolean") throw new CelError("no such overload");
      return chosen ? yes(frame) : no(frame);
    };
  }

  #notStrictlyFalse(expr: CallExpr): Step {
    const operand = this.plan(expr.args[0] as Expr);
    return (frame) => {
      frame.spend(1);
      return frame.attempt(operand) !== false;
    };
  }

  #optionalSelect(expr: CallExpr, free: boolean): Step {
    const [target, key] = expr.args as [Expr, Expr];
    const operand = this.#start(target, free);
    const field = key.is === "literal" ? String(key.value) : "";
    return (frame) => {
      let value = operand(frame);
      if (value instanceof Optional) {
        if (value.value === undefined) return value;
        value = value.value;
      }
      // What isn't there costs nothing.
      if (!hasField(value, field)) return Optional.none;
      frame.spend(ACCESS_COST);
      return Optional.of(selectField(value, field));
    };
  }

  #orElse(name: string, steps: readonly Step[]): Step {
    const [first, second] = steps as [Step, Step];
    return (frame) => {
      const value = first(frame);
      if (!(value instanceof Optional)) throw new CelError("no such overload");
      if (value.value === undefined) return second(frame);
      return name === "or" ? value : value.value;
    };
  }

  #list(expr: Expr & { is: "list" }): Step {
    const known = this.#constant(expr);
    if (known !== undefined) return constant(known);
    const { optional } = expr;
    const steps = expr.elements.map((element) => this.plan(element));
    return (frame) => {
      const values: Value[] = [];
      for (const [index, step] of steps.entries()) {
        const value = step(frame);
        const kept = optional.has(index) ? present(value) : value;
        if (kept !== undefined) values.push(kept);
      }
      frame.spend(LIST_COST);
      return new ValueList(values);
    };
  }

  #map(expr: Expr & { is: "map" }): Step {
    const known = this.#constant(expr);
    if (known !== undefined) return constant(known);
    const entries = expr.entries.map(({ key, value, optional }) =>
      [this.plan(key), this.plan(value), optional] as const
    );
    return (frame) => {
      const map = new ValueMap();
      for (const [keyStep, valueStep, optional] of entries) {
        const key = keyStep(frame);
        const value = optional ? present(valueStep(frame)) : valueStep(frame);
        if (value === undefined) continue;
        if (map.get(key) !== undefined) throw new CelError(`Failed with repeated key`);
        map.insert(key, value);
      }
      frame.spend(MAP_COST);
      return map;
    };
  }

  #struct(expr: Expr & { is: "struct" }): Step {
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is !== "object") throw new Error(`${expr.name} was not checked`);
    const fields = expr.entries.map(({ key, value, optional }) =>
      [key, this.plan(value), optional] as const
    );
    return (frame) => {
      const values = new Map<string, Value>();
      for (const [key, step, optional] of fields) {
        const value = optional ? present(step(frame)) : step(frame);
        if (value !== undefined) values.set(key, value);
      }
      frame.spend(STRUCT_COST);
      return reference.object.create(values);
    };
  }

  #fold(expr: FoldExpr): Step {
    const range = this.plan(expr.range);
    const init = this.#init(expr.init);
    const depth = this.#scopes.length;
    const accumulator = this.#declare(expr.accumulator);
    const [first, second] = [this.#declare(expr.variable), this.#declare(expr.second ?? "")];
    const condition = isTrue(expr.condition) ? undefined : this.plan(expr.condition);
    const step = this.plan(expr.step);
    this.#scopes.length = depth + 1;
    const result = this.plan(expr.result);
    this.#scopes.length = depth;
    const keyed = expr.second !== undefined;
    return (frame) => {
      const over = range(frame);
      const { slots } = frame;
      slots[accumulator] = init(frame);
      /** Whether to go on. */
      const next = (one: Value, other: Value | undefined): boolean => {
        slots[first] = one;
        if (other !== undefined) slots[second] = other;
        if (condition === undefined) {
          slots[accumulator] = step(frame);
          return true;
        }
        if (condition(frame) !== true) return false;
        slots[accumulator] = frame.attempt(step);
        return true;
      };
      iterate(over, keyed, next);
      return result(frame);
    };
  }

  /** What a fold starts with: a list or map of its own, for it grows in place. */
  #init(expr: Expr): Step {
    if (expr.is === "list" && expr.elements.length === 0) return () => new ValueList([]);
    if (expr.is === "map" && expr.entries.length === 0) return () => new ValueMap();
    return this.plan(expr);
  }

  #declare(name: string): number {
    this.#scopes.push([name, this.#slots]);
    return this.#slots++;
  }

  /**
   * `accumulator + [element]` of a macro: nobody else has the accumulator, so the element is put at
   * its end instead of copying it all.
   */
  #append([left, right]: readonly [Expr, Expr]): Step | undefined {
    if (left.is !== "ident" || left.name !== ACCUMULATOR || right.is !== "list") return undefined;
    const list = this.plan(left);
    const elements = this.plan(right);
    return (frame) => {
      const into = list(frame);
      const added = elements(frame);
      if (!(into instanceof ValueList) || !(added instanceof ValueList)) {
        throw new CelError("no such overload");
      }
      frame.spend(1);
      into.values.push(...added.values);
      return into;
    };
  }
}

/** Conversions, which are made at once where their argument is a constant. */
const CONVERSIONS: ReadonlySet<string> = new Set(
  "bool bytes double duration dyn int string timestamp type uint".split(" "),
);

/** Calls whose second argument is a regular expression. */
const PATTERNS: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** Calls that look into something. */
const ACCESSES: ReadonlySet<string> = new Set([
  OPERATORS.index,
  OPERATORS.optionalIndex,
  OPERATORS.optionalSelect,
  OPERATORS.conditional,
]);

/** For constants, which have no variables. */
const NO_FRAME = new Frame({ resolve: () => undefined }, 0);

function isKey(value: Value): boolean {
  return typeof value === "string" || typeof value === "bigint" || typeof value === "boolean" ||
    value instanceof Uint;
}

/** Whether a set of its elements finds what the list finds. */
function isPlain(list: CelList): boolean {
  return Array.from(list).every((one) => typeof one === "number" || isKey(one));
}

/** `value in [constants]`, which costs nothing. */
function contained(value: Step, list: CelList): Step {
  const texts = new Set(Array.from(list).filter((one) => typeof one === "string"));
  return (frame) => {
    const looked = value(frame);
    return typeof looked === "string" ? texts.has(looked) : list.has(looked);
  };
}

function constant(value: Value): Step {
  return () => value;
}

function isTrue(expr: Expr): boolean {
  return expr.is === "literal" && expr.value === true;
}

/** Whether values of a type are what it says: null stands for some that it is not. */
function isSettled(type: CelType): boolean {
  return !isDynamic(type) && type.kind !== "null";
}

function takesAny(type: CelType | undefined): boolean {
  return type?.kind === "param" || type?.kind === "dyn";
}

/** What an optional entry holds; undefined: leave it out. */
function present(value: Value): Value | undefined {
  if (!(value instanceof Optional)) throw new CelError("no such overload");
  return value.value;
}

function iterate(
  over: Value,
  keyed: boolean,
  next: (one: Value, other: Value | undefined) => boolean,
): void {
  if (over instanceof CelList) {
    for (let i = 0; i < over.size; i++) {
      const element = over.at(i);
      if (!(keyed ? next(BigInt(i), element) : next(element, undefined))) return;
    }
  } else if (over instanceof CelMap) {
    for (const key of over.keys()) {
      if (!next(key, keyed ? over.get(key) : undefined)) return;
    }
  } else throw new CelError("no such overload");
}

/** A call whose overload was settled when it was checked. It is paid for before it is made. */
function direct({ call, cost: { actual } }: Overload, steps: readonly Step[]): Step {
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
function dispatched(overloads: readonly Overload[], steps: readonly Step[]): Step {
  return (frame) => {
    const args = steps.map((step) => step(frame));
    const { call, cost } = chosenOf(overloads, args, frame);
    frame.spend(cost.actual?.(args) ?? 1);
    return call(...args);
  };
}

function chosenOf(overloads: readonly Overload[], args: readonly Value[], frame?: Frame): Overload {
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
