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
      if (isMissing(element, items)) value[index] = defaultOf(items);
      applyDefaults(value[index], items);
    }
  } else if (isObject(value)) {
    for (const [name, field] of node.properties) {
      if (field.default === undefined) continue;
      if (!Object.hasOwn(value, name) || isMissing(value[name], field)) {
        setMember(value, name, defaultOf(field));
      }
    }
    for (const name of Object.keys(value)) {
      const property = node.properties.get(name);
      if (property !== undefined) applyDefaults(value[name], property);
      else if (node.rest instanceof SchemaNode) {
        if (isMissing(value[name], node.rest)) setMember(value, name, defaultOf(node.rest));
        applyDefaults(value[name], node.rest);
      }
    }
  }
}

/** Defaults that have something in them, without what nobody knows. */
const pruned = new WeakMap<SchemaNode, unknown>();

/** A copy of a default. Nobody judges the defaults of maps' values: what nobody knows of them nobody gets. */
function defaultOf(node: SchemaNode): unknown {
  if (typeof node.default !== "object") return node.default;
  let value = pruned.get(node);
  if (value === undefined) {
    value = copyJson(node.default);
    pruneValue(value, node);
    pruned.set(node, value);
  }
  return copyJson(value);
}

/** Whether there is a null that the default takes the place of. */
function isMissing(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable && node.default !== undefined;
}
