import { assertEquals } from "../../deps/assert.ts";
import { commandFor, RUNTIME_FLAGS } from "./module_command.ts";

Deno.test("commandFor() runs a module as this program runs, and a compiled program again", () => {
  const program = Deno.execPath();
  const web = new URL("https://example.com/orch/apiserver/main.ts");
  assertEquals(commandFor(web, "apiserver", false), {
    program,
    args: ["run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-config", web.href],
  });
  const file = new URL("../../../apiserver/main.ts", import.meta.url);
  const { args } = commandFor(file, "apiserver", false);
  assertEquals([args.at(-1), args.at(-3)], [file.href, "--config"]);
  assertEquals(commandFor(file, "apiserver", true), { program, args: ["apiserver"] });
  assertEquals(commandFor(web, undefined, true), { program, args: [] });
});
