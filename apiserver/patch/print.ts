/**
 * Values as the reference's messages show them, `map[name:web ports:[80 443]]`, which is how people
 * who search for a message know it.
 *
 * @module
 */

import { sortedNames } from "../../toolkit/codec/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** No message shows more of a value. */
const LIMIT_CHARACTERS = 1000;

/** A JSON value in Go's notation, cut off where it gets long. */
export function printValue(value: unknown): string {
  const parts: string[] = [];
  print(value, parts, { left: LIMIT_CHARACTERS });
  const text = parts.join("");
  return text.length <= LIMIT_CHARACTERS ? text : `${text.slice(0, LIMIT_CHARACTERS)}…`;
}

function print(value: unknown, parts: string[], budget: { left: number }): void {
  const write = (text: string) => {
    // A bit more than fits, and no more than that.
    parts.push(text.slice(0, LIMIT_CHARACTERS + 1));
    budget.left -= text.length;
  };
  if (Array.isArray(value)) {
    write("[");
    for (let i = 0; i < value.length && budget.left > 0; i++) {
      if (i > 0) write(" ");
      print(value[i], parts, budget);
    }
    write("]");
  } else if (isObject(value)) {
    write("map[");
    let first = true;
    for (const name of sortedNames(value)) {
      if (budget.left <= 0) break;
      write(`${first ? "" : " "}${name}:`);
      print(value[name], parts, budget);
      first = false;
    }
    write("]");
  } else if (value === null || value === undefined) {
    write("<nil>");
  } else {
    write(typeof value === "symbol" ? value.description ?? "" : String(value));
  }
}

/** The type of a JSON value as the reference's messages name it. */
export function printType(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  switch (typeof value) {
    case "object":
      return value === null ? "<nil>" : "map[string]interface {}";
    case "boolean":
      return "bool";
    case "string":
      return "string";
    default:
      return Number.isSafeInteger(value) || typeof value === "bigint" ? "int64" : "float64";
  }
}
