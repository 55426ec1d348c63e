/**
 * What has changed of an object.
 *
 * @module
 */

import type { Delta } from "../informer/mod.ts";
import { equalJson, isObject } from "../values/json.ts";

/**
 * Whether any of these fields has changed: `"spec"`, `"metadata.labels"`, `"status.phase"`. What is new,
 * or gone, has.
 *
 * ```ts
 * import { changed, ConfigMap, watch } from "../../mod.ts";
 *
 * const configs = watch(ConfigMap, {
 *   to: (config) => [config.metadata.labels?.app ?? ""],
 *   when: changed("data"),
 * });
 * configs.kind.kind; // ConfigMap
 * ```
 */
export function changed(...paths: readonly string[]): (delta: Delta<object>) => boolean {
  if (paths.length === 0) throw new TypeError("changed() needs the path of a field");
  return (delta) => {
    const { previous } = delta;
    if (previous === undefined) return true;
    return paths.some((path) => !equalJson(valueAt(delta.object, path), valueAt(previous, path)));
  };
}

function valueAt(object: object, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Of the metadata: what every write changes, and nobody waits for. */
const UNSEEN: ReadonlySet<string> = new Set(["resourceVersion", "managedFields", "generation"]);

/** The fields in which two states differ: of `metadata`, `spec`, `status` and others the ones within. */
export function changedPaths(before: object, after: object): string[] {
  const found: string[] = [];
  for (const name of namesOf(before, after)) {
    const [old, now] = [(before as Fields)[name], (after as Fields)[name]];
    if (!isObject(old) || !isObject(now)) {
      if (!equalJson(old, now)) found.push(name);
      continue;
    }
    for (const inner of namesOf(old, now)) {
      if (name === "metadata" && UNSEEN.has(inner)) continue;
      if (!equalJson(old[inner], now[inner])) found.push(`${name}.${inner}`);
    }
  }
  return found;
}

type Fields = Record<string, unknown>;

function namesOf(one: object, other: object): Set<string> {
  return new Set([...Object.keys(one), ...Object.keys(other)]);
}
