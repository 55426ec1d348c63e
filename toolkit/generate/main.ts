/**
 * `deno task generate`: makes toolkit/api, the tables of toolkit/schema and the kinds of toolkit/kinds
 * from toolkit/facts. With `--check` it writes nothing, names what is stale and exits 1.
 *
 * @module
 */

import { apiFiles } from "./api_types.ts";
import { readFacts } from "./facts.ts";
import { builtInGroupsText, builtInKindsText } from "./kinds.ts";
import { clientConfigTableText, tableText } from "./table.ts";

const TOOLKIT = new URL("../", import.meta.url);

/** All generated files, by path relative to toolkit/. */
export async function generate(): Promise<Map<string, string>> {
  const facts = await readFacts();
  const files = new Map([
    ["schema/table.ts", tableText(facts)],
    ["schema/client_config_table.ts", clientConfigTableText(facts)],
    ["kinds/built_in.ts", builtInKindsText(facts)],
    ["kinds/built_in_groups.ts", builtInGroupsText(facts)],
  ]);
  for (const [path, text] of apiFiles(facts)) files.set(`api/${path}`, text);
  return files;
}

/** Paths whose text on disk is not the generated one, files that should not exist included. */
export async function stalePaths(files: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of files) {
    if (await readIfPresent(new URL(path, TOOLKIT)) !== text) stale.push(path);
  }
  for (const folder of ["api/", "api/config/"]) {
    for await (const entry of entriesOf(new URL(folder, TOOLKIT))) {
      if (entry.isFile && !files.has(folder + entry.name)) stale.push(folder + entry.name);
    }
  }
  return stale.sort();
}

async function readIfPresent(file: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function* entriesOf(folder: URL): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.filter((arg) => arg !== "--check");
  if (unknown.length > 0) {
    console.error(`generate: unknown argument ${unknown[0]}; only --check is known`);
    return 2;
  }
  const files = await generate();
  const stale = await stalePaths(files);
  if (args.includes("--check")) {
    for (const path of stale) console.error(`toolkit/${path} is stale: run deno task generate`);
    return stale.length > 0 ? 1 : 0;
  }
  await Deno.mkdir(new URL("api/config/", TOOLKIT), { recursive: true });
  await Deno.mkdir(new URL("schema/", TOOLKIT), { recursive: true });
  for (const path of stale) {
    const text = files.get(path);
    if (text === undefined) await Deno.remove(new URL(path, TOOLKIT));
    else await Deno.writeTextFile(new URL(path, TOOLKIT), text);
  }
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
