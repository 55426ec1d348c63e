import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { pointingComments } from "./comments.ts";
import { environmentReads } from "./environment.ts";
import { floors, folderCycles } from "./floors.ts";
import { importCycles, importDirection, outsideImports } from "./imports.ts";
import { drawers, longFiles, namedExports } from "./layout.ts";
import { dialectLiterals, foreignText } from "./literals.ts";
import { codeFile, type Rule } from "./rule.ts";

/** A rule, files by path, and how many problems it must find in them. */
const CASES: [rule: Rule, files: Record<string, string>, problems: number][] = [
  [importDirection, { "toolkit/a.ts": 'import "../apiserver/b.ts";' }, 1],
  [importDirection, { "apiserver/a.ts": 'export * from "../cloud/b.ts";' }, 1],
  [importDirection, { "apiserver/a.ts": 'import "../toolkit/b.ts"; import "./c.ts";' }, 0],
  [importDirection, { "toolkit/a_test.ts": 'import "../testing/b.ts";' }, 0],
  [importDirection, { "cli.ts": 'import "./toolkit/b.ts"; import("./apiserver/c.ts");' }, 0],
  [importDirection, { "mod.ts": 'import "./apiserver/c.ts";' }, 1],
  [importDirection, { "mod.ts": 'import "./server.ts";' }, 1],
  [importDirection, { "server.ts": 'import "./apiserver/c.ts";' }, 0],
  [importDirection, { "other.ts": 'import "./toolkit/c.ts";' }, 1],
  [floors, { "toolkit/values/a.ts": 'import "../flags/b.ts";' }, 1],
  [floors, { "toolkit/values/a.ts": 'import type { B } from "../cel/b.ts";' }, 1],
  [
    floors,
    { "toolkit/flags/a.ts": 'import "../values/b.ts"; import "../serving/c.ts";' },
    0,
  ],
  [floors, { "toolkit/values/a_test.ts": 'import "../flags/b.ts";' }, 0],
  [floors, { "toolkit/nowhere/a.ts": "" }, 1],
  [floors, { "apiserver/registry/a.ts": 'import "../endpoints/b.ts";' }, 1],
  [floors, { "apiserver/endpoints/a.ts": 'import "../registry/b.ts";' }, 0],
  [floors, { "apiserver/registry/a.ts": 'import type { B } from "../b.ts";' }, 0],
  [floors, { "apiserver/registry/a.ts": 'import { b } from "../b.ts";' }, 1],
  [floors, { "apiserver/assemble.ts": 'import "./endpoints/b.ts";' }, 0],
  [folderCycles, {
    "a/b/c.ts": 'import type { D } from "../e/f.ts";',
    "a/e/g.ts": 'import "../b/h.ts";',
  }, 1],
  [folderCycles, { "a/b/c.ts": 'import "../e/f.ts";', "a/e/g.ts": 'import "./h.ts";' }, 0],
  [folderCycles, { "a/b/c.ts": 'import "../d.ts";', "a/d.ts": 'import "./b/e.ts";' }, 0],
  [importDirection, { "testing/a.ts": 'import "../tests/b.ts";' }, 1],
  [importCycles, { "a.ts": 'import "./b.ts";', "b.ts": 'import "./a.ts";' }, 1],
  [importCycles, { "a.ts": 'import type { B } from "./b.ts";', "b.ts": 'import "./a.ts";' }, 0],
  [importCycles, { "a.ts": 'import { type B } from "./b.ts";', "b.ts": 'import "./a.ts";' }, 0],
  [outsideImports, { "toolkit/a.ts": 'import "npm:ws@8.23.0";' }, 1],
  [outsideImports, { "toolkit/a.ts": 'import "ws";' }, 1],
  [outsideImports, { "toolkit/a.ts": 'import "https://example.com/x.ts";' }, 1],
  [outsideImports, { "toolkit/deps/ws.ts": 'export * from "npm:ws@8.23.0";' }, 0],
  [outsideImports, { "toolkit/deps/ws.ts": 'export * from "npm:ws@^8";' }, 1],
  [outsideImports, { "toolkit/deps/a.ts": 'export * from "npm:@b/c@1.2.3/d";' }, 0],
  [outsideImports, {
    "toolkit/deps/a.ts": 'export * from "npm:b@1.2.3";',
    "toolkit/deps/b.ts": 'export * from "npm:b@1.2.3";',
  }, 1],
  [outsideImports, { "toolkit/a.ts": 'import "node:fs";' }, 0],
  [drawers, { "toolkit/utils.ts": "" }, 1],
  [drawers, { "toolkit/common/a.ts": "" }, 1],
  [drawers, { "toolkit/commons.ts": "" }, 0],
  [longFiles, { "toolkit/a.ts": "\n".repeat(601) }, 1],
  [longFiles, { "toolkit/a.ts": "\n".repeat(600) }, 0],
  [longFiles, { "toolkit/api/a.ts": "\n".repeat(9000) }, 0],
  [namedExports, { "toolkit/x/mod.ts": 'export * from "./a.ts";' }, 1],
  [namedExports, { "toolkit/x/mod.ts": 'export { a } from "./a.ts";' }, 0],
  [dialectLiterals, { "toolkit/a.ts": 'const a = "networking.k8s.io";' }, 1],
  [dialectLiterals, { "toolkit/a.ts": "const a = `${b}.kubernetes.io/x`;" }, 1],
  [dialectLiterals, { "toolkit/a.ts": "const a = /orch-system/;" }, 1],
  [dialectLiterals, { "toolkit/a.ts": "// k8s.io in a comment" }, 0],
  [dialectLiterals, { "toolkit/a.ts": 'const a = { "orch-apiserver-x": 1 };' }, 0],
  [dialectLiterals, { "toolkit/a_test.ts": 'const a = "k8s.io";' }, 0],
  [foreignText, { "toolkit/a.ts": "// TO" + "DO: later" }, 1],
  [foreignText, { "toolkit/a_test.ts": "Deno.test.on" + "ly()" }, 1],
  [environmentReads, { "toolkit/a.ts": 'Deno.env.get("X")' }, 1],
  [environmentReads, { "toolkit/cli/convert/command.ts": 'Deno.env.get("X")' }, 0],
  [environmentReads, { "toolkit/a_test.ts": 'Deno.env.get("X")' }, 0],
  [pointingComments, { "toolkit/a_test.ts": "// SEE the module's " + "comment" }, 1],
  [pointingComments, { "toolkit/a.ts": "/**\n * See the\n * module's " + "comment.\n */" }, 1],
  [pointingComments, { "toolkit/a.ts": "/** The module's comment says why. */" }, 0],
];

Deno.test("each rule finds what breaks it and nothing else", () => {
  for (const [rule, files, problems] of CASES) {
    const found = rule(Object.entries(files).map(([path, text]) => codeFile(path, text)));
    assertEquals(found.length, problems, `${rule.name} ${JSON.stringify(files).slice(0, 200)}`);
  }
});

Deno.test("importCycles() shows the way around", () => {
  const files = {
    "a.ts": 'import "./b.ts";',
    "b.ts": 'import "./c.ts";',
    "c.ts": 'import "./a.ts";',
  };
  const [problem] = importCycles(Object.entries(files).map(([path, text]) => codeFile(path, text)));
  assert(problem?.includes("b.ts -> c.ts"), problem);
});

Deno.test("pointingComments() says where and what to do", () => {
  const said = "see the module's " + "comment";
  const text = `\n/** ${said}. */\nexport const a = 1;\n`;
  assertEquals(pointingComments([codeFile("toolkit/a.ts", text)]), [
    `toolkit/a.ts:2: a doc comment says "${said}": say what the symbol guarantees`,
  ]);
});
