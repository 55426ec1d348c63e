/**
 * Exactly one of several members: as a rule where servers take one, which says best what is wrong.
 *
 * @module
 */

import { isObject } from "../values/json.ts";
import { EXTENSIONS, fieldsOf, type Schema } from "./schema.ts";
import type { Rule } from "./type_options.ts";

/** Of more values a rule might cost more than servers let it. */
const REPEATED_LIMIT = 1_000;
/** With more members, too. */
const MEMBERS_LIMIT = 64;
/** Names that expressions need no escapes for. */
const PLAIN = /^[A-Za-z_](?:_?[A-Za-z0-9])*$/;
const RESERVED: ReadonlySet<string> = new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "false",
  "for",
  "function",
  "if",
  "import",
  "in",
  "let",
  "loop",
  "namespace",
  "null",
  "package",
  "return",
  "true",
  "var",
  "void",
  "while",
]);

/**
 * The rule that exactly one of the members is there; undefined where there is none that servers take
 * for sure, and a schema has to say it in its own words. `repeated` is how many values it may be
 * evaluated for.
 */
export function oneOfRule(names: readonly string[], repeated: number): Rule | undefined {
  const isPlain = names.every((name) => PLAIN.test(name) && !RESERVED.has(name));
  if (!isPlain || names.length > MEMBERS_LIMIT || repeated > REPEATED_LIMIT) return undefined;
  const members = names.map((name) => `has(self.${name})`).join(", ");
  return {
    rule: `[${members}].filter(x, x).size() == 1`,
    message: `exactly one of ${names.join(", ")} must be set`,
  };
}

/** Whether values of a schema have exactly one of its fields, in whichever words it says so. */
export function isOneOf(schema: Schema): boolean {
  if (Array.isArray(schema.oneOf)) return true;
  const rules = schema[EXTENSIONS.rules];
  if (!Array.isArray(rules)) return false;
  const own = oneOfRule(Object.keys(fieldsOf(schema)), 1)?.rule;
  return own !== undefined && rules.some((one) => isObject(one) && one.rule === own);
}
