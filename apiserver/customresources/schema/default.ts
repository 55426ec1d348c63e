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
  fillIn(value, node, copyOfDefault);
}

/** A copy of the default of a node. */
type DefaultOf = (node: SchemaNode) => unknown;

function fillIn(value: unknown, node: SchemaNode, defaultOf: DefaultOf): void {
  if (!node.hasDefaults) return;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined || !items.hasDefaults) return;
    for (const [index, element] of value.entries()) {
      if (isMissing(element, items)) value[index] = defaultOf(items);
      fillIn(value[index], items, defaultOf);
    }
  } else if (isObject(value)) {
    // What is whole by itself needs no schema to say so.
    const inner = (name: string) =>
      node.isEmbedded && WHOLE_FIELDS.has(name) ? copyOfDefault : defaultOf;
    for (const [name, field] of node.properties) {
      if (field.default === undefined) continue;
      if (!Object.hasOwn(value, name) || isMissing(value[name], field)) {
        setMember(value, name, inner(name)(field));
      }
    }
    for (const name of Object.keys(value)) {
      const property = node.properties.get(name);
      if (property !== undefined) fillIn(value[name], property, inner(name));
      else if (node.rest instanceof SchemaNode) {
        if (isMissing(value[name], node.rest)) setMember(value, name, prunedDefault(node.rest));
        fillIn(value[name], node.rest, prunedDefault);
      }
    }
  }
}

/** What every object of the API has, whatever its schema says. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function copyOfDefault(node: SchemaNode): unknown {
  return copyJson(node.default);
}

/** Nobody judges the defaults in maps' values when they are declared: what nobody knows of them nobody gets. */
function prunedDefault(node: SchemaNode): unknown {
  const value = copyJson(node.default);
  pruneValue(value, node);
  return value;
}

/** Whether there is a null that the default takes the place of. */
function isMissing(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable && node.default !== undefined;
}
