/**
 * `orch envtest DIR`: launchers with which the tests of operators that are written in Go start this API
 * server instead of the reference's.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { join, resolve } from "node:path";
import { bool, flag, FlagError, group, parseFlags, works } from "../../flags/mod.ts";
import { NAMES } from "../../names.ts";
import { EXIT_FAILED, EXIT_USAGE } from "../../process/exit_codes.ts";
import { standardTerminal, type Terminal } from "../../process/terminal.ts";
import { RUNTIME_ENVIRONMENT, RUNTIME_FLAGS } from "../up/module_command.ts";
import { KUBECTL_LAUNCHER, moduleLauncher, quoted, type Runtime } from "./launchers.ts";
import { EnvtestError, writeLaunchers } from "./write.ts";

const API_SERVER = NAMES.kubernetes.processApiServer;

const HELP =
  `Writes launchers named ${API_SERVER}, etcd and kubectl into a folder, with which tests of operators
written in Go run on this API server, unchanged:

  KUBEBUILDER_ASSETS=$(orch envtest DIR) go test ./...

Usage:
  orch envtest DIR

  -h, --help   print this help and exit

The folder's path is printed. ${API_SERVER} takes the reference's flags and keeps its objects in memory; etcd
answers health checks and nothing else; kubectl becomes the one on PATH. They have the absolute paths of this
program and of its runtime: after either has moved, write them anew. docs/envtest.md says what differs.
`;

const FLAGS = [
  group("Global", works, {
    help: flag(bool, false, "Print this help and exit", { shorthand: "h" }),
  }),
] as const;

/** Permissions of the API server: files and network as its flags say, and no other programs. */
const SERVER_PERMISSIONS = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys",
];

/** Those of what stands for etcd: it reads and writes no file. */
const ETCD_PERMISSIONS = ["--allow-net", "--allow-env"];

/** Runs the command; returns its exit code. */
export async function main(
  args: readonly string[],
  terminal: Terminal = standardTerminal,
): Promise<number> {
  try {
    const { values, rest } = parseFlags(FLAGS, args);
    if (values.help) {
      terminal.out(HELP);
      return 0;
    }
    const [folder] = rest;
    if (folder === undefined || folder === "" || rest.length > 1) {
      throw new FlagError(`takes one folder, the one to write to; ${rest.length} were given`);
    }
    const path = resolve(folder);
    await write(path);
    terminal.err(
      `Launchers are in ${path}. Run tests with\n\n  KUBEBUILDER_ASSETS=${
        quoted(path)
      } go test ./...\n\n`,
    );
    terminal.out(`${path}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof EnvtestError || error instanceof FlagError)) throw error;
    terminal.err(`Error: orch envtest: ${error.message}\nRun 'orch envtest --help' for more.\n`);
    return error instanceof FlagError ? EXIT_USAGE : EXIT_FAILED;
  }
}

async function write(folder: string): Promise<void> {
  if (Deno.build.standalone) {
    throw new EnvtestError("launchers run modules: use it from a checkout or by URL, not compiled");
  }
  if (Deno.build.os === "windows") {
    throw new EnvtestError("launchers are shell scripts, which this system does not run");
  }
  const server = new URL("../../../apiserver/main.ts", import.meta.url);
  const etcd = new URL("./etcd/main.ts", import.meta.url);
  const environment = await runtimeEnvironment();
  const runtimeOf = (module: URL, permissions: readonly string[]): Runtime => ({
    program: Deno.execPath(),
    flags: ["run", "--quiet", "--no-prompt", ...permissions, ...RUNTIME_FLAGS, ...origin(module)],
    environment,
  });
  await writeLaunchers(folder, {
    [API_SERVER]: moduleLauncher(server.href, runtimeOf(server, SERVER_PERMISSIONS)),
    etcd: moduleLauncher(etcd.href, runtimeOf(etcd, ETCD_PERMISSIONS)),
    kubectl: KUBECTL_LAUNCHER,
  });
  // All that has to be fetched is fetched now, and not while a test waits.
  await Promise.all([tryOut(join(folder, API_SERVER)), tryOut(join(folder, "etcd"))]);
}

/** What the runtime is told of where `module` is from. */
function origin(module: URL): string[] {
  if (module.protocol === "file:") {
    return ["--config", fileURLToPath(new URL("../../../deno.json", import.meta.url))];
  }
  // Modules of the web have no configuration: whatever lies in the current folder is none of theirs.
  return ["--no-config", `--allow-import=${module.host}`];
}

/** Tests may run with another home: the runtime's cache stays the one that is filled. */
async function runtimeEnvironment(): Promise<Record<string, string>> {
  const info = JSON.parse(await output(Deno.execPath(), ["info", "--json"])) as { denoDir: string };
  const authorities = Deno.env.get("DENO_TLS_CA_STORE");
  return {
    DENO_DIR: info.denoDir,
    DENO_NO_UPDATE_CHECK: "1",
    ...RUNTIME_ENVIRONMENT,
    ...(authorities !== undefined && { DENO_TLS_CA_STORE: authorities }),
  };
}

async function tryOut(launcher: string): Promise<void> {
  await output(launcher, ["--version"]);
}

/** What a program prints. Throws an {@link EnvtestError} where it fails. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const result = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output().catch((error: Error) => error);
  if (result instanceof Error) {
    throw new EnvtestError(`${program} can't be run: ${result.message}`);
  }
  const decoder = new TextDecoder();
  if (result.success) return decoder.decode(result.stdout);
  const told = decoder.decode(result.stderr).trim();
  throw new EnvtestError(`${[program, ...args].join(" ")} failed with ${result.code}: ${told}`);
}
