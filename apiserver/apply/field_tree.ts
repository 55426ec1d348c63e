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

import { areSorted, compareElements, type PathElement, sortElements } from "./element.ts";

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

/** `member`: whether the node stays a member itself. */
function subtractBelow(
  node: FieldTree,
  other: FieldTree,
  member: boolean,
): FieldTree | undefined {
  let replaced: Map<PathElement, FieldTree | undefined> | undefined;
  for (const element in other) {
    const child = node[element], taken = other[element];
    if (child === undefined || taken === undefined || element === SELF) continue;
    const left = subtractBelow(child, taken, isMember(child) && !isMember(taken));
    if (left !== child) (replaced ??= new Map()).set(element, left);
  }
  if (replaced !== undefined) return nodeOf(node, replaced, member);
  if (isLeaf(node)) return member ? node : undefined;
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

/** Puts one node together, of children in any order. */
export class NodeBuilder {
  readonly #node: Record<PathElement, FieldTree>;
  #last: PathElement | undefined;
  #sorted = true;

  /** `member`: whether the step that leads to the node is a member. */
  constructor(member: boolean) {
    this.#node = member ? { [SELF]: LEAF } : {};
  }

  /** Adds what is below a step, which must not have been added before. */
  add(element: PathElement, child: FieldTree): void {
    const last = this.#last;
    // Most objects come in order, and putting nodes in order is what costs.
    if (last !== undefined && this.#sorted) this.#sorted = areSorted(last, element);
    this.#node[element] = child;
    this.#last = element;
  }

  /** The node; undefined when it is neither a member nor has any below. */
  finish(): FieldTree | undefined {
    const node = this.#node;
    const member = node[SELF] !== undefined;
    if (this.#last === undefined) return member ? LEAF : undefined;
    if (this.#sorted) return node;
    const sorted: Record<PathElement, FieldTree> = member ? { [SELF]: LEAF } : {};
    const elements = Object.keys(node);
    if (member) elements.shift();
    for (const element of sortElements(elements)) sorted[element] = node[element]!;
    return sorted;
  }
}

/**
 * Gathers a set path by path, in any order. A path may be handed in as a longer array of which only
 * the first steps count, so that a walker can keep one array.
 */
export class FieldTreeBuilder {
  readonly #root: Building = new Map();
  #empty = true;

  /** Adds the field that the first `length` steps lead to; the object as a whole is no field. */
  add(path: readonly PathElement[], length: number = path.length): void {
    if (length === 0) return;
    this.#nodeAt(path, length).set(SELF, LEAF);
    this.#empty = false;
  }

  /** Adds a field with all that `tree` has below it. Nothing else may be added there. */
  put(path: readonly PathElement[], tree: FieldTree): void {
    this.#nodeAt(path, path.length - 1).set(path.at(-1)!, tree);
    this.#empty = false;
  }

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** The set of all that was added. To be called once, at the end. */
  finish(): FieldTree {
    return finished(this.#root) ?? LEAF;
  }

  #nodeAt(path: readonly PathElement[], length: number): Building {
    let node = this.#root;
    for (let i = 0; i < length; i++) {
      let next = node.get(path[i]!);
      if (!(next instanceof Map)) node.set(path[i]!, next = new Map());
      node = next;
    }
    return node;
  }
}

/** A node that is still being built, of such and of finished ones. */
type Building = Map<PathElement, Building | FieldTree>;

function finished(node: Building): FieldTree | undefined {
  const builder = new NodeBuilder(node.has(SELF));
  for (const [element, child] of node) {
    if (element === SELF) continue;
    const tree = child instanceof Map ? finished(child) : child;
    if (tree !== undefined) builder.add(element, tree);
  }
  return builder.finish();
}
