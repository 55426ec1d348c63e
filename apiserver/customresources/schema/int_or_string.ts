/**
 * How schemas say that a value is a number or a text.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";

/** Where a schema says that a value is a number or a text, the only types that nested rules may say. */
export type IntOrStringForm = "anyOf" | "allOf" | undefined;

/** Undefined: it says so by the extension at most. */
export function intOrStringForm({ anyOf, allOf }: JsonObject): IntOrStringForm {
  if (isIntOrString(anyOf)) return "anyOf";
  const [first] = Array.isArray(allOf) ? allOf : [];
  return isObject(first) && isIntOrString(first.anyOf) ? "allOf" : undefined;
}

function isIntOrString(anyOf: unknown): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  const [one, other] = anyOf;
  return isTypeOnly(one, "integer") && isTypeOnly(other, "string");
}

function isTypeOnly(schema: unknown, type: string): boolean {
  return isObject(schema) && schema.type === type && Object.keys(schema).length === 1;
}

/**
 * The alternatives of a schema of a number or a text, those of its type among them: the extension tells
 * nothing to readers that know the words of JSON Schema alone.
 */
export function withTypes(schema: JsonObject): Pick<JsonObject, "allOf" | "anyOf"> {
  const { allOf, anyOf } = schema;
  if (intOrStringForm(schema) !== undefined) return { allOf, anyOf };
  const types = [{ type: "integer" }, { type: "string" }];
  const isTaken = Array.isArray(anyOf) && anyOf.length > 0;
  if (!isTaken) return { allOf, anyOf: types };
  return { anyOf, allOf: [{ anyOf: types }, ...Array.isArray(allOf) ? allOf : []] };
}
