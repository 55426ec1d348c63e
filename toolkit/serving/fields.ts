/**
 * Header fields of responses, checked: the runtime writes what it is given, and a line break in a
 * value would be the beginning of another field, or of another response.
 *
 * @module
 */

// deno-lint-ignore no-control-regex -- these are the characters that must not be there
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Names that were found good: a server sends the same few all the time. */
const goodNames = new Set<string>();
const MAX_GOOD_NAMES = 1000;

/** Throws on a field that can't be sent as one. */
export function checkField(name: string, value: string | number | readonly string[]): void {
  if (!goodNames.has(name)) {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a header field`);
    if (goodNames.size < MAX_GOOD_NAMES) goodNames.add(name);
  }
  if (typeof value === "string") checkValue(name, value);
  else if (typeof value !== "number") { for (const one of value) checkValue(name, one); }
}

function checkValue(name: string, value: string): void {
  if (BAD_VALUE.test(value)) {
    throw new Error(`the value of the header field ${name} has characters that can't be sent`);
  }
}
