/**
 * Where the surroundings may be read.
 *
 * @module
 */

import ts from "../../../toolkit/deps/typescript.ts";
import { isTest, place, type Rule, walk } from "./rule.ts";

/**
 * Programs read environment and command line, and hand down what they found. A client that is made
 * without any options looks at its surroundings, as every client of this API does.
 */
const READERS = /(^|\/)(main|command)\.ts$|^cli\.ts$|^docs\/|^toolkit\/client\/surroundings\.ts$/;

/** Several servers can then run in one process, each with its own settings. */
export const environmentReads: Rule = (files) =>
  files.filter(({ path }) => !isTest(path) && !READERS.test(path)).flatMap((file) => {
    const problems: string[] = [];
    walk(file, (node) => {
      if (
        ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) &&
        node.expression.text === "Deno" && (node.name.text === "env" || node.name.text === "args")
      ) {
        problems.push(
          `${
            place(file, node)
          }: Deno.${node.name.text} is read by cli.ts, main.ts and command.ts only`,
        );
      }
    });
    return problems;
  });
