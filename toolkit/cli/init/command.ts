/**
 * `orch init`: new operators.
 *
 * @module
 */

import { relative, resolve } from "node:path";
import { bool, flag, FlagError, group, string, works } from "../../flags/mod.ts";
import { EXIT_INTERRUPTED } from "../../process/stop.ts";
import { command, CommandError } from "../command.ts";
import { EXIT_DONE } from "../../process/exit_codes.ts";
import { subcommands } from "../subcommands.ts";
import { ownAddress, toolkitFolder } from "../toolkit_address.ts";
import { makeProject } from "./make_project.ts";
import { operatorNames } from "./operator_name.ts";

const operator = command({
  name: "init operator",
  usage: ["NAME [flags]"],
  about:
    `Makes an operator in a folder of its own: a resource, a controller that runs a deployment for each object of it, tests, the manifests that it prints, a README and a Dockerfile. Its tests pass as it is.

The resource is called after the operator: website-operator has a Website. Nothing is overwritten, and what can't be finished is taken back.

Exit codes: 0; 1 for a failure; 2 for a command line that makes no sense.

Examples:
  orch init operator website-operator
  orch init operator website-operator --webhook --group shop.example.com --directory operators/website`,
  groups: [
    group("Operator", works, {
      "webhook": flag(bool, false, "Add a webhook that is asked before its objects are written"),
      "group": flag(string, "example.com", "The API group of its resource: a domain of yours", {
        placeholder: "domain",
      }),
      "directory": flag(string, "", "The folder (default: one of its name)", {
        placeholder: "folder",
      }),
      "import": flag(
        string,
        "",
        "The address or path of the toolkit's mod.ts (default: where this program has it)",
        { placeholder: "address" },
      ),
    }),
  ],
  async run({ values, given, rest, terminal }) {
    const [name, surplus] = rest;
    if (name === undefined) throw new FlagError("no name is given: write orch init operator NAME");
    if (surplus !== undefined) {
      throw new FlagError(`unexpected argument ${JSON.stringify(surplus)}: name one operator`);
    }
    for (const flag of ["directory", "import"] as const) {
      if (given.has(flag) && values[flag] === "") throw new FlagError(`--${flag} names nothing`);
    }
    if (Deno.build.standalone) {
      throw new CommandError(
        "a compiled program can't make operators: it takes a Deno to run them",
      );
    }
    const names = operatorNames(name, values.group);
    const directory = values.directory || name;
    const toolkit = toolkitFolder(values.import || ownAddress(), directory);
    const choices = { names, webhook: values.webhook, toolkit, deno: Deno.version.deno };
    const files = await untilInterrupted((signal) => makeProject(directory, choices, signal));
    if (files === undefined) {
      terminal.err(`Interrupted: nothing was made in ${directory}.\n`);
      return EXIT_INTERRUPTED;
    }
    const shown = files.map((path) => `  ${relative(resolve(), resolve(path))}\n`);
    terminal.out(
      `Made ${name}, which runs a deployment for each ${names.kind}:\n\n${shown.join("")}\n` +
        `Next, in ${directory}:\n\n  deno task test\n\n` +
        "Its README says what there is besides.\n",
    );
    return EXIT_DONE;
  },
});

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Does some work that can be told to end; undefined where it was. */
async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const end = new AbortController();
  const interrupt = () => end.abort();
  for (const name of SIGNALS) Deno.addSignalListener(name, interrupt);
  try {
    return await work(end.signal);
  } catch (error) {
    if (end.signal.aborted) return undefined;
    throw error;
  } finally {
    for (const name of SIGNALS) Deno.removeSignalListener(name, interrupt);
  }
}

/** Runs the command; settles with its exit code. */
export const main = subcommands({
  name: "init",
  about: "Makes what a project begins with.",
  commands: {
    operator: { about: "an operator with its tests, manifests and image", run: operator },
  },
});
