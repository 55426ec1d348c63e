/**
 * From the logging flags to a logger.
 *
 * @module
 */

import { type Clock, systemClock, type Timer } from "../clock.ts";
import type { FlagValues } from "../flags/mod.ts";
import { backtrace, callerAt } from "./caller.ts";
import { type Caller, ERROR, type Format, INFO, type LogEntry, WARNING } from "./entry.ts";
import type { loggingFlags } from "./flags.ts";
import { jsonFormat } from "./json.ts";
import type { Logger, LogPairs, VerboseLogger } from "../logger.ts";
import { errorOutput, fileOutput, type Identity, type Output, type WriteError } from "./output.ts";
import { textFormat } from "./text.ts";
import { Verbosity } from "./verbosity.ts";

/** What a log is opened with. */
export interface LoggingOptions {
  readonly flags: FlagValues<typeof loggingFlags.flags>;
  /** The process's name, in the names of files. */
  readonly program: string;
  /** The machine's, unless given. */
  readonly clock?: Clock;
  /** This process's, unless given. */
  readonly identity?: Omit<Identity, "program">;
  /** Standard error, unless given. */
  readonly stderr?: WriteError;
}

/** An open log. Disposing it writes what is buffered and ends its timer. */
export interface Log extends AsyncDisposable {
  readonly logger: Logger;
  /** Why lines are being lost; undefined while they are not. */
  readonly problem: string | undefined;
  /** Shows lines up to this verbosity from now on. */
  setVerbosity(level: number): void;
  flush(): void;
}

/** Opens the log that the flags describe. Files are made when the first line comes. */
export function openLog(options: LoggingOptions): Log {
  const { flags } = options;
  const clock = options.clock ?? systemClock;
  const identity = { ...(options.identity ?? thisProcess()), program: options.program };
  const sanitize = flags["experimental-logging-sanitization"];
  const json = flags["logging-format"] === "json";
  const skipHeaders = flags["skip-headers"];
  const { file, line } = flags["log-backtrace-at"];
  const core: Core = {
    clock,
    output: openOutput(options, identity, clock),
    format: json ? jsonFormat({ sanitize }) : textFormat({
      skipHeaders,
      addDirHeader: flags["add-dir-header"],
      pid: identity.pid,
      sanitize,
    }),
    verbosity: new Verbosity(flags.v, flags.vmodule),
    needsCaller: json || !skipHeaders || line > 0,
    backtraceAt: line > 0 ? { file, line } : undefined,
  };
  const timer = flushTimer(clock, flags["log-flush-frequency"], core.output);
  return {
    logger: new EntryLogger(core, []),
    get problem() {
      return core.output.problem;
    },
    setVerbosity: (level) => core.verbosity.show(level),
    flush: () => core.output.flush(),
    [Symbol.asyncDispose]() {
      timer.cancel();
      core.output.close();
      return Promise.resolve();
    },
  };
}

function openOutput(options: LoggingOptions, identity: Identity, clock: Clock): Output {
  const { flags } = options;
  const stderr = options.stderr ?? writeStderr;
  if (flags.logtostderr || flags["logging-format"] === "json") return errorOutput(stderr);
  return fileOutput({
    identity,
    file: flags["log-file"],
    folder: flags["log-dir"] || "/tmp",
    maxBytes: flags["log-file-max-size"] * 1024 * 1024,
    skipHeaders: flags["skip-log-headers"],
    oneOutput: flags["one-output"],
    stderrThreshold: flags.alsologtostderr ? INFO : flags.stderrthreshold,
    stderr,
    now: () => new Date(clock.now()),
  });
}

const encoder = new TextEncoder();

function writeStderr(text: string): void {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(Deno.stderr.writeSync(bytes));
}

function thisProcess(): Omit<Identity, "program"> {
  return {
    host: Deno.hostname().split(".")[0]!,
    user: String(Deno.uid() ?? "user"),
    pid: Deno.pid,
  };
}

function flushTimer(clock: Clock, everyMs: number, output: Output): Timer {
  if (everyMs <= 0) return { cancel() {} };
  let timer: Timer;
  const start = () => {
    timer = clock.after(everyMs, () => {
      output.flush();
      start();
    });
  };
  start();
  return { cancel: () => timer.cancel() };
}

interface Core {
  readonly clock: Clock;
  readonly output: Output;
  readonly format: Format;
  readonly verbosity: Verbosity;
  readonly needsCaller: boolean;
  readonly backtraceAt: { readonly file: string; readonly line: number } | undefined;
}

const NOWHERE: Caller = { path: "", line: 0 };
const silent: VerboseLogger = { enabled: false, info() {} };

class EntryLogger implements Logger {
  readonly #core: Core;
  readonly #pairs: readonly LogPairs[];

  constructor(core: Core, pairs: readonly LogPairs[]) {
    this.#core = core;
    this.#pairs = pairs;
  }

  info(message: string, pairs?: LogPairs): void {
    this.#log(INFO, 0, message, pairs);
  }

  warning(message: string, pairs?: LogPairs): void {
    this.#log(WARNING, 0, message, pairs);
  }

  error(message: string, error: unknown, pairs?: LogPairs): void {
    this.#log(ERROR, 0, message, pairs, error === undefined ? undefined : { value: error });
  }

  v(level: number): VerboseLogger {
    const { verbosity } = this.#core;
    if (level > verbosity.highest) return silent;
    if (!verbosity.shows(level, () => callerAt(3))) return silent;
    return {
      enabled: true,
      info: (message, pairs) => this.#log(INFO, level, message, pairs),
    };
  }

  with(pairs: LogPairs): Logger {
    return new EntryLogger(this.#core, [...this.#pairs, pairs]);
  }

  /** Called straight by the public methods: the caller is two calls above. */
  #log(
    severity: number,
    verbosity: number,
    message: string,
    pairs: LogPairs | undefined,
    error?: { readonly value: unknown },
  ): void {
    const core = this.#core;
    const caller = core.needsCaller ? callerAt(2) : NOWHERE;
    const at = core.backtraceAt;
    const traced = at !== undefined && caller.line === at.line &&
      caller.path.endsWith(`/${at.file}`);
    const entry: LogEntry = {
      severity,
      verbosity,
      timeMs: core.clock.now(),
      caller,
      message,
      pairs: pairs === undefined ? this.#pairs : [...this.#pairs, pairs],
      ...(error !== undefined && { error }),
      ...(traced && { backtrace: backtrace(2) }),
    };
    core.output.write(severity, core.format(entry));
  }
}
