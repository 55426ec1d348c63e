/** `orch` as one program, compiled by `deno compile`: what is in it, and a cluster that it runs. */
import { Buffer } from "node:buffer";
import { createClient, Deployment, Namespace } from "../../mod.ts";
import { slowTests } from "../../testing/requirements.ts";
import { RUNTIME_FLAGS } from "../../toolkit/cli/up/module_command.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const ROOT = new URL("../../", import.meta.url);
const CLI = new URL("cli.ts", ROOT).pathname;

/** Processes that run, as commands of the program. */
const PROCESSES = ["apiserver", "controller-manager", "scheduler", "nodeagent", "metrics-server"];

/** How `deno compile` says that it can't get what a compiled program begins with. */
const NO_BASE = "Setting up base binary";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    env: { NO_COLOR: "1", ...env },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Compiles the program. `base`: what it begins with, in the place of what is fetched. */
function compile(path: string, base?: string): Promise<Ended> {
  const args = ["compile", "-A", "--no-check", ...RUNTIME_FLAGS, `--output=${path}`, CLI];
  return run(Deno.execPath(), args, base === undefined ? {} : { DENORT_BIN: base });
}

/** Has a program run each process' help, and a cluster whose controllers, scheduler and nodes do their work. */
async function proveProgram(program: string, folder: string): Promise<void> {
  for (const name of PROCESSES) {
    const { code, out, err } = await run(program, [name, "--help"]);
    assertEquals([code, err], [0, ""], name);
    assert(out.includes(`orch ${name} [flags]`), out);
    const wrong = await run(program, [name, "--no-such-flag"]);
    assertEquals(wrong.code, 1, wrong.err);
  }
  const state = `--state=${folder}/state`;
  try {
    const up = await run(program, ["up", "--detach", "--port=0", "--nodes=2", state]);
    assertEquals([up.code, up.err], [0, ""], up.out);
    await using client = await createClient({ config: `${folder}/state/config/admin.yaml` });
    await client.create(Namespace, { metadata: { name: "n" } });
    const labels = { app: "web" };
    const namespace = "n";
    await client.create(Deployment, {
      metadata: { name: "web", namespace },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "c", image: "c:1" }] },
        },
      },
    });
    const isReady = (one?: { status?: { readyReplicas?: number } }) =>
      one?.status?.readyReplicas === 3;
    await client.waitFor(Deployment, { name: "web", namespace }, isReady, { timeout: "120s" });
    for (;;) {
      const { children } = JSON.parse((await run(program, ["status", "-ojson", state])).out);
      assertEquals(
        children.map(({ restarts }: { restarts: number }) => restarts),
        children.map(() => 0),
      );
      if (children.every(({ state }: { state: string }) => state === "ready")) break;
    }
  } finally {
    const down = await run(program, ["down", state]);
    assertEquals([down.code, down.err], [0, ""]);
  }
}

interface ModuleGraph {
  readonly modules: readonly {
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly isDynamic?: boolean;
    }[];
  }[];
}

/** The modules of this project that are loaded when they are needed first. */
async function loadedLate(): Promise<Set<string>> {
  const { out } = await run(Deno.execPath(), ["info", "--json", CLI]);
  const { modules } = JSON.parse(out) as ModuleGraph;
  const late = modules.flatMap(({ dependencies = [] }) =>
    dependencies.flatMap(({ code, isDynamic }) =>
      isDynamic === true && code?.specifier?.startsWith(ROOT.href) ? [code.specifier] : []
    )
  );
  return new Set(late);
}

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const TESTS: Readonly<Record<string, (folder: string, t: Deno.TestContext) => Promise<void>>> = {
  async "a program that runs itself again runs a cluster"(folder) {
    const program = `${folder}/orch`;
    const module = new URL("as_compiled.ts", import.meta.url).pathname;
    const words = [Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, module];
    await Deno.writeTextFile(
      program,
      `#!/bin/sh\nORCH_COMPILED="$0" exec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`,
      { mode: 0o755 },
    );
    await proveProgram(program, folder);
  },
  async "a compiled program has every module in it"(folder) {
    // Any program will do to begin with: what is compiled is not run.
    const { code, err } = await compile(`${folder}/orch`, "/bin/true");
    assertEquals(code, 0, err);
    const bytes = Buffer.from(await Deno.readFile(`${folder}/orch`));
    const late = await loadedLate();
    const main = (path: string) => new URL(`${path}/main.ts`, ROOT).href;
    for (const path of ["apiserver", "controllers", "controllers/scheduler", "nodeagent"]) {
      assert(late.has(main(path)), path);
    }
    for (const module of late) {
      const text = await Deno.readTextFile(new URL(module));
      assert(bytes.includes(text), `${module} is not in the program`);
    }
  },
  async "a compiled program runs a cluster"(folder, t) {
    const program = `${folder}/orch`;
    const { code, err } = await compile(program);
    if (code !== 0 && err.includes(NO_BASE)) {
      await t.step({
        name: "needs the runtime's denort, which can't be fetched",
        ignore: true,
        fn() {},
      });
      return;
    }
    assertEquals(code, 0, err);
    await proveProgram(program, folder);
  },
};

for (const [name, test] of Object.entries(TESTS)) {
  if (slowTests()) Deno.test(name, (t) => withFolder((folder) => test(folder, t)));
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
