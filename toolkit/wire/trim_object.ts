/**
 * Decoded objects without what only servers need.
 *
 * @module
 */

import { isObject, type JsonObject } from "../values/json.ts";

/** What stays of an object's metadata. */
export interface TrimOptions {
  /** The managers whose entries of `managedFields` stay. */
  readonly keepManagers: ReadonlySet<string>;
  /** The annotations that go, such as the one that holds the configuration that was applied last. */
  readonly dropAnnotations: ReadonlySet<string>;
}

/** The object less what `options` say, or the object itself where there is nothing to cut. */
export function trimObject(object: JsonObject, options: TrimOptions): JsonObject {
  const { metadata } = object;
  if (!isObject(metadata)) return object;
  const managedFields = keptManagers(metadata.managedFields, options.keepManagers);
  const annotations = keptAnnotations(metadata.annotations, options.dropAnnotations);
  if (managedFields === metadata.managedFields && annotations === metadata.annotations) {
    return object;
  }
  const { managedFields: _, annotations: __, ...rest } = metadata;
  return {
    ...object,
    metadata: {
      ...rest,
      ...(annotations !== undefined && { annotations }),
      ...(managedFields !== undefined && { managedFields }),
    },
  };
}

function keptManagers(entries: unknown, keep: TrimOptions["keepManagers"]): unknown {
  if (!Array.isArray(entries)) return undefined;
  const kept = entries.filter((entry) =>
    isObject(entry) && keep.has(typeof entry.manager === "string" ? entry.manager : "")
  );
  if (kept.length === entries.length) return entries;
  return kept.length === 0 ? undefined : kept;
}

function keptAnnotations(annotations: unknown, drop: TrimOptions["dropAnnotations"]): unknown {
  if (!isObject(annotations)) return annotations;
  const names = Object.keys(annotations);
  const kept = names.filter((name) => !drop.has(name));
  if (kept.length === names.length) return annotations;
  if (kept.length === 0) return undefined;
  // A name may be `__proto__`.
  return Object.fromEntries(kept.map((name) => [name, annotations[name]]));
}
