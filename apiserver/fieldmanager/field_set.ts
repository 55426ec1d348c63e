/**
 * Which fields of an object somebody owns.
 *
 * @module
 */

import { fieldElement, type Path, type PathElement } from "./element.ts";
import {
  equalTrees,
  type FieldTree,
  intersect,
  isLeaf,
  isMember,
  LEAF,
  leavesOf,
  SELF,
  subtract,
  subtractWhole,
  unite,
} from "./field_tree.ts";
import { FieldTreeBuilder } from "./field_tree_builder.ts";
import { parseFieldsV1 } from "./fields_v1.ts";

/** A set of fields; it never changes. */
export class FieldSet {
  /** The set without members. */
  static readonly EMPTY: FieldSet = new FieldSet(LEAF);

  /**
   * What an object carries as FieldsV1, members in the order in which the reference writes them.
   * It is shared, and must not be changed.
   */
  readonly tree: FieldTree;

  private constructor(tree: FieldTree) {
    this.tree = tree;
  }

  /** Reads what came from outside; throws {@link FieldsError}. */
  static parse(fieldsV1: unknown): FieldSet {
    return FieldSet.of(parseFieldsV1(fieldsV1));
  }

  /** The set of a tree in normal form. */
  static of(tree: FieldTree): FieldSet {
    return isLeaf(tree) ? FieldSet.EMPTY : new FieldSet(tree);
  }

  /** The set of these paths. */
  static ofPaths(...paths: Path[]): FieldSet {
    const builder = new FieldTreeBuilder();
    for (const path of paths) builder.add(path);
    return FieldSet.of(builder.finish());
  }

  /** The set of fields given by names alone: `ofFields(["metadata", "name"], ["kind"])`. */
  static ofFields(...paths: (readonly string[])[]): FieldSet {
    return FieldSet.ofPaths(...paths.map((names) => names.map(fieldElement)));
  }

  /** Whether there is no member. */
  get isEmpty(): boolean {
    return isLeaf(this.tree);
  }

  /** Whether the field at `path` is a member; that members are below it is not enough. */
  has(path: Path): boolean {
    let node: FieldTree | undefined = this.tree;
    for (const element of path) {
      node = element === SELF ? undefined : node[element];
      if (node === undefined) return false;
    }
    return path.length > 0 && isMember(node);
  }

  /** What is below a step, the step itself left out. */
  below(element: PathElement): FieldSet {
    const node = element === SELF ? undefined : this.tree[element];
    if (node === undefined) return FieldSet.EMPTY;
    return FieldSet.of(node[SELF] === undefined ? node : withoutSelf(node));
  }

  /** The members of either. */
  union(other: FieldSet): FieldSet {
    return this.#with(unite(this.tree, other.tree));
  }

  /** The members of both. */
  intersection(other: FieldSet): FieldSet {
    return this.#with(intersect(this.tree, other.tree));
  }

  /** The members of this one that are not in `other`; what is below those of `other` stays. */
  difference(other: FieldSet): FieldSet {
    return this.#with(subtract(this.tree, other.tree));
  }

  /** The members of this one that are neither in `other` nor below one of its members. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#with(subtractWhole(this.tree, other.tree));
  }

  /** The members that have no members below them. */
  leaves(): FieldSet {
    return this.#with(leavesOf(this.tree));
  }

  /** Whether both have the same members. */
  equals(other: FieldSet): boolean {
    return equalTrees(this.tree, other.tree);
  }

  /** The paths of all members: those of a node before what is below them. */
  *paths(): Generator<Path> {
    yield* pathsOf(this.tree, []);
  }

  /** The set as its FieldsV1 text, for messages and tests. */
  toString(): string {
    return JSON.stringify(this.tree);
  }

  #with(tree: FieldTree): FieldSet {
    return tree === this.tree ? this : FieldSet.of(tree);
  }
}

function withoutSelf(node: FieldTree): FieldTree {
  const { [SELF]: _, ...rest } = node;
  return rest;
}

function* pathsOf(node: FieldTree, path: Path): Generator<Path> {
  for (const [element, child] of Object.entries(node)) {
    if (element !== SELF && isMember(child)) yield [...path, element];
  }
  for (const [element, child] of Object.entries(node)) {
    if (element !== SELF && !isLeaf(child)) yield* pathsOf(child, [...path, element]);
  }
}
