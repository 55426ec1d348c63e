/**
 * Puts sets of fields together.
 *
 * @module
 */

import type { PathElement } from "./element.ts";
import { areSorted, sortElements } from "./element_order.ts";
import { type FieldTree, LEAF, SELF } from "./field_tree.ts";

/** Puts one node together, of children in any order. */
export class NodeBuilder {
  readonly #node: Record<PathElement, FieldTree>;
  #last: PathElement | undefined;
  /** All from the first on that did not come in order, which few nodes have: a large node is made once. */
  #rest: Map<PathElement, FieldTree> | undefined;

  /** `member`: whether the step that leads to the node is a member. */
  constructor(member: boolean) {
    this.#node = member ? { [SELF]: LEAF } : {};
  }

  /** Adds what is below a step, which must not have been added before. */
  add(element: PathElement, child: FieldTree): void {
    if (this.#rest === undefined) {
      const last = this.#last;
      if (last === undefined || areSorted(last, element)) {
        this.#node[element] = child;
        this.#last = element;
        return;
      }
      this.#rest = new Map();
    }
    this.#rest.set(element, child);
  }

  /** The node; undefined when it is neither a member nor has any below. */
  finish(): FieldTree | undefined {
    const node = this.#node, rest = this.#rest;
    const member = node[SELF] !== undefined;
    if (this.#last === undefined) return member ? LEAF : undefined;
    if (rest === undefined) return node;
    const sorted: Record<PathElement, FieldTree> = member ? { [SELF]: LEAF } : {};
    const elements = Object.keys(node);
    if (member) elements.shift();
    for (const element of rest.keys()) elements.push(element);
    for (const element of sortElements(elements)) {
      sorted[element] = rest.get(element) ?? node[element]!;
    }
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
