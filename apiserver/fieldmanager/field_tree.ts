/**
 * Sets of fields as trees, in the very form in which objects carry them (FieldsV1):
 *
 * ```json
 * { "f:spec": { "f:ports": { ".": {}, "k:{\"port\":80}": { ".": {}, "f:name": {} } } } }
 * ```
 *
 * A step that leads to `{}`, or to a node with `.`, is a member of the set. So a set that was read
 * with its object needs no parsing, what it shares with another set is shared in memory, and an
 * operation costs as much as its smaller side.
 *
 * Trees are never changed, and are in normal form: steps in their one spelling and in order, `.`
 * first and only beside other steps.
 *
 * @module
 */

import type { PathElement } from "./element.ts";
import { compareElements } from "./element_order.ts";

/** A set of fields, or what of a set is below one step. */
export interface FieldTree {
  readonly [element: PathElement]: FieldTree;
}

/** Marks a node that is a member and has members below. */
export const SELF = ".";

/** A member with nothing below it; as a whole set, the empty one. */
export const LEAF: FieldTree = Object.freeze({});

/** Whether nothing is below. */
export function isLeaf(node: FieldTree): boolean {
  if (node === LEAF) return true;
  // To begin with the steps of a large node takes as long as to list them all.
  if (node[SELF] !== undefined) return false;
  for (const _ in node) return false;
  return true;
}

/** Whether the step that leads to `node` is a member. */
export function isMember(node: FieldTree): boolean {
  return node[SELF] !== undefined || isLeaf(node);
}

/** A node of these steps; undefined when it is neither a member nor has any below. */
function nodeOf(
  source: FieldTree,
  replaced: ReadonlyMap<PathElement, FieldTree | undefined>,
  member: boolean,
): FieldTree | undefined {
  const node: Record<PathElement, FieldTree> = {};
  if (member) node[SELF] = LEAF;
  let empty = true;
  for (const element in source) {
    if (element === SELF) continue;
    const child = replaced.has(element) ? replaced.get(element) : source[element];
    if (child === undefined) continue;
    node[element] = child;
    empty = false;
  }
  return !empty ? node : member ? LEAF : undefined;
}

/** The members of `tree` without those of `other`: `tree` itself where they share none. */
export function subtract(tree: FieldTree, other: FieldTree): FieldTree {
  return subtractBelow(tree, other, false) ?? LEAF;
}

/** Of a node with members below. `member`: whether it stays one itself. */
function subtractBelow(
  node: FieldTree,
  other: FieldTree,
  member: boolean,
): FieldTree | undefined {
  let replaced: Map<PathElement, FieldTree | undefined> | undefined;
  for (const element in other) {
    const child = node[element], taken = other[element];
    if (child === undefined || taken === undefined || element === SELF) continue;
    const left = isLeaf(child)
      ? isMember(taken) ? undefined : child
      : subtractBelow(child, taken, child[SELF] !== undefined && !isMember(taken));
    if (left !== child) (replaced ??= new Map()).set(element, left);
  }
  if (replaced !== undefined) return nodeOf(node, replaced, member);
  return member === (node[SELF] !== undefined) ? node : nodeOf(node, NONE, member);
}

const NONE: ReadonlyMap<PathElement, FieldTree | undefined> = new Map();

/** The members of `tree` that are neither members of `other` nor below one. */
export function subtractWhole(tree: FieldTree, other: FieldTree): FieldTree {
  return subtractWholeBelow(tree, other) ?? LEAF;
}

function subtractWholeBelow(node: FieldTree, other: FieldTree): FieldTree | undefined {
  let replaced: Map<PathElement, FieldTree | undefined> | undefined;
  for (const element in other) {
    const child = node[element], taken = other[element];
    if (child === undefined || taken === undefined || element === SELF) continue;
    const left = isMember(taken)
      ? undefined
      : isLeaf(child)
      ? child
      : subtractWholeBelow(child, taken);
    if (left !== child) (replaced ??= new Map()).set(element, left);
  }
  return replaced === undefined ? node : nodeOf(node, replaced, node[SELF] !== undefined);
}

/** The members of both. */
export function intersect(tree: FieldTree, other: FieldTree): FieldTree {
  return intersectBelow(tree, other, false) ?? LEAF;
}

function intersectBelow(
  node: FieldTree,
  other: FieldTree,
  member: boolean,
): FieldTree | undefined {
  const result: Record<PathElement, FieldTree> = {};
  if (member) result[SELF] = LEAF;
  let empty = true;
  for (const element in node) {
    const child = node[element], theirs = other[element];
    if (child === undefined || theirs === undefined || element === SELF) continue;
    const both = intersectBelow(child, theirs, isMember(child) && isMember(theirs));
    if (both === undefined) continue;
    result[element] = both;
    empty = false;
  }
  return !empty ? result : member ? LEAF : undefined;
}

/** The members of either: `tree` itself where it has all of them. */
export function unite(tree: FieldTree, other: FieldTree): FieldTree {
  if (isLeaf(tree)) return other;
  return uniteBelow(tree, other, false);
}

function uniteBelow(node: FieldTree, other: FieldTree, member: boolean): FieldTree {
  let replaced: Map<PathElement, FieldTree> | undefined;
  let added: PathElement[] | undefined;
  for (const element in other) {
    const theirs = other[element];
    if (theirs === undefined || element === SELF) continue;
    const child = node[element];
    if (child === undefined) {
      (added ??= []).push(element);
    } else {
      const either = uniteBelow(child, theirs, isMember(child) || isMember(theirs));
      if (either !== child) (replaced ??= new Map()).set(element, either);
    }
  }
  if (added === undefined) {
    if (replaced === undefined && member === (node[SELF] !== undefined)) return node;
    if (replaced === undefined && isLeaf(node)) return node;
    return nodeOf(node, replaced ?? NONE, member) ?? LEAF;
  }
  const result: Record<PathElement, FieldTree> = {};
  if (member) result[SELF] = LEAF;
  let at = 0;
  for (const element in node) {
    const child = node[element];
    if (child === undefined || element === SELF) continue;
    for (; at < added.length && compareElements(added[at]!, element) < 0; at++) {
      result[added[at]!] = other[added[at]!]!;
    }
    result[element] = replaced?.get(element) ?? child;
  }
  for (; at < added.length; at++) result[added[at]!] = other[added[at]!]!;
  return result;
}

/** Whether both have the same members. */
export function equalTrees(left: FieldTree, right: FieldTree): boolean {
  if (left === right) return true;
  let count = 0;
  for (const element in left) {
    const child = left[element], theirs = right[element];
    if (child === undefined || theirs === undefined || !equalTrees(child, theirs)) return false;
    count++;
  }
  for (const _ in right) count--;
  return count === 0;
}

/** The members that have no members below them. */
export function leavesOf(tree: FieldTree): FieldTree {
  const result: Record<PathElement, FieldTree> = {};
  for (const element in tree) {
    const child = tree[element];
    if (child !== undefined && element !== SELF) result[element] = leavesOf(child);
  }
  return result;
}
