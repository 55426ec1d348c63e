/**
 * One condition on labels: `app = web`, `tier in (a,b)`, `!legacy`, `size > 3`.
 *
 * @module
 */

import { FieldError, printFieldErrors } from "../errors/field_error.ts";
import { FieldPath } from "../errors/field_path.ts";
import { checkLabelKey, checkLabelValue } from "../validation/label.ts";

/** The labels of an object; absent means none. */
export type LabelMap = Readonly<Record<string, string>>;

/** How a requirement compares, in the words of the string form. */
export type SelectorOperator = "in" | "notin" | "=" | "==" | "!=" | "gt" | "lt" | "exists" | "!";

/** The operators that take values. */
export const BINARY_OPERATORS: readonly SelectorOperator[] = [
  "in",
  "notin",
  "=",
  "==",
  "!=",
  "gt",
  "lt",
];
const OPERATORS: readonly SelectorOperator[] = [...BINARY_OPERATORS, "exists", "!"];

/** A selector that can't be, in the words of the reference. */
export class SelectorError extends Error {
  /** Tells it apart in logs. */
  override name = "SelectorError";
}

/** Lists longer than this are searched by hash. */
const SHORT_LIST = 8;

/** A condition that labels meet or not. */
export class Requirement {
  /** The label that is asked for. */
  readonly key: string;
  /** How its value is compared. */
  readonly operator: SelectorOperator;
  /** In the order given; one for comparisons, none for `exists` and `!`. */
  readonly values: readonly string[];
  readonly #has: (value: string) => boolean;
  readonly #bound: bigint | undefined;

  /** Throws {@link SelectorError} when the parts do not fit together. */
  constructor(key: string, operator: SelectorOperator, values: readonly string[]) {
    const errors = validate(key, operator, values);
    if (errors.length > 0) throw new SelectorError(printFieldErrors(errors));
    this.key = key;
    this.operator = operator;
    this.values = values;
    const [first = ""] = values;
    const set = values.length > SHORT_LIST ? new Set(values) : undefined;
    this.#has = set !== undefined
      ? (value) => set.has(value)
      : values.length === 1
      ? (value) => value === first
      : (value) => values.includes(value);
    this.#bound = operator === "gt" || operator === "lt" ? parseInt64(first) : undefined;
  }

  /** Whether labels meet the condition. */
  matches(labels: LabelMap | undefined): boolean {
    // Not every property is a label: `constructor` is one of any object, but no string.
    const found: unknown = labels?.[this.key];
    const value = typeof found === "string" ? found : undefined;
    switch (this.operator) {
      case "in":
      case "=":
      case "==":
        return value !== undefined && this.#has(value);
      case "notin":
      case "!=":
        return value === undefined || !this.#has(value);
      case "exists":
        return value !== undefined;
      case "!":
        return value === undefined;
      case "gt":
      case "lt":
        return value !== undefined && this.#compares(value);
    }
  }

  #compares(value: string): boolean {
    const number = parseInt64(value);
    if (number === undefined || this.#bound === undefined) return false;
    return this.operator === "gt" ? number > this.#bound : number < this.#bound;
  }

  /** The only value with which labels meet the condition; undefined when there are others. */
  get exactValue(): string | undefined {
    const exact = this.operator === "=" || this.operator === "==" || this.operator === "in";
    return exact && this.values.length === 1 ? this.values[0] : undefined;
  }

  /** The canonical string form. */
  toString(): string {
    const values = this.values.length === 1 ? this.values[0] : this.values.toSorted().join(",");
    switch (this.operator) {
      case "exists":
        return this.key;
      case "!":
        return `!${this.key}`;
      case "in":
      case "notin":
        return `${this.key} ${this.operator} (${values})`;
      case "gt":
        return `${this.key}>${values}`;
      case "lt":
        return `${this.key}<${values}`;
      default:
        return `${this.key}${this.operator}${values}`;
    }
  }
}

function validate(
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
): FieldError[] {
  const errors: FieldError[] = [];
  const keyMessages = checkLabelKey(key);
  if (keyMessages.length > 0) {
    errors.push(FieldError.invalid(FieldPath.of("key"), key, keyMessages.join("; ")));
  }
  const path = FieldPath.of("values");
  const count = wrongCount(operator, values.length);
  if (count !== undefined) {
    errors.push(FieldError.invalid(path, values.length === 0 ? null : values, count));
  }
  if (operator === "gt" || operator === "lt") {
    for (const [index, value] of values.entries()) {
      if (parseInt64(value) !== undefined) continue;
      const message = "for 'Gt', 'Lt' operators, the value must be an integer";
      errors.push(FieldError.invalid(path.index(index), value, message));
    }
  }
  if (!OPERATORS.includes(operator)) {
    errors.push(FieldError.notSupported(FieldPath.of("operator"), operator, OPERATORS));
  }
  for (const [index, value] of values.entries()) {
    const messages = checkLabelValue(value);
    if (messages.length === 0) continue;
    errors.push(FieldError.invalid(path.index(index).key(key), value, messages.join("; ")));
  }
  return errors;
}

function wrongCount(operator: SelectorOperator, count: number): string | undefined {
  switch (operator) {
    case "in":
    case "notin":
      return count > 0 ? undefined : "for 'in', 'notin' operators, values set can't be empty";
    case "=":
    case "==":
    case "!=":
      return count === 1 ? undefined : "exact-match compatibility requires one single value";
    case "exists":
    case "!":
      return count === 0 ? undefined : "values set must be empty for exists and does not exist";
    case "gt":
    case "lt":
      return count === 1 ? undefined : "for 'Gt', 'Lt' operators, exactly one value is required";
    default:
      return undefined;
  }
}

/** Zeros before the number aside, no int64 has more. */
const INT64_DIGITS = 19;

function parseInt64(text: string): bigint | undefined {
  const match = /^([+-]?)0*(\d+)$/.exec(text);
  const digits = match?.[2];
  if (digits === undefined || digits.length > INT64_DIGITS) return undefined;
  const number = match?.[1] === "-" ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(64, number) === number ? number : undefined;
}
