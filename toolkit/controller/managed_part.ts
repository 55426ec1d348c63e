/**
 * The part of an object that one manager owns, by its entry in `managedFields`.
 *
 * @module
 */

import { isObject, type JsonObject } from "../values/json.ts";

/** An entry of `managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly fieldsV1?: object;
}

/** What a manager has applied of an object, or of its status; undefined: nothing. */
export function managedPart(
  object: { readonly metadata?: { readonly managedFields?: readonly ManagedFieldsEntry[] } },
  manager: string,
  subresource = "",
): JsonObject | undefined {
  const entry = object.metadata?.managedFields?.find((one) => isApplier(one, manager, subresource));
  return entry && partIn(object, entry);
}

/** What of an object all others own than this applier. */
export function partsOfOthers(
  object: { readonly metadata?: { readonly managedFields?: readonly ManagedFieldsEntry[] } },
  manager: string,
  subresource = "",
): JsonObject[] {
  const { managedFields = [] } = object.metadata ?? {};
  return managedFields.filter((entry) => !isApplier(entry, manager, subresource))
    .map((entry) => partIn(object, entry)).filter((part) => part !== undefined);
}

function isApplier(entry: ManagedFieldsEntry, manager: string, subresource: string): boolean {
  return entry.manager === manager && entry.operation === "Apply" &&
    (entry.subresource ?? "") === subresource;
}

function partIn(object: object, { fieldsV1 }: ManagedFieldsEntry): JsonObject | undefined {
  if (!isObject(fieldsV1)) return undefined;
  const part = partOf(object, fieldsV1);
  return isObject(part) ? part : undefined;
}

/** What of a value a set of fields names. A set without members names all of it. */
function partOf(value: unknown, fields: JsonObject): unknown {
  const names = Object.keys(fields).filter((name) => name !== ".");
  if (names.length === 0) return value;
  if (isObject(value)) {
    const part: JsonObject = {};
    for (const name of names) {
      const member = name.startsWith("f:") ? value[name.slice(2)] : undefined;
      if (member !== undefined) part[name.slice(2)] = partOf(member, innerOf(fields, name));
    }
    return part;
  }
  if (!Array.isArray(value)) return value;
  return names.flatMap((name) => {
    const found = elementOf(value, name);
    return found === undefined ? [] : [partOf(found, innerOf(fields, name))];
  });
}

function innerOf(fields: JsonObject, name: string): JsonObject {
  const inner = fields[name];
  return isObject(inner) ? inner : {};
}

/** The element that `k:{…}`, `v:…` or `i:…` names. */
function elementOf(list: readonly unknown[], name: string): unknown {
  const text = name.slice(2);
  if (name.startsWith("i:")) return list[Number(text)];
  let wanted: unknown;
  try {
    wanted = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (name.startsWith("v:")) {
    return list.find((element) => JSON.stringify(element) === JSON.stringify(wanted));
  }
  if (!name.startsWith("k:") || !isObject(wanted)) return undefined;
  const keys = Object.entries(wanted);
  return list.find((element) =>
    isObject(element) && keys.every(([key, value]) => element[key] === value)
  );
}
