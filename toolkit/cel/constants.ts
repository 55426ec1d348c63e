/**
 * Constant parts of expressions.
 *
 * @module
 */

import type { CallExpr, Expr } from "./ast.ts";
import { chosenOf } from "./calls.ts";
import type { Checked } from "./checker.ts";
import type { Overload } from "./declarations.ts";
import { type RegexTest, regexTestOf } from "./regex.ts";
import { CelError, CelProgramError } from "./source.ts";
import { Uint, type Value, ValueList } from "./values.ts";
import { ValueMap } from "./value_map.ts";

/** Conversions, which are made at once where their argument is a constant. */
const CONVERSIONS: ReadonlySet<string> = new Set(
  "bool bytes double duration dyn int string timestamp type uint".split(" "),
);

/**
 * The parts of a checked expression whose value is the same in every run, so that they are computed
 * once.
 */
export class Constants {
  readonly #checked: Checked;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  /** The value of a part that is the same in every run; undefined: it isn't. */
  of(expr: Expr): Value | undefined {
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
        const values = expr.elements.map((element) => this.of(element));
        return values.every((value) => value !== undefined) ? new ValueList(values) : undefined;
      }
      case "map":
        return this.#map(expr.entries);
      case "call": {
        const { target, args } = expr;
        const reference = this.#checked.referenceOf(expr);
        if (target !== undefined || reference?.is !== "call") return undefined;
        return this.converted(expr, reference.overloads, args);
      }
      default:
        return undefined;
    }
  }

  #map(entries: (Expr & { is: "map" })["entries"]): Value | undefined {
    const map = new ValueMap();
    for (const { key, value, optional } of entries) {
      const [name, made] = [this.of(key), this.of(value)];
      if (optional || name === undefined || made === undefined) return undefined;
      // What can't be a key fails when it runs.
      if (name instanceof Uint8Array) return undefined;
      map.set(name, made);
    }
    return map;
  }

  /** What a conversion makes of a constant. Throws CelProgramError where it can't. */
  converted(
    expr: CallExpr,
    overloads: readonly Overload[],
    args: readonly Expr[],
  ): Value | undefined {
    const [only] = args;
    if (!CONVERSIONS.has(expr.name) || args.length !== 1 || only === undefined) return undefined;
    const value = this.of(only);
    return value === undefined
      ? undefined
      : this.#now(expr.at, () => chosenOf(overloads, [value]).call(value));
  }

  /** The test for a pattern that is a constant. Throws CelProgramError for one that is none. */
  testOf(pattern: Expr): RegexTest | undefined {
    const text = this.of(pattern);
    return typeof text === "string" ? this.#now(pattern.at, () => regexTestOf(text)) : undefined;
  }

  #now<T>(at: number, make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      const { source, result } = this.#checked;
      throw new CelProgramError(source, at, error.message, result);
    }
  }
}

/** Whether a value can be a key of a map that is written down. */
export function isKey(value: Value): boolean {
  return typeof value === "string" || typeof value === "bigint" || typeof value === "boolean" ||
    value instanceof Uint;
}
