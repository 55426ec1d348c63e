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

  /** A whole number; undefined where it is absent. Throws a 400, in the words of Go's parser. */
  integer(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const text = this.get(name);
    const value = Number(text);
    if (!/^[+-]?\d{1,18}$/.test(text)) {
      const isNumber = /^[+-]?\d+$/.test(text);
      const why = isNumber ? "value out of range" : "invalid syntax";
      throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
    }
    return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
  }
}
