/**
 * What a rule of the gate is: a function from the project's files to what is wrong with them.
 *
 * @module
 */

import ts from "../../../toolkit/deps/typescript.ts";

/** A file of code and its syntax tree. */
export interface CodeFile {
  /** Relative to the root of the checkout. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Says what breaks the rule, each with its place. */
export type Rule = (files: readonly CodeFile[]) => string[];

/** Parses a file. */
export function codeFile(path: string, text: string): CodeFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, text, tree };
}

/** `path:line` of a node. */
export function place(file: CodeFile, node: ts.Node): string {
  const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree));
  return `${file.path}:${line + 1}`;
}

/** Calls `visit` with each node of a file. */
export function walk(file: CodeFile, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(file.tree);
}

/** True for tests and for what only tests and benchmarks run. */
export function isTest(path: string): boolean {
  return path.endsWith("_test.ts") || path.includes("/testdata/") ||
    /^(tests|testing|bench|examples)\//.test(path);
}

/** True for files that a generator writes. */
export function isGenerated(path: string): boolean {
  return path.startsWith("toolkit/api/") || /^toolkit\/kinds\/built_in\w*\.ts$/.test(path) ||
    /^toolkit\/schema\/\w*table\.ts$/.test(path) ||
    path.includes("/generated/");
}
