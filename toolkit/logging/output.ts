/**
 * Where lines go: standard error, files, or both, by their severity.
 *
 * @module
 */

import { ERROR } from "./entry.ts";
import { SEVERITIES } from "./flags.ts";
import { LogFile, type LogFileOptions } from "./file.ts";

/** Takes finished lines. Nothing here throws: a log that fails must not stop what it tells of. */
export interface Output {
  /** Why lines are being lost; undefined while they are not. */
  readonly problem: string | undefined;
  write(severity: number, line: string): void;
  flush(): void;
  close(): void;
}

/** Writes text to standard error at once. */
export type WriteError = (text: string) => void;

/** All lines to standard error. */
export function errorOutput(stderr: WriteError): Output {
  let problem: string | undefined;
  return {
    get problem() {
      return problem;
    },
    write(_severity, line) {
      problem = messageOf(attempt(() => stderr(line)));
    },
    flush() {},
    close() {},
  };
}

/** Who logs, for names and heads of files. */
export interface Identity {
  readonly program: string;
  readonly host: string;
  readonly user: string;
  readonly pid: number;
}

/** How files are written. */
export interface FileOutputOptions {
  readonly identity: Identity;
  /** One file for all severities; empty: one for each in `folder`. */
  readonly file: string;
  readonly folder: string;
  readonly maxBytes: number;
  readonly skipHeaders: boolean;
  /** A line goes into the file of its own severity only. */
  readonly oneOutput: boolean;
  /** Lines of this severity or above go to standard error too. */
  readonly stderrThreshold: number;
  readonly stderr: WriteError;
  readonly now: () => Date;
}

/** Lines into files. */
export function fileOutput(options: FileOutputOptions): Output {
  const single = options.file !== "";
  const files = single
    ? [new LogFile({ ...common(options), path: () => options.file })]
    : SEVERITIES.map((severity) => new LogFile(ofSeverity(options, severity)));
  let failures = 0;
  let problem: string | undefined;
  const guarded = (run: () => void): void => {
    const error = attempt(run);
    problem = messageOf(error);
    if (error === undefined) return;
    // Said once: a full disk would otherwise fill the terminal as well.
    if (failures++ === 0) {
      attempt(() => options.stderr(`log: lines are lost: ${problem}\n`));
    }
  };
  return {
    get problem() {
      return problem;
    },
    write(severity, line) {
      if (severity >= options.stderrThreshold) attempt(() => options.stderr(line));
      const lowest = single ? 0 : options.oneOutput ? severity : 0;
      const highest = single ? 0 : severity;
      for (let at = highest; at >= lowest; at--) {
        guarded(() => {
          files[at]!.write(line);
          // What goes wrong next may be the end of the process.
          if (severity >= ERROR) files[at]!.flush();
        });
      }
    },
    flush() {
      for (const file of files) guarded(() => file.flush());
    },
    close() {
      for (const file of files) guarded(() => file.close());
    },
  };
}

function messageOf(error: unknown): string | undefined {
  return error === undefined ? undefined : (error as Error).message;
}

function attempt(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

function common(
  options: FileOutputOptions,
): Pick<LogFileOptions, "maxBytes" | "header" | "unrotated"> {
  return {
    maxBytes: options.maxBytes,
    unrotated(path, error) {
      const text = `log: ${path} is not rotated, and goes on growing: ${messageOf(error)}\n`;
      attempt(() => options.stderr(text));
    },
    header: (previous) =>
      options.skipHeaders ? "" : `Log file created at: ${stamp(options.now(), "/", " ", ":")}
Running on machine: ${options.identity.host}
Binary: ${options.identity.program}
Previous log: ${previous ?? "<none>"}
Log line format: [IWEF]mmdd hh:mm:ss.uuuuuu pid file:line] msg
`,
  };
}

/** `program.host.user.log.SEVERITY.date-time.pid`, and a link `program.SEVERITY` to the newest. */
function ofSeverity(options: FileOutputOptions, severity: string): LogFileOptions {
  const { program, host, user, pid } = options.identity;
  return {
    ...common(options),
    path(rotation) {
      const time = stamp(options.now(), "", "-", "");
      const again = rotation === 0 ? "" : `.${rotation}`;
      return `${options.folder}/${program}.${host}.${user}.log.${severity}.${time}.${pid}${again}`;
    },
    opened(path) {
      const link = `${options.folder}/${program}.${severity}`;
      // The link is a convenience: a folder where none can be made still gets its log.
      attempt(() => Deno.removeSync(link));
      attempt(() => Deno.symlinkSync(path.slice(path.lastIndexOf("/") + 1), link));
    },
  };
}

function stamp(time: Date, date: string, between: string, clock: string): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join(date) + between +
    [two(time.getHours()), two(time.getMinutes()), two(time.getSeconds())].join(clock);
}
