/**
 * Commands that are several: `orch generate types`, `orch generate crds`.
 *
 * @module
 */

import { nearest } from "../flags/mod.ts";
import { standardTerminal } from "../process/terminal.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_USAGE } from "../process/exit_codes.ts";
import { printable } from "./printable.ts";

/** A command of commands. */
export interface SubcommandsDeclaration {
  /** As it is typed behind `orch`. */
  readonly name: string;
  readonly about: string;
  readonly commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>>;
}

/** Makes a command that runs the one that its first argument names. */
export function subcommands({ name, about, commands }: SubcommandsDeclaration): Command {
  return async (args, given = {}) => {
    const { terminal = standardTerminal } = given;
    const [first, ...rest] = args;
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      const rows = Object.entries(commands).map(([one, { about }]) =>
        `  ${one.padEnd(12)}${about}\n`
      );
      terminal.out(
        `${about}\n\nUsage:\n  orch ${name} COMMAND [ARGUMENTS]\n\nCommands:\n${rows.join("")}\n` +
          "Every command prints its own help with --help.\n",
      );
      return EXIT_DONE;
    }
    const found = Object.hasOwn(commands, first) ? commands[first] : undefined;
    if (found !== undefined) return await found.run(rest, given);
    const near = nearest(first, Object.keys(commands));
    const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
    const known = Object.keys(commands).join(", ");
    terminal.err(
      `Error: orch ${name} has no command ${
        printable(JSON.stringify(first))
      }${hint}: write one of ` +
        `${known}\nRun 'orch ${name} --help' for help.\n`,
    );
    return EXIT_USAGE;
  };
}
