import { assert, assertEquals } from "../deps/assert.ts";
import { readFacts } from "./facts.ts";
import { generate, stalePaths } from "./main.ts";

Deno.test("generate() gives the files that are committed", async () => {
  assertEquals(await stalePaths(await generate()), []);
});

Deno.test("stalePaths() names files that differ, lack or remain", async () => {
  const files = await generate();
  files.set("api/core_v1.ts", "");
  files.set("api/none_v1.ts", "");
  files.delete("api/apps_v1.ts");
  assertEquals(await stalePaths(files), ["api/apps_v1.ts", "api/core_v1.ts", "api/none_v1.ts"]);
});

Deno.test("every type that a field of the facts refers to is declared", async () => {
  const facts = await readFacts();
  let fields = 0;
  for (const pkg of facts.packages.values()) {
    for (const [, type] of facts.declarations(pkg)) {
      for (const field of type.fields ?? []) {
        facts.parse(field.type, pkg);
        fields++;
      }
    }
  }
  assert(fields > 3000, `${fields} fields`);
});
