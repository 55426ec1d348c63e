import { assert, assertEquals } from "../deps/assert.ts";
import { aliasWords, allAliasWords } from "../descriptions/aliases.ts";
import { FAULTS } from "../descriptions/faults.ts";
import { docComment, fieldWords, wordsOf } from "./doc_comments.ts";
import { type Facts, type Package, readFacts } from "./facts.ts";
import { generate, stalePaths } from "./main.ts";
import { isTypeMeta } from "./table.ts";

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

/** What those who import the toolkit see: the API, and client config files. */
function seen(facts: Facts): Package[] {
  return [...facts.packages.values()].filter(({ config, key }) =>
    !config || key === "clientconfig/v1"
  );
}

Deno.test("every type that operators see, and every field of it, has words", async () => {
  const facts = await readFacts();
  const missing: string[] = [];
  for (const pkg of seen(facts)) {
    for (const [name, type] of facts.declarations(pkg)) {
      const of = `${pkg.key}.${name}`;
      if (wordsOf(pkg, name, type) === undefined) missing.push(of);
      for (const field of type.fields ?? []) {
        if (isTypeMeta(field) || field.inline === true) continue;
        if (fieldWords(facts, pkg, name, field) === undefined) missing.push(`${of}.${field.name}`);
      }
    }
  }
  assertEquals(missing, []);
});

Deno.test("aliasWords() is of aliases that there are, and no text has a fault", async () => {
  const facts = await readFacts();
  const there = new Set(
    seen(facts).flatMap((pkg) =>
      facts.declarations(pkg).filter(([, type]) => type.of !== undefined)
        .map(([name]) => `${pkg.key}.${name}`)
    ),
  );
  assertEquals(allAliasWords().filter(([of]) => !there.has(of)), []);
  for (const [fault, has] of Object.entries(FAULTS)) {
    assertEquals(allAliasWords().filter(([, text]) => has(text)), [], fault);
  }
  assertEquals(aliasWords("core/v1", "toString"), undefined);
});

const COMMENTS: readonly [name: string, paragraphs: (string | undefined)[], comment: string][] = [
  ["nothing", [undefined], ""],
  ["one line", ["A pod."], "/** A pod. */\n"],
  ["two paragraphs", ["A pod.", undefined, "Of v1."], "/**\n * A pod.\n *\n * Of v1.\n */\n"],
  ["a star", ["The verbs; * means all (*)."], "/** The verbs; `*` means all (`*`). */\n"],
  ["the end of a comment", ["All: */status."], "/** All: &#42;/status. */\n"],
  ["a tag", ["Or @hourly, @daily."], "/** Or `@hourly`, `@daily`. */\n"],
  ["markup", ["Less: <b>."], "/** Less: `<b>`. */\n"],
];

for (const [name, paragraphs, comment] of COMMENTS) {
  Deno.test(`docComment() writes ${name}`, () => {
    assertEquals(docComment(paragraphs), comment);
  });
}

Deno.test("docComment() breaks lines, and indents them", () => {
  const text = "word ".repeat(60).trimEnd();
  const lines = docComment([text], "  ").split("\n");
  assert(lines.every((line) => line.length <= 100), "no line is longer than others of the project");
  assertEquals(lines.slice(1, -2).map((line) => line.replace("   * ", "")).join(" "), text);
});
