/** That no kind is forgotten. */
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";

/** Its rules are the extensions' own. */
const ELSEWHERE = ["customresourcedefinitions"];

async function* testFiles(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* testFiles(new URL(`${name}/`, folder));
    else if (name.endsWith("_test.ts")) yield new URL(name, folder);
  }
}

Deno.test("every built-in kind that is stored has tables of its rules", async () => {
  const shown = new Set(ELSEWHERE);
  for await (const file of testFiles(new URL("./", import.meta.url))) {
    const text = await Deno.readTextFile(file);
    if (!text.includes("testKind(")) continue;
    for (const [, resource] of text.matchAll(/"([a-z]+)"/g)) shown.add(resource!);
  }
  const stored = schemaOf("kubernetes").resources.filter(({ verbs }) => verbs.includes("update"));
  assertEquals(stored.map(({ resource }) => resource).filter((one) => !shown.has(one)), []);
});
