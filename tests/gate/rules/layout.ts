/**
 * Names and sizes of files.
 *
 * @module
 */

import ts from "../../../toolkit/deps/typescript.ts";
import { isGenerated, isTest, place, type Rule, walk } from "./rule.ts";

const DRAWER = /^(utils?|helpers?|common|misc|shared|types|lib|stuff|base)(_test)?(\.ts)?$/;

/** No file or folder takes whatever has no place. */
export const drawers: Rule = (files) =>
  files.flatMap(({ path }) => {
    const name = path.split("/").find((part) => DRAWER.test(part));
    return name === undefined ? [] : [`${path}: ${name} is a drawer for leftovers, not a place`];
  });

/** Past these a file holds more than one thing. */
const MAX_LINES = 600;
const MAX_TEST_LINES = 1000;

/** Files stay readable in one go. */
export const longFiles: Rule = (files) =>
  files.filter(({ path }) => !isGenerated(path)).flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    const limit = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
    return lines <= limit ? [] : [`${path}: ${lines} lines, more than ${limit}: split it`];
  });

/** A folder's mod.ts lists what it exports, so that its contract is read in one place. */
export const namedExports: Rule = (files) =>
  files.filter(({ path }) =>
    path.endsWith("/mod.ts") && !isGenerated(path) && path !== "toolkit/mod.ts"
  ).flatMap((file) => {
    const problems: string[] = [];
    walk(file, (node) => {
      if (ts.isExportDeclaration(node) && node.exportClause === undefined) {
        problems.push(`${place(file, node)}: export by name, not everything`);
      }
    });
    return problems;
  });
