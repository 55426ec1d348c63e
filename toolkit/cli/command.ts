/**
 * How a command of `orch` is declared and run: its flags, its help, and what becomes of its errors.
 *
 * @module
 */

import { ClientConfigError } from "../clientconfig/mod.ts";
import { type Clock, systemClock } from "../clock.ts";
import { CodecError } from "../codec/error.ts";
import { StatusError } from "../errors/mod.ts";
import {
  bool,
  flag,
  FlagError,
  type FlagGroup,
  group,
  type GroupValues,
  helpText,
  parseFlags,
  works,
} from "../flags/mod.ts";
import { EXIT_DONE, EXIT_FAILED, EXIT_USAGE } from "../process/exit_codes.ts";
import { OutputError, standardTerminal, type Terminal } from "../process/terminal.ts";
import { TransportError } from "../transport/transport_error.ts";
import { printable } from "./printable.ts";

/** What a command has from outside. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** The standard input. */
  input(): AsyncIterable<Uint8Array>;
}

/** One run of a command. */
export interface Call<V> extends Surroundings {
  readonly values: V;
  /** The flags that were given, by their orch names, each as it was spelled. */
  readonly given: ReadonlyMap<string, string>;
  /** What is no flag. */
  readonly rest: readonly string[];
}

/** A command: what `--help` says of it, its flags, and its work. */
export interface CommandDeclaration<G extends readonly FlagGroup[]> {
  /** As it is typed behind `orch`: `generate types`. */
  readonly name: string;
  readonly about: string;
  /** What stands behind the name, a line for each way to type it. */
  readonly usage: readonly string[];
  readonly groups: G;
  /** Settles with the exit code. */
  run(call: Call<GroupValues<G>>): Promise<number>;
}

/** An error that the user can do something about: its message is printed, and no stack. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** A command as `cli.ts` runs it. */
export type Command = (
  args: readonly string[],
  surroundings?: Partial<Surroundings>,
) => Promise<number>;

const globalFlags = group("Global", works, {
  "help": flag(bool, false, "Print this help and exit", { shorthand: "h" }),
});

/** Makes a command of its declaration. */
export function command<const G extends readonly FlagGroup[]>(
  declaration: CommandDeclaration<G>,
): Command {
  const { name, about, usage } = declaration;
  const groups = [...declaration.groups, globalFlags];
  return async (args, given = {}) => {
    const surroundings = { ...standardSurroundings(), ...given };
    const { terminal } = surroundings;
    try {
      const parsed = parseFlags(groups, args);
      if ((parsed.values as { readonly help: boolean }).help) {
        const head = { program: `orch ${name}`, about, usage };
        const options = { dialect: "kubernetes", columns: terminal.columns } as const;
        terminal.out(helpText(head, groups, options));
        return EXIT_DONE;
      }
      const values = parsed.values as unknown as GroupValues<G>;
      return await declaration.run({ ...surroundings, ...parsed, values });
    } catch (error) {
      if (error instanceof FlagError) {
        terminal.err(`Error: ${printable(error.message)}\nRun 'orch ${name} --help' for help.\n`);
        return EXIT_USAGE;
      }
      if (!isExpected(error)) throw error;
      terminal.err(`Error: ${printable(error.message)}\n`);
      return EXIT_FAILED;
    }
  };
}

/** What a user can see to, or the server has said, needs no stack. */
function isExpected(error: unknown): error is Error {
  // What runs a command sees to this one.
  if (error instanceof OutputError) return false;
  return EXPECTED.some((one) => error instanceof one) ||
    error instanceof DOMException && error.name === "TimeoutError" ||
    error instanceof Error && /\(os error \d+\)/.test(error.message);
}

const EXPECTED = [
  CommandError,
  StatusError,
  ClientConfigError,
  CodecError,
  TransportError,
  Deno.errors.NotFound,
  Deno.errors.PermissionDenied,
  Deno.errors.NotCapable,
];

function standardSurroundings(): Surroundings {
  return {
    terminal: standardTerminal,
    environment: Deno.env.toObject(),
    clock: systemClock,
    fetch: globalThis.fetch.bind(globalThis),
    input: () => Deno.stdin.readable,
  };
}
