/** `orch generate crds` and `rbac`: what an operator's own command line prints. */
import { main as generate } from "../../toolkit/cli/generate/command.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { decodeYaml } from "../../toolkit/codec/yaml.ts";
import type { KubeObject } from "../../mod.ts";
import { operator } from "../compiler/programs/website.ts";
import { run, TestFolder } from "./terminal.ts";

const PROGRAM = new URL("../compiler/programs/website.ts", import.meta.url).pathname;

Deno.test("orch generate crds and rbac print what the operator of a file needs", async () => {
  const printed = async (...args: string[]) => {
    const { code, out, err } = await run(generate, args);
    assertEquals([code, err], [0, ""], args.join(" "));
    return decodeYaml(out) as KubeObject[];
  };
  const all = (options = {}) =>
    operator.manifests(options).filter(({ kind }) => kind !== "Namespace") as KubeObject[];
  const [definition, ...roles] = all();
  assertEquals(await printed("crds", PROGRAM), [definition!]);
  assertEquals(await printed("rbac", PROGRAM), roles);
  const other = { dialect: "orch", namespace: "ops" };
  assertEquals(
    await printed("rbac", PROGRAM, "--dialect=orch", "-n", "ops"),
    all(other).slice(1),
  );
});

Deno.test("orch generate crds runs files without rights, and says which don't print manifests", async () => {
  await using folder = await TestFolder.make();
  const { path } = folder;
  const fails = async (code: string, said: RegExp) => {
    const file = await folder.write("a.ts", code);
    const found = await run(generate, ["crds", file]);
    assertEquals([found.code, found.out], [1, ""], code);
    assert(said.test(found.err), found.err);
  };
  await fails("", /there is nothing to print, or its last line has to be/);
  await fails("console.log('hello')", /it prints no manifests: its last line/);
  await fails("console.log('a: b: c')", /it prints no manifests/);
  await fails("throw new Error('it broke\\u001b[2J')", /it failed: [^]*it broke\\u001b\[2J/);
  await fails("Deno.exit(3)", /it failed: it says nothing about why/);
  await fails("if (", /it failed: [^]*Expression expected/);
  await fails(
    `Deno.writeTextFileSync(${JSON.stringify(`${path}/b`)}, "")`,
    /Requires write access/,
  );
  await fails("await fetch('http://127.0.0.1:1')", /Requires net access/);
  await fails("new Deno.Command('true').outputSync()", /Requires run access/);
  const dashed = await folder.write("-A.ts", "console.log('apiVersion: v1\\nkind: A')");
  assertEquals((await run(generate, ["crds", dashed])).out, "apiVersion: v1\nkind: A\n");
});

Deno.test("orch generate refuses command lines that make no sense", async () => {
  const cases: [code: number, args: string[], said: RegExp][] = [
    [2, ["type"], /no command "type" \(did you mean types\?\): write one of types, crds, rbac/],
    [2, ["__proto__"], /no command "__proto__"/],
    [2, ["crds"], /no file is named/],
    [2, ["rbac", "a.ts", "b.ts"], /unexpected argument "b\.ts"/],
    [2, ["rbac", "a.ts", "--dialect=klingon"], /must be one of orch, kubernetes/],
    [2, ["crds", "a.ts", "--image=a"], /unknown flag: --image/],
    [1, ["crds", "/nowhere/a.ts"], /\/nowhere\/a\.ts crds .*there is no such file/],
    [1, ["crds", "/"], /there is no such file/],
  ];
  for (const [code, args, said] of cases) {
    const found = await run(generate, args);
    assert(said.test(found.err), `${args}: ${found.err}`);
    assertEquals([found.code, found.out], [code, ""]);
  }
});

Deno.test("orch generate and its commands print their help", async () => {
  const { code, out } = await run(generate, ["--help"]);
  assertEquals([code, /types .*crds .*rbac /s.test(out)], [0, true], out);
  assertEquals((await run(generate, [])).out, out);
  for (const name of ["types", "crds", "rbac"]) {
    const help = await run(generate, [name, "-h"]);
    assertEquals([help.code, help.out.includes(`  orch generate ${name} `)], [0, true], help.out);
    assert(help.out.includes("Exit codes"));
  }
});
