/**
 * Expressions as trees. Operators are calls of functions with odd names (`_+_`), macros are gone:
 * what they stand for is here.
 *
 * @module
 */

import type { Value } from "./values.ts";

export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | FoldExpr;

interface Node {
  /** Where an error about it points: code units from the start of the source. */
  readonly at: number;
}

export interface LiteralExpr extends Node {
  readonly is: "literal";
  readonly value: Value;
}

export interface IdentExpr extends Node {
  readonly is: "ident";
  readonly name: string;
}

/** `operand.field`, or whether it is there: `has(operand.field)`. */
export interface SelectExpr extends Node {
  readonly is: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly test: boolean;
}

export interface CallExpr extends Node {
  readonly is: "call";
  readonly name: string;
  /** What stands before the dot of `target.name(args)`. */
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListExpr extends Node {
  readonly is: "list";
  readonly elements: readonly Expr[];
  /** Which of them are left out if they have no value: `[?x]`. */
  readonly optional: ReadonlySet<number>;
}

export interface EntryNode<Key> extends Node {
  readonly key: Key;
  readonly value: Expr;
  /** Left out if its value is none: `{?key: value}`. */
  readonly optional: boolean;
}

export interface MapExpr extends Node {
  readonly is: "map";
  readonly entries: readonly EntryNode<Expr>[];
}

export interface StructExpr extends Node {
  readonly is: "struct";
  readonly name: string;
  readonly entries: readonly EntryNode<string>[];
}

/**
 * Goes through a list or map: `result` is made of an accumulator that starts as `init` and becomes
 * `step` at every element while `condition` holds. All macros over lists are this.
 */
export interface FoldExpr extends Node {
  readonly is: "fold";
  readonly range: Expr;
  /** The element of a list or the key of a map; with `second`, the index or the key. */
  readonly variable: string;
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The functions behind operators. */
export const OPERATORS = {
  conditional: "_?_:_",
  and: "_&&_",
  or: "_||_",
  not: "!_",
  negate: "-_",
  equals: "_==_",
  differs: "_!=_",
  less: "_<_",
  lessOrEqual: "_<=_",
  greater: "_>_",
  greaterOrEqual: "_>=_",
  add: "_+_",
  subtract: "_-_",
  multiply: "_*_",
  divide: "_/_",
  remainder: "_%_",
  in: "@in",
  index: "_[_]",
  optionalIndex: "_[?_]",
  optionalSelect: "_?._",
  /** False only of false itself: an error counts as "go on". */
  notStrictlyFalse: "@not_strictly_false",
  mapInsert: "cel.@mapInsert",
} as const;

/** The accumulator of macros: no source can spell it. */
export const ACCUMULATOR = "@result";
