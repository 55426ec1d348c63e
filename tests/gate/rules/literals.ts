/**
 * What no text of the code may spell out.
 *
 * @module
 */

import ts from "../../../toolkit/deps/typescript.ts";
import { type CodeFile, isGenerated, isTest, place, type Rule, walk } from "./rule.ts";

const DIALECT =
  /\b(k8s|kubernetes|orch)\.io\b|\b(kube|orch)-(system|public|node-lease|apiserver|controller-manager|scheduler|proxy)\b|vnd\.(kubernetes|orch)\b|x-(kubernetes|orch)-/;

function isPropertyName(node: ts.Node): boolean {
  // The root has no parent, whatever the types say.
  const parent = node.parent as ts.Node | undefined;
  return parent !== undefined && ts.isPropertyAssignment(parent) && parent.name === node;
}

/** Calls `visit` with each piece of literal text: strings, templates, regular expressions. */
function literals(file: CodeFile, visit: (node: ts.Node, text: string) => void): void {
  walk(file, (node) => {
    // A flag is declared under its name in the orch dialect, the key of its table.
    if (isPropertyName(node)) return;
    if (ts.isStringLiteralLike(node)) visit(node, node.text);
    else if (ts.isRegularExpressionLiteral(node)) visit(node, node.text);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      visit(node, node.text);
    }
  });
}

/** Identifiers of a dialect come from toolkit/names.ts. */
export const dialectLiterals: Rule = (files) =>
  files.filter(({ path }) => !isTest(path) && !isGenerated(path) && path !== "toolkit/names.ts")
    .flatMap((file) => {
      const problems: string[] = [];
      literals(file, (node, text) => {
        const found = DIALECT.exec(text);
        if (found !== null) {
          problems.push(`${place(file, node)}: "${found[0]}" belongs in toolkit/names.ts`);
        }
      });
      return problems;
    });

// Put together from parts, so that this file does not break its own rule.
const MARKERS = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`);
const MACHINE = new RegExp(
  `/wo${"rk"}/|\\bregistry\\.[a-z]+js\\.org\\b|\\bproxy\\.golang\\.org\\b`,
);

/** No reminders, no focused tests, no path or host of the machine it was written on. */
export const foreignText: Rule = (files) =>
  files.flatMap((file) =>
    file.text.split("\n").flatMap((line, index) => {
      const where = `${file.path}:${index + 1}`;
      if (MARKERS.test(line)) return [`${where}: a reminder is an issue, not a comment`];
      if (MACHINE.test(line)) {
        return [`${where}: names a machine or a host of where it was written`];
      }
      if (file.path.endsWith("_test.ts") && /\bDeno\.test\.only\b|\bonly: true/.test(line)) {
        return [`${where}: a focused test leaves all others out`];
      }
      return [];
    })
  );
