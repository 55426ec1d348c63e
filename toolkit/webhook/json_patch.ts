/**
 * What has to be done to make one object of another.
 *
 * @module
 */

import { equalJson, isObject } from "../values/json.ts";

/** An operation of a JSON patch. */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** The operations, in an order in which they can be done. Lists that differ are replaced. */
export function jsonPatch(before: object, after: object): PatchOperation[] {
  return [...differences(before, after, "")];
}

function* differences(before: unknown, after: unknown, path: string): Generator<PatchOperation> {
  if (!isObject(before) || !isObject(after)) {
    if (!equalJson(before, after)) yield { op: "replace", path, value: after };
    return;
  }
  for (const name of Object.keys(before)) {
    const at = `${path}/${escaped(name)}`;
    if (after[name] === undefined) yield { op: "remove", path: at };
    else yield* differences(before[name], after[name], at);
  }
  for (const [name, value] of Object.entries(after)) {
    if (value === undefined || Object.hasOwn(before, name)) continue;
    yield { op: "add", path: `${path}/${escaped(name)}`, value };
  }
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
