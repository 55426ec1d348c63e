/**
 * Header fields of responses, checked: the runtime writes what it is given, and a line break in a
 * value would be the beginning of another field, or of another response.
 *
 * @module
 */

import { GoodNames } from "../http2/mod.ts";

// deno-lint-ignore no-control-regex -- these are the characters that must not be there
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/;
const names = new GoodNames(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/);

/** Throws on a field that can't be sent as one. */
export function checkField(name: string, value: string | number | readonly string[]): void {
  if (!names.has(name)) throw new Error(`${JSON.stringify(name)} is no name of a header field`);
  if (typeof value === "string") checkValue(name, value);
  else if (typeof value !== "number") { for (const one of value) checkValue(name, one); }
}

function checkValue(name: string, value: string): void {
  if (BAD_VALUE.test(value)) {
    throw new Error(`the value of the header field ${name} has characters that can't be sent`);
  }
}
