/**
 * Fills in what a schema says of what an object leaves out.
 *
 * @module
 */

import { copyJson, isObject, setMember } from "../../../toolkit/values/json.ts";
import { SchemaNode } from "./node.ts";
import { pruneValue } from "./prune.ts";

/** Puts in defaults of fields that are not there, or null where they may not be. In place. */
export function applyDefaults(value: unknown, node: SchemaNode): void {
  if (!node.hasDefaults) return;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined || !items.hasDefaults) return;
    for (const [index, element] of value.entries()) {
      if (isMissing(element, items)) value[index] = copyJson(items.default);
      applyDefaults(value[index], items);
    }
  } else if (isObject(value)) {
    for (const [name, field] of node.properties) {
      if (field.default === undefined) continue;
      if (!Object.hasOwn(value, name) || isMissing(value[name], field)) {
        setMember(value, name, copyJson(field.default));
      }
    }
    for (const name of Object.keys(value)) {
      const property = node.properties.get(name);
      if (property !== undefined) applyDefaults(value[name], property);
      else if (node.rest instanceof SchemaNode) {
        if (isMissing(value[name], node.rest)) setMember(value, name, defaultOfRest(node.rest));
        applyDefaults(value[name], node.rest);
      }
    }
  }
}

/** A default that no definition is asked about: it may have fields that nobody knows, which nobody gets. */
function defaultOfRest(node: SchemaNode): unknown {
  const value = copyJson(node.default);
  pruneValue(value, node);
  return value;
}

/** Whether there is a null that the default takes the place of. */
function isMissing(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable && node.default !== undefined;
}
