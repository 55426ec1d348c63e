/**
 * What can be told of the constants in an expression before it runs: texts of durations, times and
 * regular expressions, lists of one type, templates with the values that they take.
 *
 * @module
 */

import type { CallExpr, Expr } from "./ast.ts";
import { clausesOf, type Verb, wrongTypeMessage } from "./library/format_text.ts";
import { parseDurationText, parseTimestamp, timestampOf } from "./library/time_text.ts";
import { regexOf } from "./regex.ts";
import { CelError, type CelIssue } from "./source.ts";
import { type CelType, fullTypeName, isAny, isDynamic, sameType, showType } from "./type.ts";
import type { Value } from "./values.ts";

/** What is wrong with the constants of an expression that is fine otherwise. */
export function checkLiterals(root: Expr, typeOf: (expr: Expr) => CelType): CelIssue[] {
  const checker = new LiteralChecker(typeOf);
  checker.check(root, false);
  return checker.issues;
}

/** Functions whose first argument, where it is a constant, has to be readable. Each throws CelError. */
const READERS: Readonly<Record<string, (value: Value) => unknown>> = {
  duration: (value) => {
    // No int is one.
    if (typeof value === "bigint") throw new CelError("not a duration");
    return typeof value === "string" ? parseDurationText(value) : undefined;
  },
  timestamp: (value) => {
    if (typeof value === "bigint") return timestampOf(value);
    return typeof value === "string" ? parseTimestamp(value) : undefined;
  },
  // The text instead of the pattern, where it is the first argument.
  matches: (value) => typeof value === "string" ? regexOf(value) : undefined,
};

class LiteralChecker {
  readonly issues: CelIssue[] = [];
  readonly #typeOf: (expr: Expr) => CelType;

  constructor(typeOf: (expr: Expr) => CelType) {
    this.#typeOf = typeOf;
  }

  /** `mixed`: lists may be of several types here. */
  check(expr: Expr, mixed: boolean): void {
    switch (expr.is) {
      case "literal":
      case "ident":
        return;
      case "select":
        return this.check(expr.operand, mixed);
      case "call":
        return this.#call(expr, mixed);
      case "list":
        if (!mixed) this.#sameTypes(expr.elements, (index) => expr.optional.has(index));
        return expr.elements.forEach((element) => this.check(element, mixed));
      case "map": {
        const [keys, values] = [
          expr.entries.map(({ key }) => key),
          expr.entries.map(({ value }) => value),
        ];
        if (!mixed) {
          this.#sameTypes(keys, () => false, true);
          this.#sameTypes(values, (index) => expr.entries[index]?.optional === true, true);
        }
        return [...keys, ...values].forEach((part) => this.check(part, mixed));
      }
      case "struct":
        return expr.entries.forEach(({ value }) => this.check(value, mixed));
      case "fold":
        for (const part of [expr.range, expr.init, expr.condition, expr.step, expr.result]) {
          this.check(part, mixed);
        }
    }
  }

  #call(expr: CallExpr, mixed: boolean): void {
    const { name, target, args } = expr;
    const [first] = args;
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (read !== undefined && first?.is === "literal") {
      this.#readable(name, first.value, first.at, read);
    }
    const formats = name === "format" && target !== undefined && args.length === 1;
    if (target !== undefined) this.check(target, mixed || formats);
    for (const arg of args) this.check(arg, mixed || formats);
    if (!formats || target?.is !== "literal" || typeof target.value !== "string") return;
    if (first?.is === "list") this.#template(expr.at, target.value, first.elements);
  }

  #readable(name: string, value: Value, at: number, read: (value: Value) => unknown): void {
    try {
      read(value);
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      this.issues.push({ at, message: `invalid ${name} argument` });
    }
  }

  /** `all`: each that differs is told, as of maps, not the first one alone. */
  #sameTypes(
    parts: readonly Expr[],
    isOptional: (index: number) => boolean,
    all = false,
  ): void {
    let first: CelType | undefined;
    for (const [index, part] of parts.entries()) {
      const whole = this.#typeOf(part);
      const type = isOptional(index) && whole.kind === "optional" ? whole.value : whole;
      first ??= type;
      if (sameType(first, type)) continue;
      const message = `expected type '${showType(first)}' but found '${showType(type)}'`;
      this.issues.push({ at: part.at, message });
      if (!all) return;
    }
  }

  #template(at: number, template: string, values: readonly Expr[]): void {
    try {
      let used = 0;
      for (const { verb, problem } of clausesOf(template)) {
        if (verb === undefined) break;
        const value = values[used];
        if (value === undefined) throw new CelError(`index ${used} out of range`);
        if (problem !== undefined) throw new CelError(problem);
        used++;
        const wrong = this.#unfit(verb, value);
        if (wrong === undefined) continue;
        const message = wrongTypeMessage(verb, typeName(this.#typeOf(wrong)));
        this.issues.push({ at: wrong.at, message });
        return;
      }
      if (used === values.length) return;
      throw new CelError(
        `too many arguments supplied to string.format (expected ${used}, got ${values.length})`,
      );
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      this.issues.push({ at, message: error.message });
    }
  }

  /** The part of a value that a verb doesn't take. */
  #unfit(verb: Verb, value: Expr): Expr | undefined {
    const type = this.#typeOf(value);
    if ((!isDynamic(type) || isAny(type)) && !TAKEN[verb].includes(type.kind)) return value;
    if (verb !== "s") return undefined;
    if (value.is === "list") return this.#firstUnfit(value.elements);
    if (value.is !== "map") return undefined;
    return this.#firstUnfit(value.entries.flatMap((entry) => [entry.key, entry.value]));
  }

  #firstUnfit(parts: readonly Expr[]): Expr | undefined {
    for (const part of parts) {
      const unfit = this.#unfit("s", part);
      if (unfit !== undefined) return unfit;
    }
    return undefined;
  }
}

/** The name of a type without what it is made of. */
function typeName(type: CelType): string {
  switch (type.kind) {
    case "list":
    case "map":
    case "type":
      return type.kind;
    case "null":
      return "null_type";
    case "optional":
      return "optional_type";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "dyn":
      return fullTypeName(type);
    default:
      return showType(type);
  }
}

const NUMBERS: readonly CelType["kind"][] = ["int", "uint"];
const BYTES: readonly CelType["kind"][] = [...NUMBERS, "string", "bytes"];
const DOUBLES: readonly CelType["kind"][] = ["double", "string"];

const TAKEN: Readonly<Record<Verb, readonly CelType["kind"][]>> = {
  s: [...BYTES, "list", "map", "double", "bool", "timestamp", "duration", "type", "null"],
  d: NUMBERS,
  f: DOUBLES,
  e: DOUBLES,
  b: [...NUMBERS, "bool"],
  o: NUMBERS,
  x: BYTES,
  X: BYTES,
};
