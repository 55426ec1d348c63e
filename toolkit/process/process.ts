/**
 * What every process does before its own work: reads its flags, answers `--help` and
 * `--version`, sets up its log, and says which of the given flags have no effect and why.
 *
 * @module
 */

import {
  FlagError,
  type FlagGroup,
  type GroupValues,
  helpText,
  notices,
  parseFlags,
} from "../flags/mod.ts";
import type { Clock } from "../clock.ts";
import type { loggingFlags } from "../logging/flags.ts";
import { loggingNotices, type LoggingOptions, openLog } from "../logging/mod.ts";
import type { Logger } from "../logger.ts";
import { type Dialect, NAMES, type Names } from "../names.ts";
import { API_LEVEL, VERSION } from "../version.ts";
import type { globalFlags } from "./flags.ts";
import type { StopReason } from "./stop.ts";
import { standardTerminal, type Terminal, withOutput } from "./terminal.ts";

/** What a process is made of. */
export interface ProcessDeclaration<G extends readonly FlagGroup[]> {
  /** The program's name in a dialect. */
  program(names: Names): string;
  /** How it is typed: `orch` and the process's command. */
  readonly command: string;
  /** The first paragraph of `--help`. */
  readonly about: string;
  readonly groups: G;
  /** The work itself; settles with the exit code when the process is over. */
  run(context: ProcessContext<GroupValues<G>>): Promise<number>;
}

/** What a process's work is given. */
export interface ProcessContext<V> {
  readonly program: string;
  readonly dialect: Dialect;
  readonly values: V;
  /** The flags that were given, by their orch names, each as it was spelled. */
  readonly given: ReadonlyMap<string, string>;
  readonly logger: Logger;
  /** Aborts when the process is asked to end, with what asked as its reason. */
  readonly signal: AbortSignal;
  /** Why log lines are being lost; undefined while they are not. */
  logProblem(): string | undefined;
  /** Shows log lines up to this verbosity from now on. */
  setVerbosity(level: number): void;
  readonly terminal: Terminal;
}

/** What work is given whose clock and randomness come from outside. */
export interface WorkContext<V>
  extends
    Pick<ProcessContext<V>, "program" | "dialect" | "values" | "logger" | "signal">,
    Partial<Pick<ProcessContext<V>, "setVerbosity">> {
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  random(): number;
}

/** What a process has from outside. */
export interface ProcessSurroundings {
  /** Default: the standard streams. */
  readonly terminal?: Terminal;
  /**
   * Settles when the process is asked to end, and is called as soon as it is known that it runs.
   * Default: nobody asks.
   */
  stopRequested?(): Promise<StopReason>;
}

/** Runs a process on the command line `args`; settles with its exit code. */
export async function runProcess<const G extends readonly FlagGroup[]>(
  declaration: ProcessDeclaration<G>,
  args: readonly string[],
  surroundings: ProcessSurroundings = {},
): Promise<number> {
  const { terminal = standardTerminal } = surroundings;
  return await withOutput(terminal, () => run(declaration, args, { ...surroundings, terminal }));
}

async function run<const G extends readonly FlagGroup[]>(
  declaration: ProcessDeclaration<G>,
  args: readonly string[],
  { terminal, stopRequested }: ProcessSurroundings & { readonly terminal: Terminal },
): Promise<number> {
  let parsed;
  try {
    parsed = parseFlags(declaration.groups, args);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    terminal.err(
      `Error: ${error.message}\nRun '${declaration.command} --help' for all flags.\n`,
    );
    return 1;
  }
  const { values, given, rest, dialect } = parsed;
  const program = declaration.program(NAMES[dialect]);
  const common = values as unknown as GroupValues<readonly [typeof globalFlags]>;
  if (common.help) {
    const head = { program: declaration.command, about: declaration.about };
    terminal.out(helpText(head, declaration.groups, { dialect, columns: terminal.columns }));
    return 0;
  }
  if (common.version !== false) {
    terminal.out(
      common.version === "raw"
        ? `${JSON.stringify(versionFacts(program))}\n`
        : `${program} v${VERSION} (API ${API_LEVEL})\n`,
    );
    return 0;
  }
  // What a script leaves empty is no word.
  const word = rest.find((one) => one !== "");
  if (word !== undefined) {
    terminal.err(
      `Error: ${JSON.stringify(word)} is not a flag, and ${declaration.command} takes only ` +
        `flags\nRun '${declaration.command} --help' for all flags.\n`,
    );
    return 1;
  }
  const stop = new AbortController();
  stopRequested?.().then((reason) => stop.abort(reason)).catch((error) => stop.abort(error));
  const logging = loggingOptions(values, program);
  await using log = openLog(logging);
  const all = [...notices(declaration.groups, given), ...loggingNotices(logging.flags, given)];
  for (const { flag, text } of all) {
    log.logger.warning("Note on a flag", { flag, notice: text });
  }
  return await declaration.run({
    program,
    dialect,
    values,
    given,
    logger: log.logger,
    signal: stop.signal,
    logProblem: () => log.problem,
    setVerbosity: (level) => log.setVerbosity(level),
    terminal,
  });
}

function versionFacts(program: string): Readonly<Record<string, string>> {
  const { os, arch } = Deno.build;
  return { program, version: VERSION, apiLevel: API_LEVEL, deno: Deno.version.deno, os, arch };
}

function loggingOptions(values: unknown, program: string): LoggingOptions {
  const flags = values as GroupValues<readonly [typeof loggingFlags]>;
  // The node agent knows this flag under a second name.
  const alias = (values as Record<string, unknown>)["experimental-log-sanitization"] === true;
  const sanitize = flags["experimental-logging-sanitization"] || alias;
  return { flags: { ...flags, "experimental-logging-sanitization": sanitize }, program };
}
