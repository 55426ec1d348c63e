/** The command line of `orch` itself: help, version, names that nobody has, and no cluster to ask. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { API_LEVEL, VERSION } from "../../toolkit/version.ts";
import { TestFolder } from "./terminal.ts";
import { runUnwritable } from "./unwritable_output.ts";

const CLI = new URL("../../cli.ts", import.meta.url).pathname;

/** Runs `orch` where no client config is; its exit code, and what it prints. */
async function orch(...args: string[]): Promise<[code: number, out: string, err: string]> {
  await using home = await TestFolder.make();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", CLI, ...args],
    clearEnv: true,
    env: { HOME: home.path, DENO_DIR: Deno.env.get("DENO_DIR") ?? await denoDir(), NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return [code, decoder.decode(stdout), decoder.decode(stderr)];
}

/** Where this Deno has its cache, which it looks for below the home folder. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir;
}

Deno.test("orch help NAME is NAME --help, and orch help is that of all commands", async () => {
  const all = await orch("help");
  assertEquals([all[0], all[2]], [0, ""]);
  assertEquals(await orch("--help"), all);
  for (const name of ["down", "generate types", "scheduler"]) {
    const args = name.split(" ");
    const help = await orch("help", ...args);
    assert(help[1].includes(`orch ${name} [`), help.join("\n"));
    assertEquals(help, await orch(...args, "--help"), name);
  }
});

Deno.test("orch version says which version this is", async () => {
  const said = `orch v${VERSION} (API ${API_LEVEL}, Deno ${Deno.version.deno})\n`;
  for (const name of ["version", "--version"]) assertEquals(await orch(name), [0, said, ""]);
});

Deno.test("orch says what was probably meant by a name that it does not know", async () => {
  const all = "Run 'orch --help' for all commands.\n";
  const cases: [args: string[], said: string][] = [
    [["owner"], `Error: unknown command "owner" (did you mean owners?)\n${all}`],
    [["help", "schedular"], `Error: unknown command "schedular" (did you mean scheduler?)\n${all}`],
    [["constructor"], `Error: unknown command "constructor"\n${all}`],
    [[""], `Error: unknown command ""\n${all}`],
    [["test"], `Error: orch test is run by the launcher of a checkout: ./orch test\n${all}`],
  ];
  for (const [args, said] of cases) {
    assertEquals(await orch(...args), [2, "", said], args.join(" "));
  }
});

Deno.test("whatever command it is, one that makes no sense ends with 2", async () => {
  const cases = ["up --no", "status x", "down --no", "reset x", "envtest", "convert", "store"];
  cases.push("store get", "convert -o x", "generate x", "generate crds", "init x", "why", "owners");
  for (const args of cases) {
    const [code, out, err] = await orch(...args.split(" "));
    assertEquals([code, out], [2, ""], `${args}: ${err}`);
  }
});

Deno.test("orch says by which flag a cluster is named where none is known", async () => {
  const cases = [["owners", "deploy/web"], ["why", "web-0"], ["generate", "types"]];
  for (const args of cases) {
    const [code, out, err] = await orch(...args);
    assertEquals([code, out], [1, ""], err);
    assert(err.startsWith("Error: no server is known"), err);
    assert(
      err.endsWith(", and this is no pod; write where it is: --kubeconfig FILE or ADDRESS\n"),
      err,
    );
  }
});

Deno.test({
  name: "orch says in a line that its output can't be written, and nothing where nobody reads it",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const full = "Error: standard output can't be written: No space left on device (os error 28)\n";
    // Help of commands and of a process, a text that is asked for, and progress.
    const cases = ["--help", "why --help", "store --help", "scheduler --help", "generate"];
    cases.push("reset --state=/x");
    for (const args of cases) {
      const program = ["run", "-A", "--quiet", "--no-check", CLI, ...args.split(" ")];
      assertEquals(await runUnwritable("full", program), [1, full], args);
      assertEquals(await runUnwritable("closed", program), [141, ""], args);
    }
  },
});
