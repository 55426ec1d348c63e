/**
 * The rules that the linter of the runtime does not have.
 *
 * @module
 */

import { ROOT } from "../checkout.ts";
import { pointingComments } from "./comments.ts";
import { dialectLiterals, foreignText } from "./literals.ts";
import { environmentReads } from "./environment.ts";
import { floors, folderCycles } from "./floors.ts";
import { importCycles, importDirection, outsideImports } from "./imports.ts";
import { drawers, longFiles, namedExports } from "./layout.ts";
import { codeFile, type Rule } from "./rule.ts";

const RULES: readonly Rule[] = [
  importDirection,
  importCycles,
  outsideImports,
  floors,
  folderCycles,
  drawers,
  longFiles,
  namedExports,
  dialectLiterals,
  foreignText,
  environmentReads,
  pointingComments,
];

/** All that is wrong with the files at `paths`. */
export async function checkRules(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    paths.map(async (path) => codeFile(path, await Deno.readTextFile(ROOT + path))),
  );
  return RULES.flatMap((rule) => rule(files));
}
