/**
 * What an expression reads, by the names in it.
 *
 * @module
 */

import { type Expr, OPERATORS } from "./ast.ts";

/** Whether it reads a field of a variable under its name: `a.b`, `a.?b`, `a["b"]`, or whether it is there. */
export function readsField(expr: Expr, variable: string, field: string): boolean {
  return isRead(expr, variable, field) ||
    partsOf(expr).some((part) => readsField(part, variable, field));
}

function isRead(expr: Expr, variable: string, field: string): boolean {
  if (expr.is === "select") return expr.field === field && isNamed(expr.operand, variable);
  if (expr.is !== "call" || !READING.has(expr.name)) return false;
  const [of, key] = expr.args;
  return isNamed(of, variable) && key?.is === "literal" && key.value === field;
}

const READING: ReadonlySet<string> = new Set([
  OPERATORS.index,
  OPERATORS.optionalIndex,
  OPERATORS.optionalSelect,
]);

function isNamed(expr: Expr | undefined, variable: string): boolean {
  return expr?.is === "ident" && expr.name === variable;
}

/** What an expression is put together of. */
function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.is) {
    case "literal":
    case "ident":
      return [];
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.entries.map(({ value }) => value);
    case "fold":
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
  }
}
