/**
 * What is wrong with one field of an object: the causes of an "is invalid" status.
 *
 * @module
 */

import type { metaV1 } from "../api/meta_v1.ts";
import { quoteText } from "../values/quote.ts";
import type { FieldPath } from "./field_path.ts";
import { printValue } from "./print_value.ts";

/** The kind of a field error, as the cause of a status names it. */
export type FieldErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "FieldValueTypeInvalid"
  | "InternalError";

/** How an error of each kind begins. */
const TITLES: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooShort: "Too short",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  FieldValueTypeInvalid: "Invalid value",
  InternalError: "Internal error",
};

/** Stands for a value that the message does not show. */
const OMITTED: unique symbol = Symbol("omitted");

/** An error of one field. It is a value, not thrown: a validation returns all that it finds. */
export class FieldError {
  /** What is wrong, in one word. */
  readonly type: FieldErrorType;
  /** The path of the field, printed. */
  readonly field: string;
  /** What follows title and value; may be empty. */
  readonly detail: string;
  readonly #value: unknown;

  private constructor(type: FieldErrorType, path: FieldPath, value: unknown, detail: string) {
    this.type = type;
    this.field = path.toString();
    this.detail = detail;
    this.#value = value;
  }

  /** A value that must be there is not. */
  static required(path: FieldPath, detail = ""): FieldError {
    return new FieldError("FieldValueRequired", path, OMITTED, detail);
  }

  /** A value is malformed or out of bounds. */
  static invalid(path: FieldPath, value: unknown, detail: string): FieldError {
    return new FieldError("FieldValueInvalid", path, value, detail);
  }

  /** As {@link invalid}, of a value that would say nothing to anybody: it is not shown. */
  static unshown(path: FieldPath, detail: string): FieldError {
    return new FieldError("FieldValueInvalid", path, OMITTED, detail);
  }

  /** A value has not the type of its schema. */
  static typeInvalid(path: FieldPath, value: unknown, detail: string): FieldError {
    return new FieldError("FieldValueTypeInvalid", path, value, detail);
  }

  /** A value occurs twice where each may occur once. */
  static duplicate(path: FieldPath, value: unknown, detail = ""): FieldError {
    return new FieldError("FieldValueDuplicate", path, value, detail);
  }

  /** A value names something that is not there. */
  static notFound(path: FieldPath, value: unknown, detail = ""): FieldError {
    return new FieldError("FieldValueNotFound", path, value, detail);
  }

  /** A value is none of those that are known, which the message lists in the order given. */
  static notSupported(path: FieldPath, value: unknown, supported: readonly string[]): FieldError {
    const detail = supported.length === 0
      ? ""
      : `supported values: ${supported.map(quoteText).join(", ")}`;
    return new FieldError("FieldValueNotSupported", path, value, detail);
  }

  /** A value is well formed, but not allowed as things are. */
  static forbidden(path: FieldPath, detail: string): FieldError {
    return new FieldError("FieldValueForbidden", path, OMITTED, detail);
  }

  /** A text has more than `limitBytes` bytes. The text is not shown. */
  static tooLong(path: FieldPath, limitBytes: number): FieldError {
    const detail = `may not be more than ${count(limitBytes, "byte")}`;
    return new FieldError("FieldValueTooLong", path, OMITTED, detail);
  }

  /** A text has more than `limitCharacters` characters. The text is not shown. */
  static tooLongCharacters(path: FieldPath, limitCharacters: number): FieldError {
    const detail = `may not be more than ${count(limitCharacters, "character")}`;
    return new FieldError("FieldValueTooLong", path, OMITTED, detail);
  }

  /** A text has fewer than `minCharacters` characters. */
  static tooShort(path: FieldPath, minCharacters: number): FieldError {
    const detail = `must be at least ${count(minCharacters, "character")}`;
    return new FieldError("FieldValueTooShort", path, OMITTED, detail);
  }

  /** A list has more than `limit` items. */
  static tooMany(path: FieldPath, actual: number, limit: number): FieldError {
    const detail = `must have at most ${count(limit, "item")}`;
    return new FieldError("FieldValueTooMany", path, actual, detail);
  }

  /** A list has fewer than `min` items. */
  static tooFew(path: FieldPath, actual: number, min: number): FieldError {
    const detail = `must have at least ${count(min, "item")}`;
    return new FieldError("FieldValueTooFew", path, actual, detail);
  }

  /** The check itself failed: not the fault of the value. */
  static internal(path: FieldPath, detail: string): FieldError {
    return new FieldError("InternalError", path, OMITTED, detail);
  }

  /** The message without the field's path: `Invalid value: "x": must be ...`. */
  get body(): string {
    let text: string = TITLES[this.type];
    if (this.#value !== OMITTED) text += `: ${printValue(this.#value)}`;
    if (this.detail !== "") text += `: ${this.detail}`;
    return text;
  }

  /** The whole message: `spec.a: Required value`. */
  toString(): string {
    return `${this.field}: ${this.body}`;
  }

  /** The cause that a status carries for this. */
  toCause(): metaV1.StatusCause {
    return { reason: this.type, message: this.body, field: this.field };
  }
}

/** The messages of all errors as one text: each once, in brackets when they are several. */
export function printFieldErrors(errors: readonly FieldError[]): string {
  return printMessages(new Set(errors.map(String)));
}

/** Messages as one text, in brackets when they are several. */
export function printMessages(messages: ReadonlySet<string>): string {
  const [first = ""] = messages;
  return messages.size <= 1 ? first : `[${[...messages].join(", ")}]`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
