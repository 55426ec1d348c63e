/**
 * The fields by which objects of built-in kinds can be selected.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { AddFields } from "../resource/object_coder.ts";
import type { KindRules } from "./declaration.ts";

/** Reads the fields that a kind declares. */
export function fieldsReader({ fields = {} }: KindRules): AddFields {
  const readers = Object.entries(fields).map(([field, read]) =>
    [field, read === true ? (object: JsonObject) => at(object, field) : read] as const
  );
  return (object, found) => {
    for (const [field, read] of readers) {
      const value = read(object);
      if (value !== undefined && value !== null && value !== "") found[field] = String(value);
    }
  };
}

/** The names of each path that was asked for: they are constants, and asked for with every write. */
const namesOfPaths = new Map<string, readonly string[]>();

/** What stands at a path of names with dots between, a constant; undefined where nothing does. */
export function at(object: JsonObject, path: string): unknown {
  let names = namesOfPaths.get(path);
  if (names === undefined) namesOfPaths.set(path, names = path.split("."));
  let value: unknown = object;
  for (const name of names) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}
