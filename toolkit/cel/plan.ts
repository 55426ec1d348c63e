/**
 * Makes functions of a checked expression: one of each part, which call those of its parts.
 *
 * @module
 */

import { type CallExpr, type Expr, type FoldExpr, OPERATORS } from "./ast.ts";
import type { Checked } from "./checker.ts";
import { ACCESS_COST, LIST_COST, MAP_COST, STRUCT_COST } from "./cost.ts";
import type { Overload } from "./declarations.ts";
import { Failure, type Step } from "./frame.ts";
import { hasField, selectField } from "./select.ts";
import { CelError } from "./source.ts";
import { type CelType, isDynamic } from "./type.ts";
import { CelList, CelMap, isOfType, Optional, type Value, ValueList, ValueMap } from "./values.ts";

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

  plan(expr: Expr): Step {
    switch (expr.is) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#name(expr);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
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

  #name(expr: Expr): Step {
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is === "constant") return constant(reference.value);
    const name = reference?.is === "variable" ? reference.name : "";
    const slot = this.#scopes.findLast(([known]) => known === name)?.[1];
    if (slot !== undefined) {
      return (frame) => {
        frame.spend(ACCESS_COST);
        const value = frame.slots[slot] as Value | Failure;
        if (value instanceof Failure) throw value.error;
        return value;
      };
    }
    return (frame) => {
      frame.spend(ACCESS_COST);
      const value = frame.activation.resolve(name);
      if (value === undefined) throw new CelError(`no such attribute(s): ${name}`);
      return value;
    };
  }

  #select(expr: Expr & { is: "select" }): Step {
    if (this.#checked.referenceOf(expr) !== undefined) return this.#name(expr);
    const { field, test } = expr;
    const operand = this.plan(expr.operand);
    if (test) return (frame) => hasField(operand(frame), field);
    return (frame) => {
      const value = operand(frame);
      frame.spend(ACCESS_COST);
      return selectField(value, field);
    };
  }

  #call(expr: CallExpr): Step {
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
        return this.#optionalSelect(expr);
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
    const steps = args.map((arg) => this.plan(arg));
    // What an optional falls back to is worked out only where it is needed.
    if (expr.name === "or" || expr.name === "orValue") return this.#orElse(expr.name, steps);
    const types = args.map((arg) => this.#checked.typeOf(arg));
    const [only, ...others] = reference.overloads;
    const settled = only !== undefined && others.length === 0 &&
      types.every((type, index) => !isDynamic(type) || takesAny(only.params[index]));
    return settled ? direct(only, steps) : dispatched(reference.overloads, steps);
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
    const [condition, yes, no] = expr.args.map((arg) => this.plan(arg)) as [Step, Step, Step];
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

  #optionalSelect(expr: CallExpr): Step {
    const [target, key] = expr.args as [Expr, Expr];
    const operand = this.plan(target);
    const field = key.is === "literal" ? String(key.value) : "";
    return (frame) => {
      let value = operand(frame);
      frame.spend(ACCESS_COST);
      if (value instanceof Optional) {
        if (value.value === undefined) return value;
        value = value.value;
      }
      return hasField(value, field) ? Optional.of(selectField(value, field)) : Optional.none;
    };
  }

  #orElse(name: string, steps: readonly Step[]): Step {
    const [first, second] = steps as [Step, Step];
    return (frame) => {
      const value = first(frame);
      frame.spend(1);
      if (!(value instanceof Optional)) throw new CelError("no such overload");
      if (value.value === undefined) return second(frame);
      return name === "or" ? value : value.value;
    };
  }

  #list(expr: Expr & { is: "list" }): Step {
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
    const init = this.plan(expr.init);
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

  #declare(name: string): number {
    this.#scopes.push([name, this.#slots]);
    return this.#slots++;
  }

  /**
   * `accumulator + [element]` of a macro: nobody else has the accumulator, so the element is put at
   * its end instead of copying it all.
   */
  #append([left, right]: readonly [Expr, Expr]): Step | undefined {
    if (left.is !== "ident" || !left.name.startsWith("@") || right.is !== "list") return undefined;
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

function constant(value: Value): Step {
  return () => value;
}

function isTrue(expr: Expr): boolean {
  return expr.is === "literal" && expr.value === true;
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

/** A call whose overload was settled when it was checked. */
function direct(overload: Overload, steps: readonly Step[]): Step {
  const { call } = overload;
  const actual = overload.cost.actual;
  const [first, second] = steps;
  if (actual === undefined && first !== undefined && steps.length === 1) {
    return (frame) => {
      const value = first(frame);
      frame.spend(1);
      return call(value);
    };
  }
  if (actual === undefined && first !== undefined && second !== undefined && steps.length === 2) {
    return (frame) => {
      const one = first(frame);
      const other = second(frame);
      frame.spend(1);
      return call(one, other);
    };
  }
  return (frame) => {
    const args = steps.map((step) => step(frame));
    const result = call(...args);
    frame.spend(actual === undefined ? 1 : actual(args, result));
    return result;
  };
}

/** A call whose overload depends on what its arguments turn out to be. */
function dispatched(overloads: readonly Overload[], steps: readonly Step[]): Step {
  return (frame) => {
    const args = steps.map((step) => step(frame));
    const chosen = overloads.find(({ params }) =>
      params.every((type, index) => isOfType(args[index] as Value, type))
    );
    if (chosen === undefined) throw new CelError("no such overload");
    const result = chosen.call(...args);
    frame.spend(chosen.cost.actual?.(args, result) ?? 1);
    return result;
  };
}
