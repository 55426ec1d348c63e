/**
 * Calls that no overload takes: each function has its own words for that.
 *
 * @module
 */

import { typeNameOf, type Value } from "./values.ts";

const REFUSED = "no such overload";

/** What is said of a call that no overload takes. */
export function refusedCall(name: string, args: readonly Value[]): string {
  const types = args.map(typeNameOf);
  const [first = "", ...others] = types;
  if (SILENT.has(name)) return REFUSED;
  if (SORTING.has(name) && first === "list") return "list elements must be comparable";
  if (name === "flatten") return `${REFUSED}: ${first}.flatten(${others.join(", ")})`;
  const able = ABLE.get(name);
  if (able === undefined) return `${REFUSED}: ${name}(${types.join(", ")})`;
  return able.includes(first) || TELL_NOTHING.includes(first) ? REFUSED : `${REFUSED}: ${name}`;
}

/** Whether a function has one implementation for all types, which does what its arguments mean as it runs. */
export function isOfAnyType(name: string): boolean {
  return ABLE.has(name);
}

const SORTING: ReadonlySet<string> = new Set(["sort", "@sortByAssociatedKeys"]);

/** Functions that tell nothing of themselves. */
const SILENT: ReadonlySet<string> = new Set([
  "_&&_",
  "_||_",
  "_?_:_",
  "!_",
  "@in",
  "contains",
  "startsWith",
  "endsWith",
]);

/** Types whose values refuse what is asked of them by themselves. */
const TELL_NOTHING: readonly string[] = [
  "string",
  "google.protobuf.Timestamp",
  "google.protobuf.Duration",
];

const NUMBERS: readonly string[] = ["int", "uint", "double"];
const COMPARED: readonly string[] = [...NUMBERS, "bool", "bytes"];

/** Operators, with the types that do them with some other. */
const ABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ["-_", ["int", "double", "bool"]],
  ["_+_", [...NUMBERS, "bytes", "list"]],
  ["_-_", NUMBERS],
  ["_*_", NUMBERS],
  ["_/_", NUMBERS],
  ["_%_", ["int", "uint"]],
  ["_<_", COMPARED],
  ["_<=_", COMPARED],
  ["_>_", COMPARED],
  ["_>=_", COMPARED],
  ["size", ["bytes", "list", "map"]],
  ["@in", []],
  ["matches", []],
  ["sort", ["list"]],
  ["@sortByAssociatedKeys", ["list"]],
]);
