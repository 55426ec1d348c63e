/**
 * The one error of the codecs: the input is not what it claims to be.
 *
 * @module
 */

import { DEPTH_LIMIT } from "./limits.ts";
import { textOfNumber } from "./written_number.ts";

/** Input that can't be read, or a value that can't be written. */
export class CodecError extends Error {
  /** Tells it apart in logs. */
  override name = "CodecError";
  /** The field, as `spec.containers[0].image`; "" where the error is not about one. */
  readonly path: string;

  /** `message` says all; `path` repeats the field for programs. */
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** A value of another type than the field has, before anyone knows in which field. */
export class MismatchError extends Error {
  override name = "MismatchError";
  readonly found: string;
  readonly expected: string;

  constructor(value: unknown, expected: string) {
    const found = describe(value);
    super(`cannot unmarshal ${found} into a value of type ${expected}`);
    this.found = found;
    this.expected = expected;
  }
}

/** A value that is nested deeper than anything may be. */
export class DepthError extends MismatchError {
  override name = "DepthError";
  override message = `more than ${DEPTH_LIMIT} levels deep`;

  constructor() {
    super({}, `at most ${DEPTH_LIMIT} levels deep`);
  }
}

/** A value as an error message names it. */
function describe(value: unknown): string {
  switch (typeof value) {
    case "number":
    case "bigint":
      return `number ${value}`;
    case "symbol":
      return `number ${textOfNumber(value)}`;
    case "boolean":
      return "bool";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
    default:
      return typeof value;
  }
}
