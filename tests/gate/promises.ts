/**
 * Finds promises that nothing owns: a call whose promise is dropped, and an async function given
 * where a plain one is called and its result thrown away. An error in one would go unseen, and a
 * stop could not wait for it. The runtime's linter does not know types, so the compiler is asked.
 *
 * @module
 */

import ts from "../../toolkit/deps/typescript.ts";
import { ROOT } from "./checkout.ts";
import { openProgram } from "./type_program.ts";

/** Each unowned promise in the files at `paths`, with its place. */
export async function checkPromises(paths: readonly string[]): Promise<string[]> {
  const program = await openProgram(paths.map((path) => ROOT + path));
  const checker = program.getTypeChecker();
  const problems: string[] = [];
  for (const path of paths) {
    const source = program.getSourceFile(ROOT + path);
    if (source === undefined) continue;
    for (const { node, why } of unowned(source, checker)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      problems.push(`${path}:${line + 1}: ${why}`);
    }
  }
  return problems;
}

/** What is unowned in one file. */
export function unowned(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): { node: ts.Node; why: string }[] {
  const found: { node: ts.Node; why: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node)) {
      const dropped = ts.isVoidExpression(node.expression)
        ? node.expression.expression
        : node.expression;
      if (isOwned(dropped) || handlesFailure(dropped)) {
        ts.forEachChild(node, visit);
        return;
      }
      if (isPromise(checker.getTypeAtLocation(dropped), checker)) {
        found.push({
          node,
          why: "a promise is dropped: await it, return it, or catch its failure",
        });
      }
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      for (const argument of node.arguments ?? []) {
        if (isAsyncForVoid(argument, checker)) {
          found.push({ node: argument, why: "an async function where its promise is thrown away" });
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What is assigned has an owner. */
function isOwned(expression: ts.Expression): boolean {
  return ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
}

/** `p.catch(handler)` and `p.then(done, handler)` leave no failure behind. */
function handlesFailure(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression)) return false;
  const callee = expression.expression;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  if (callee.name.text === "catch") return expression.arguments.length >= 1;
  if (callee.name.text === "then") return expression.arguments.length >= 2;
  return callee.name.text === "finally" && handlesFailure(callee.expression);
}

function isPromise(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((one) => isPromise(one, checker));
  const then = type.getProperty("then");
  if (then === undefined || type.flags & ts.TypeFlags.Any) return false;
  return checker.getTypeOfSymbol(then).getCallSignatures().length > 0;
}

function isAsyncForVoid(argument: ts.Expression, checker: ts.TypeChecker): boolean {
  if (!ts.isArrowFunction(argument) && !ts.isFunctionExpression(argument)) return false;
  const own = checker.getTypeAtLocation(argument).getCallSignatures()[0];
  if (own === undefined || !isPromise(own.getReturnType(), checker)) return false;
  const wanted = checker.getContextualType(argument);
  const signatures = wanted === undefined
    ? []
    : (wanted.isUnion() ? wanted.types : [wanted]).flatMap((one) => one.getCallSignatures());
  return signatures.length > 0 &&
    signatures.every((one) => (one.getReturnType().flags & ts.TypeFlags.Void) !== 0);
}
