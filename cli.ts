/**
 * The `orch` command: what it can do, each command's code loaded only when it runs.
 *
 * @module
 */

import { EXIT_USAGE } from "./toolkit/process/exit_codes.ts";
import { standardTerminal, withOutput } from "./toolkit/process/terminal.ts";

/** A command of `orch`, its code loaded only when it runs. */
interface Command {
  readonly about: string;
  readonly load: () => Promise<{ main(args: string[]): Promise<number> }>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  convert: {
    about: "read objects as JSON, YAML or Protobuf and write them as another of these",
    load: () => import("./toolkit/cli/convert/command.ts"),
  },
  init: {
    about: "make an operator with its tests, manifests and image",
    load: () => import("./toolkit/cli/init/command.ts"),
  },
  generate: {
    about: "print types of definitions, and definitions and roles of operators",
    load: () => import("./toolkit/cli/generate/command.ts"),
  },
  why: {
    about:
      "show why a pod is where it is, what keeps an object, or why an operator did what it did",
    load: () => import("./controllers/why/command.ts"),
  },
  owners: {
    about: "show who owns which field of an object, and what an apply would change",
    load: () => import("./toolkit/cli/owners/command.ts"),
  },
  up: {
    about: "run a local cluster until it is ended",
    load: async () => ({ main: (await import("./toolkit/cli/up/command.ts")).up }),
  },
  down: {
    about: "end the local cluster that runs",
    load: async () => ({ main: (await import("./toolkit/cli/up/command.ts")).down }),
  },
  status: {
    about: "show the processes of the local cluster",
    load: async () => ({ main: (await import("./toolkit/cli/up/command.ts")).status }),
  },
  reset: {
    about: "delete the state of a local cluster",
    load: async () => ({ main: (await import("./toolkit/cli/up/command.ts")).reset }),
  },
  envtest: {
    about: "write launchers with which tests of Go operators run on this API server",
    load: () => import("./toolkit/cli/envtest/command.ts"),
  },
  store: {
    about: "look at a store, back it up, restore it, compact it",
    load: () => import("./apiserver/storage/admin/command.ts"),
  },
};

/** What the launcher `./orch` of a checkout runs besides: none of it is for those who import. */
const OF_CHECKOUT: Readonly<Record<string, string>> = {
  test: "run every check and test of this checkout, with all their set-up",
  bench: "measure, and compare with something measured in the same run",
};

/** Processes: each is a program of its own, too, whose main module is the one that is loaded here. */
const PROCESSES: Readonly<Record<string, Command>> = {
  "apiserver": {
    about: "the API server",
    load: () => import("./apiserver/main.ts"),
  },
  "controller-manager": {
    about: "the controller manager",
    load: () => import("./controllers/main.ts"),
  },
  "scheduler": {
    about: "gives pods their nodes",
    load: () => import("./controllers/scheduler/main.ts"),
  },
  "nodeagent": {
    about: "the node agent (simulated nodes; others are not built yet)",
    load: () => import("./nodeagent/main.ts"),
  },
  "metrics-server": {
    about: "tells what nodes and pods use",
    load: () => import("./metricsserver/main.ts"),
  },
  "cloud-controller-manager": {
    about: "the cloud controller manager (not built yet)",
    load: () => import("./cloud/main.ts"),
  },
};

function usage(): string {
  const rows = (entries: [string, string][]) =>
    entries.map(([name, about]) => `  ${name.padEnd(26)}${about}\n`).join("");
  return `A cluster control plane and operator toolkit.

Usage:
  orch COMMAND [ARGUMENTS]

Commands:
${rows(aboutsOf(COMMANDS))}
In a checkout, with its launcher ./orch:
${rows(Object.entries(OF_CHECKOUT))}
Processes (of those that are not built yet, the flags are declared and checked):
${rows(aboutsOf(PROCESSES))}
Every command and process prints its own help with --help; --version prints the version.
`;
}

function aboutsOf(commands: Readonly<Record<string, Command>>): [string, string][] {
  return Object.entries(commands).map(([name, { about }]) => [name, about]);
}

/** Runs the command or the process that the command line `args` begins with, and returns its exit code. */
export async function main(args: string[]): Promise<number> {
  return await withOutput(standardTerminal, () => run(args));
}

async function run(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === "help" && rest.length > 0) return await run([...rest, "--help"]);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    standardTerminal.out(`${usage()}\n`);
    return 0;
  }
  if (name === "version" || name === "--version") {
    const { API_LEVEL, VERSION } = await import("./toolkit/version.ts");
    standardTerminal.out(`orch v${VERSION} (API ${API_LEVEL}, Deno ${Deno.version.deno})\n`);
    return 0;
  }
  const all = { ...COMMANDS, ...PROCESSES };
  const command = Object.hasOwn(all, name) ? all[name] : undefined;
  if (command === undefined) {
    standardTerminal.err(`Error: ${await unknown(name)}\nRun 'orch --help' for all commands.\n`);
    return EXIT_USAGE;
  }
  return await (await command.load()).main(rest);
}

/** What to say of a name that is no command here, with what was probably meant. */
async function unknown(name: string): Promise<string> {
  if (Object.hasOwn(OF_CHECKOUT, name)) {
    return `orch ${name} is run by the launcher of a checkout: ./orch ${name}`;
  }
  const { nearest } = await import("./toolkit/flags/mod.ts");
  const near = nearest(name, [...Object.keys(COMMANDS), ...Object.keys(PROCESSES)]);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  return `unknown command ${JSON.stringify(name)}${hint}`;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
