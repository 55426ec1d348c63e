/**
 * Brings sets of fields in line with a schema that changed since they were written.
 *
 * @module
 */

import { fieldName, type PathElement } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { type FieldTree, isLeaf, LEAF, SELF } from "./field_tree.ts";
import { type MergeType, UNTYPED } from "./merge_type.ts";

/**
 * The set as it has to be for objects of `type`: who owned parts of what is one value by now owns
 * all of it. The set itself where nothing changes, which is the rule.
 */
export function reconcileFields(type: MergeType, fields: FieldSet): FieldSet {
  const tree = reconcileBelow(type, fields.tree);
  return tree === fields.tree ? fields : FieldSet.of(tree);
}

function reconcileBelow(type: MergeType, node: FieldTree): FieldTree {
  let result: Record<PathElement, FieldTree> | undefined;
  for (const element in node) {
    const child = node[element];
    if (child === undefined || element === SELF || isLeaf(child)) continue;
    const childType = typeBelow(type, element);
    if (childType === undefined) continue;
    const reconciled = isWhole(childType) ? LEAF : reconcileBelow(childType, child);
    if (reconciled !== child) (result ??= { ...node })[element] = reconciled;
  }
  return result ?? node;
}

/** What is without a schema may become anything, and so tells nothing of sets. */
function isWhole(type: MergeType): boolean {
  if (type === UNTYPED) return false;
  return type.map?.atomic ?? (type.scalar === undefined && type.list?.atomic === true);
}

/** The type of what a step leads to; undefined where the type does not say. */
function typeBelow(type: MergeType, element: PathElement): MergeType | undefined {
  const name = fieldName(element);
  if (name === undefined) return type.list?.element ?? type.map?.rest;
  return type.map?.fields.get(name)?.type ?? type.map?.rest;
}
