import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { ownAddress, toolkitFolder } from "./toolkit_address.ts";

Deno.test("ownAddress() is where this program has the toolkit; a compiled one has none", () => {
  assert(ownAddress(false).endsWith("/mod.ts"));
  assertThrows(() => ownAddress(true), "say by --import where mod.ts is");
});

Deno.test("toolkitFolder() takes mod.ts or its folder, by address or path", () => {
  const here = Deno.cwd();
  const cases: [given: string, directory: string, folder: string][] = [
    ["https://example.com/orch/mod.ts", "a", "https://example.com/orch/"],
    ["https://example.com/orch", "a", "https://example.com/orch/"],
    ["https://example.com/orch@1.0//", "a", "https://example.com/orch@1.0/"],
    ["file:///srv/orch/mod.ts", "a", "file:///srv/orch/"],
    ["/srv/a b/mod.ts", "a", "file:///srv/a%20b/"],
    ["/srv/orch/", "a", "file:///srv/orch/"],
    ["mod.ts", "a", "../"],
    ["../of others/mod.ts", "a/b", "../../../of others/"],
    ["a/orch", "a", "./orch/"],
    ["orch", `${here}/a`, "../orch/"],
  ];
  for (const [given, directory, folder] of cases) {
    assertEquals(toolkitFolder(given, directory), folder, given);
  }
});

Deno.test("toolkitFolder() refuses what nobody can import from", () => {
  for (
    const given of ["npm:orch", "jsr:@orch/orch", "https://a/?b", "https://a/#b", "data:text,"]
  ) {
    assertThrows(() => toolkitFolder(given, "a"), `--import is ${JSON.stringify(given)}: write`);
  }
});
