/**
 * Test files in groups: those of a group share a worker, which loads what they import once.
 *
 * @module
 */

import { ROOT } from "./checkout.ts";

/** Files of a group at most: with fewer more is loaded and compiled again, with more the last workers are left alone. */
const GROUP_FILES = 20;

/** Writes a module for each group of `paths` into a folder. Returns the modules, in order. */
export async function groupFiles(paths: readonly string[], folder: string): Promise<string[]> {
  const modules: string[] = [];
  for (const group of groupsOf(paths)) {
    const lines = group.map((path) => `import ${JSON.stringify(`file://${ROOT}${path}`)};\n`);
    const name = group[0]!.replace(/\/?[^/]*$/, "").replaceAll("/", ".") || "root";
    const module = `${folder}/${String(modules.length).padStart(3, "0")}.${name}_test.ts`;
    await Deno.writeTextFile(module, lines.join(""));
    modules.push(module);
  }
  return modules;
}

/** Top folders whose groups take longest: last, one would leave the other workers alone. */
const FIRST = ["tests", "toolkit"];

/** Neighbours import the same, and those of one top folder most of it. */
export function groupsOf(paths: readonly string[]): string[][] {
  const groups: string[][] = [];
  const folders = Map.groupBy(paths, (path) => path.split("/")[0]!);
  for (const folder of new Set([...FIRST, ...folders.keys()])) {
    const files = folders.get(folder) ?? [];
    const count = Math.ceil(files.length / GROUP_FILES);
    const size = Math.ceil(files.length / count);
    for (let at = 0; at < files.length; at += size) groups.push(files.slice(at, at + size));
  }
  return groups;
}
