/**
 * Makes functions of a checked expression: one of each part, which call those of its parts.
 *
 * @module
 */

import { ACCUMULATOR, type CallExpr, type Expr, type FoldExpr, OPERATORS } from "./ast.ts";
import { Accesses } from "./accesses.ts";
import { direct, dispatched } from "./calls.ts";
import type { Checked } from "./checker.ts";
import { Constants, isKey } from "./constants.ts";
import { ACCESS_COST, LIST_COST, MAP_COST, regexCost, STRUCT_COST } from "./cost.ts";
import { type EvaluationStep, Failure } from "./frame.ts";
import type { RegexTest } from "./regex.ts";
import { CelError } from "./source.ts";
import {
  CelList,
  CelMap,
  characters,
  Optional,
  sizeOf,
  typeNameOf,
  type Value,
  ValueList,
} from "./values.ts";
import { ValueMap } from "./value_map.ts";

/** The whole expression as a function. */
export function planCel(checked: Checked): EvaluationStep {
  return new Planner(checked).plan(checked.expr);
}

/** What a name inside of a macro leads to. */
interface Variable {
  readonly name: string;
  readonly slot: number;
  /** What it stands for, where it is not told before it is asked for. */
  readonly init?: EvaluationStep;
}

class Planner {
  readonly #checked: Checked;
  readonly #constants: Constants;
  readonly #accesses: Accesses;
  /** The slots of the variables of folds around what is planned, inner ones last. */
  readonly #scopes: Variable[] = [];
  #slots = 0;

  constructor(checked: Checked) {
    this.#checked = checked;
    this.#constants = new Constants(checked);
    this.#accesses = new Accesses(checked, this.#constants, {
      plan: (expr, free) => this.plan(expr, free),
      isLocal: (name) => this.#scopes.some((known) => known.name === name),
    });
  }

  /**
   * `free`: a name at the start of it costs nothing, as in the branches of a conditional and inside
   * of brackets.
   */
  plan(expr: Expr, free = false): EvaluationStep {
    switch (expr.is) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#name(expr, free);
      case "select":
        return this.#checked.referenceOf(expr) === undefined
          ? this.#accesses.select(expr, free)
          : this.#name(expr, free);
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

  #name(expr: Expr, free: boolean): EvaluationStep {
    const cost = free ? 0 : ACCESS_COST;
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is === "constant") return constant(reference.value);
    const name = reference?.is === "variable" ? reference.name : "";
    const { slot, init } = this.#scopes.findLast((known) => known.name === name) ?? {};
    if (slot !== undefined) {
      return (frame) => {
        frame.spend(cost);
        if (init !== undefined && frame.slots[slot] === undefined) {
          frame.slots[slot] = frame.attempt(init);
        }
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

  #call(expr: CallExpr, free: boolean): EvaluationStep {
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
      case OPERATORS.index:
      case OPERATORS.optionalIndex:
        return this.#accesses.index(expr, free);
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
      const test = this.#constants.testOf(pattern);
      if (test !== undefined && expr.name === "matches" && expr.target !== undefined) {
        return this.#matches(args as [Expr, Expr], test);
      }
    }
    const converted = this.#constants.converted(expr, reference.overloads, args);
    if (converted !== undefined) return constant(converted);
    const [first, second] = args;
    if (expr.name === OPERATORS.in && first !== undefined && second !== undefined) {
      const list = this.#constants.of(second);
      // Nobody asks what is in nothing.
      if (list instanceof CelList && list.size === 0) return constant(false);
      if (second.is === "list" && list instanceof CelList && isPlain(list)) {
        return contained(this.plan(first), list);
      }
    }
    const steps = args.map((arg) => this.plan(arg));
    // What an optional falls back to is worked out only where it is needed.
    if (expr.name === "or" || expr.name === "orValue") return this.#orElse(expr.name, steps);
    const [only, ...others] = reference.overloads;
    if (only === undefined || others.length > 0) return dispatched(reference.overloads, steps);
    // A literal is what it says, but null, which may stand for others.
    const certain = args.map((arg) => arg.is === "literal" && arg.value !== null);
    return direct(only, steps, certain, this.#checked.environment.overloads(only.name));
  }

  #matches([target, pattern]: readonly [Expr, Expr], test: RegexTest): EvaluationStep {
    const operand = this.plan(target);
    const size = sizeOf(this.#constants.of(pattern) ?? "");
    return (frame) => {
      const text = operand(frame);
      if (typeof text !== "string") throw new CelError("no such overload");
      frame.spend(regexCost(characters(text), size));
      return test(text);
    };
  }

  /** `a && b` and `a || b`: one that decides the result does so whatever the other is. */
  #logical(expr: CallExpr, decides: boolean): EvaluationStep {
    const [left, right] = expr.args.map((arg) => this.plan(arg)) as [
      EvaluationStep,
      EvaluationStep,
    ];
    return (frame) => {
      const one = frame.attempt(left);
      if (one === decides) return decides;
      const other = frame.attempt(right);
      if (other === decides) return decides;
      for (const each of [one, other]) {
        if (each instanceof Failure) throw each.error;
        if (typeof each !== "boolean") throw new CelError("no such overload");
      }
      return !decides;
    };
  }

  #conditional(expr: CallExpr): EvaluationStep {
    const [condition, yes, no] = expr.args.map((arg, index) => this.plan(arg, index > 0)) as [
      EvaluationStep,
      EvaluationStep,
      EvaluationStep,
    ];
    return (frame) => {
      const chosen = condition(frame);
      if (typeof chosen !== "boolean") throw new CelError("no such overload");
      return chosen ? yes(frame) : no(frame);
    };
  }

  #notStrictlyFalse(expr: CallExpr): EvaluationStep {
    const operand = this.plan(expr.args[0] as Expr);
    return (frame) => {
      frame.spend(1);
      return frame.attempt(operand) !== false;
    };
  }

  #orElse(name: string, steps: readonly EvaluationStep[]): EvaluationStep {
    const [first, second] = steps as [EvaluationStep, EvaluationStep];
    return (frame) => {
      const value = first(frame);
      // Of what is none, it is there.
      if (!(value instanceof Optional)) return value;
      if (value.value === undefined) return second(frame);
      return name === "or" ? value : value.value;
    };
  }

  #list(expr: Expr & { is: "list" }): EvaluationStep {
    const known = this.#constants.of(expr);
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

  #map(expr: Expr & { is: "map" }): EvaluationStep {
    const known = this.#constants.of(expr);
    if (known !== undefined) return constant(known);
    const entries = expr.entries.map(({ key, value, optional }) =>
      [this.plan(key), this.plan(value), optional] as const
    );
    return (frame) => {
      const map = new ValueMap();
      for (const [keyStep, valueStep, optional] of entries) {
        const key = keyStep(frame);
        const value = optional ? present(valueStep(frame)) : valueStep(frame);
        if (value === undefined) map.delete(key);
        else map.set(key, value);
      }
      frame.spend(MAP_COST);
      return map;
    };
  }

  #struct(expr: Expr & { is: "struct" }): EvaluationStep {
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

  /** A name for a value, which is worked out when somebody asks for it the first time. */
  #binding(expr: FoldExpr): EvaluationStep {
    const init = this.plan(expr.init);
    const slot = this.#slots++;
    this.#scopes.push({ name: expr.accumulator, slot, init });
    const result = this.plan(expr.result);
    this.#scopes.pop();
    return (frame) => {
      frame.slots[slot] = undefined;
      return result(frame);
    };
  }

  #fold(expr: FoldExpr): EvaluationStep {
    if (expr.accumulator !== ACCUMULATOR) return this.#binding(expr);
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
          // Nothing makes up for an error here: what comes after it is not looked at.
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
  #init(expr: Expr): EvaluationStep {
    if (expr.is === "list" && expr.elements.length === 0) return () => new ValueList([]);
    if (expr.is === "map" && expr.entries.length === 0) return () => new ValueMap();
    return this.plan(expr);
  }

  #declare(name: string): number {
    this.#scopes.push({ name, slot: this.#slots });
    return this.#slots++;
  }

  /**
   * `accumulator + [element]` of a macro: nobody else has the accumulator, so the element is put at
   * its end instead of copying it all.
   */
  #append([left, right]: readonly [Expr, Expr]): EvaluationStep | undefined {
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

/** Calls whose second argument is a regular expression. */
const PATTERNS: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** Whether a set of its elements finds what the list finds. */
function isPlain(list: CelList): boolean {
  return Array.from(list).every((one) => typeof one === "number" || isKey(one));
}

/** `value in [constants]`, which costs nothing. */
function contained(value: EvaluationStep, list: CelList): EvaluationStep {
  const texts = new Set(Array.from(list).filter((one) => typeof one === "string"));
  return (frame) => {
    const looked = value(frame);
    return typeof looked === "string" ? texts.has(looked) : list.has(looked);
  };
}

function constant(value: Value): EvaluationStep {
  return () => value;
}

function isTrue(expr: Expr): boolean {
  return expr.is === "literal" && expr.value === true;
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
  } else {
    const type = typeNameOf(over);
    throw new CelError(
      keyed
        ? `unsupported comprehension range type: ${type}`
        : `got '${type}', expected iterable type`,
    );
  }
}
