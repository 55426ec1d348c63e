/**
 * Plans what looks into values: fields, elements, and whether they are there.
 *
 * All that leads on from one value is a chain: `a.b[0].?c`. An optional is looked into where a chain begins, and what is
 * missing is none from there on, or from the first `?` on. An optional that a chain comes upon inside of something is a
 * value like any other, which has no fields.
 *
 * @module
 */

import { type CallExpr, type Expr, OPERATORS, type SelectExpr } from "./ast.ts";
import type { Checked } from "./checker.ts";
import { type Constants, isKey } from "./constants.ts";
import { ACCESS_COST } from "./cost.ts";
import type { EvaluationStep, Frame } from "./frame.ts";
import { elementOf, requiredElement } from "./select.ts";
import { CelError, CelProgramError } from "./source.ts";
import { Optional, typeNameOf, type Value } from "./values.ts";

/** How the parts of an expression become functions. */
export interface AccessPlanner {
  plan(expr: Expr, free?: boolean): EvaluationStep;
  /** Whether a macro around what is planned gave something this name. */
  isLocal(name: string): boolean;
}

/** One step of a chain. */
interface Link {
  readonly key: (frame: Frame) => Value;
  readonly optional: boolean;
}

/** Makes functions of accesses. */
export class Accesses {
  readonly #checked: Checked;
  readonly #constants: Constants;
  readonly #planner: AccessPlanner;

  constructor(checked: Checked, constants: Constants, planner: AccessPlanner) {
    this.#checked = checked;
    this.#constants = constants;
    this.#planner = planner;
  }

  /** `value.field`, or `has(value.field)`. */
  select(expr: SelectExpr, free: boolean): EvaluationStep {
    const { field, test } = expr;
    if (this.#mayBeOptional(expr)) return this.#optionalChain(expr, free);
    const operand = this.#start(expr.operand, free || test);
    if (test) {
      const start = startCost(expr.operand);
      return (frame) => {
        frame.spend(start);
        return elementOf(operand(frame), field) !== undefined;
      };
    }
    return (frame) => {
      const value = operand(frame);
      frame.spend(ACCESS_COST);
      return requiredElement(value, field);
    };
  }

  /** `value[index]`, `value[?index]` or `value.?field`. */
  index(expr: CallExpr, free: boolean): EvaluationStep {
    if (this.#mayBeOptional(expr)) return this.#optionalChain(expr, free);
    const [target, at] = expr.args as [Expr, Expr];
    const operand = this.#start(target, free);
    const key = this.#key(at);
    return (frame) => {
      const value = operand(frame);
      const index = key(frame);
      frame.spend(ACCESS_COST);
      return requiredElement(value, index);
    };
  }

  /** Whether a part is a name, or leads on from one. */
  isAccess(expr: Expr): boolean {
    if (expr.is === "ident" || (expr.is === "select" && !expr.test)) {
      return this.#checked.referenceOf(expr)?.is !== "constant";
    }
    return expr.is === "call" && ACCESSES.has(expr.name);
  }

  /** What is looked into: to look into anything but what a name leads to costs one more. */
  #start(expr: Expr, free: boolean): EvaluationStep {
    const step = this.#planner.plan(expr, free);
    if (free || this.isAccess(expr)) return step;
    return (frame) => {
      const value = step(frame);
      frame.spend(ACCESS_COST);
      return value;
    };
  }

  #key(at: Expr): (frame: Frame) => Value {
    const known = this.#constants.of(at);
    if (known !== undefined && !isIndex(known)) {
      const message = `invalid qualifier type: ${typeNameOf(known)}`;
      const { source, result } = this.#checked;
      throw new CelProgramError(source, at.at, message, result);
    }
    const index = this.#planner.plan(at, this.isAccess(at));
    return (frame) => {
      const key = index(frame);
      if (!isIndex(key)) throw new CelError(`invalid qualifier type: ${typeNameOf(key)}`);
      return key;
    };
  }

  /** What an access looks into; undefined: it is none, and a chain begins with it. */
  #operandOf(expr: Expr): Expr | undefined {
    if (expr.is === "select") {
      return this.#checked.referenceOf(expr) === undefined ? expr.operand : undefined;
    }
    return expr.is === "call" && LINKS.has(expr.name) ? expr.args[0] : undefined;
  }

  /** Whether a chain has to look out for what is none. */
  #mayBeOptional(expr: Expr): boolean {
    let start = expr;
    for (let next = this.#operandOf(start); next !== undefined; next = this.#operandOf(start)) {
      if (start.is === "call" && start.name !== OPERATORS.index) return true;
      start = next;
    }
    // Whoever runs an expression gives it nothing that is optional.
    if (start.is === "ident" && !this.#planner.isLocal(start.name)) return false;
    const { kind } = this.#checked.typeOf(start);
    return kind === "optional" || kind === "dyn" || kind === "param";
  }

  #optionalChain(expr: Expr, free: boolean): EvaluationStep {
    const tested = expr.is === "select" && expr.test ? expr : undefined;
    const links: Link[] = [];
    let start = tested?.operand ?? expr;
    for (let next = this.#operandOf(start); next !== undefined; next = this.#operandOf(start)) {
      links.unshift(this.#link(start));
      start = next;
    }
    const base = this.#start(start, free || tested !== undefined);
    if (tested === undefined) return (frame) => followed(base(frame), links, frame);
    const cost = startCost(tested.operand);
    return (frame) => {
      const value = followed(base(frame), links, frame);
      const inside = value instanceof Optional ? value.value : value;
      if (inside === undefined) return false;
      frame.spend(cost);
      return elementOf(inside, tested.field) !== undefined;
    };
  }

  #link(expr: Expr): Link {
    if (expr.is === "select") return { key: () => expr.field, optional: false };
    const { name, args } = expr as CallExpr;
    const at = args[1] as Expr;
    return { key: this.#key(at), optional: name !== OPERATORS.index };
  }
}

/** What a chain that begins with a value leads to. */
function followed(start: Value, links: readonly Link[], frame: Frame): Value {
  let value = start;
  let isOptional = start instanceof Optional;
  if (start instanceof Optional) {
    if (start.value === undefined) return start;
    value = start.value;
  }
  for (const { key, optional } of links) {
    isOptional ||= optional;
    const at = key(frame);
    if (isOptional) {
      const found = elementOf(value, at);
      // What isn't there costs nothing.
      if (found === undefined) return Optional.none;
      frame.spend(ACCESS_COST);
      value = found;
    } else {
      frame.spend(ACCESS_COST);
      value = requiredElement(value, at);
    }
  }
  return isOptional ? Optional.of(value) : value;
}

/** What a test costs besides what it looks into. */
function startCost(operand: Expr): number {
  return operand.is === "call" && operand.name === OPERATORS.conditional ? 0 : ACCESS_COST;
}

/** Whether something can be looked up by a value. */
function isIndex(key: Value): boolean {
  return typeof key === "number" || isKey(key);
}

/** Calls that lead on from what they look into. */
const LINKS: ReadonlySet<string> = new Set([
  OPERATORS.index,
  OPERATORS.optionalIndex,
  OPERATORS.optionalSelect,
]);

/** Calls that look into something, or choose what to look into. */
const ACCESSES: ReadonlySet<string> = new Set([...LINKS, OPERATORS.conditional]);
