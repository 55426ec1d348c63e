/**
 * Query parameters.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";

/**
 * The query parameters of a request, parsed once, and only where there are any. The getters throw a
 * 400 for a value that can't be read.
 */
export class Query {
  readonly #parameters: URLSearchParams | undefined;

  /** `text` is the query as it was sent, without its question mark. */
  constructor(text: string) {
    this.#parameters = text === "" ? undefined : new URLSearchParams(text);
  }

  /** The first value of a parameter; "" where it is absent. */
  get(name: string): string {
    return this.#parameters?.get(name) ?? "";
  }

  /** All values of a parameter. */
  all(name: string): readonly string[] {
    return this.#parameters?.getAll(name) ?? [];
  }

  /** Whether a parameter is there, with a value or without. */
  has(name: string): boolean {
    return this.#parameters?.has(name) ?? false;
  }

  /** A boolean; undefined where it is absent. As the reference reads it: only `false` and `0` are off. */
  flag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const value = this.get(name).toLowerCase();
    return value !== "false" && value !== "0";
  }

  /**
   * A whole number of 64 bits, the nearest one that is exact here; undefined where it is absent. Throws a 400, in
   * the words of Go's parser.
   */
  integer(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const text = this.get(name);
    const digits = /^[+-]?(\d+)$/.exec(text)?.[1]?.replace(/^0+/, "");
    if (digits === undefined || !isInt64(text.startsWith("-"), digits)) {
      const why = digits === undefined ? "invalid syntax" : "value out of range";
      throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
    }
    const value = Number(text);
    return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
  }
}

const MAX_INT64 = 2n ** 63n - 1n;
const INT64_DIGITS = 19;

function isInt64(isNegative: boolean, digits: string): boolean {
  // A text that is as long as a client likes is no number yet; none at all is zero.
  if (digits.length > INT64_DIGITS) return false;
  return BigInt(digits) <= MAX_INT64 + (isNegative ? 1n : 0n);
}
