/**
 * Expressions inside objects. This is the one place that every expression of every kind passes on
 * its way in: whoever compiles them does it here.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

/** What an expression is for, which says what it may use and what it has to come to. */
export type ExpressionUse =
  | "matchCondition"
  | "variable"
  | "validation"
  | "message"
  | "auditAnnotation"
  | "applyConfiguration"
  | "jsonPatch"
  | "deviceSelector";

/** Where an expression stands. */
export interface ExpressionPlace {
  readonly use: ExpressionUse;
  /** Whether it may use parameters. Default false. */
  readonly hasParams?: boolean;
  /** Whether the object had it before this write: what was taken once is taken again. Default false. */
  readonly isStored?: boolean;
  /** The variables that stand before it, in order. Default: none. */
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
}

/** What is said of an expression that is not there; of the others nothing more than that. */
const MISSING: Readonly<Partial<Record<ExpressionUse, string>>> = {
  variable: "expression is not specified",
  validation: "expression is not specified",
  auditAnnotation: "valueExpression is not specified",
};

/** The rules for an expression. It is only looked at, not compiled. */
export function validateExpression(
  errors: FieldError[],
  path: FieldPath,
  expression: string | undefined,
  { use }: ExpressionPlace,
): void {
  if (!expression?.trim()) errors.push(FieldError.required(path, MISSING[use]));
}

/** Words that can't be names in expressions. */
const RESERVED = new Set(
  ("true false null in as break const continue else for function if import let loop package " +
    "namespace return var void while").split(" "),
);

/** Whether expressions can call something by this name. */
export function isExpressionName(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name);
}
