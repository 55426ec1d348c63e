/**
 * The JSON format: one object a line, with the time in milliseconds, the caller, the message,
 * the verbosity of what is no error, and the pairs.
 *
 * @module
 */

import { type Format, merged } from "./entry.ts";
import { place } from "./text.ts";
import { errorText, json, type Plain, plain } from "./value.ts";

/** The keys of every line; a pair of such a name gets an underscore, so that none can pass for it. */
const RESERVED = new Set(["ts", "caller", "msg", "v", "err", "stacktrace"]);

/** The format, hiding more keys when `sanitize`. */
export function jsonFormat(options: { readonly sanitize: boolean }): Format {
  return (entry) => {
    const fields: [string, Plain][] = [
      ["ts", Math.floor(entry.timeMs * 1000) / 1000],
      ["caller", place(entry.caller, true)],
      ["msg", entry.message],
    ];
    if (entry.error === undefined) fields.push(["v", entry.verbosity]);
    else fields.push(["err", errorText(entry.error.value)]);
    for (const [key, value] of merged(entry.pairs)) {
      const name = RESERVED.has(key) ? `${key}_` : key;
      fields.push([name, plain(key, value, options.sanitize)]);
    }
    if (entry.backtrace !== undefined) fields.push(["stacktrace", entry.backtrace]);
    return json(Object.fromEntries(fields)) + "\n";
  };
}
