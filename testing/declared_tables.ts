/**
 * A program that prints the tables of all built-in kinds as JSON: for those who send their rows to
 * servers. Not a module to import, as the files with the tables declare tests.
 *
 * @module
 */

import { declaredTables } from "./kind_tables.ts";

const KINDS = new URL("../apiserver/kinds/", import.meta.url);

async function testFiles(folder: URL): Promise<URL[]> {
  const found: URL[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await testFiles(new URL(`${name}/`, folder)));
    else if (name.endsWith("_test.ts")) found.push(new URL(name, folder));
  }
  return found;
}

if (import.meta.main) {
  const files = (await testFiles(KINDS)).map(String).toSorted();
  for (const file of files) {
    const text = await Deno.readTextFile(new URL(file));
    if (text.includes("testKind(")) await import(file);
  }
  console.log(JSON.stringify(declaredTables));
}
