/**
 * The logging flags of every process.
 *
 * @module
 */

import { bool, checked, flag, group, type Kind, oneOf, string, uint, works } from "../flags/mod.ts";
import { duration, SECOND } from "../flags/duration.ts";

/** Files whose names match `pattern` log up to `level`. */
export interface VmoduleRule {
  readonly pattern: string;
  readonly level: number;
}

/** A verbosity, which is written in ten digits: leading zeros mean nothing. Undefined where a text is none. */
export function levelIn(text: string): number | undefined {
  return /^\d{1,20}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
}

/** Of repeated flags all rules count, the earlier ones first. */
const vmodule: Kind<readonly VmoduleRule[]> = {
  name: "pattern=N,...",
  parse(text, earlier) {
    const rules = text.split(",").filter((part) => part !== "").map((part) => {
      const [pattern, digits, more] = part.split("=");
      if (!pattern || !digits || more !== undefined) {
        throw new Error("syntax error: expect comma-separated list of filename=N");
      }
      const level = levelIn(digits);
      if (level === undefined) {
        throw new Error(`syntax error: ${part}: the level must be a whole number`);
      }
      return { pattern, level };
    });
    return [...(earlier ?? []), ...rules];
  },
  print: (rules) => rules.map(({ pattern, level }) => `${pattern}=${level}`).join(","),
};

/** A line of a source file; line 0 is none. */
export interface TraceLocation {
  readonly file: string;
  readonly line: number;
}

const traceLocation: Kind<TraceLocation> = {
  name: "traceLocation",
  parse(text) {
    if (text === "") return { file: "", line: 0 };
    const match = /^([^:/]*):(\d{1,9})$/.exec(text);
    if (match === null) throw new Error("syntax error: expect file.ts:234");
    return { file: match[1]!, line: Number(match[2]) };
  },
  print: ({ file, line }) => `${file}:${line}`,
};

/** Severities by their numbers. */
export const SEVERITIES = ["INFO", "WARNING", "ERROR", "FATAL"] as const;

const severity: Kind<number> = {
  name: "severity",
  parse(text) {
    const named = SEVERITIES.indexOf(text.toUpperCase() as typeof SEVERITIES[number]);
    if (named >= 0) return named;
    if (/^[0-3]$/.test(text)) return Number(text);
    throw new Error(`must be 0 to 3, or one of ${SEVERITIES.join(", ")}`);
  },
  print: String,
};

const level: Kind<number> = {
  name: "Level",
  parse(text) {
    const found = levelIn(text);
    if (found === undefined) throw new Error(`must be a whole number from 0 to ${2 ** 31 - 1}`);
    return found;
  },
  print: (value) => value === 0 ? "" : String(value),
};

/** What every process takes. */
export const loggingFlags = group("Logs", works, {
  "add-dir-header": flag(bool, false, "Add the file's folder to the header of log messages"),
  "alsologtostderr": flag(bool, false, "Log to standard error as well as to files"),
  "experimental-logging-sanitization": flag(
    bool,
    false,
    "Do not log values that look like credentials or stand under keys that hold them",
  ),
  "log-backtrace-at": flag(
    traceLocation,
    { file: "", line: 0 },
    "Emit a stack trace when logging hits this file and line",
  ),
  "log-dir": flag(string, "", "If not empty, write log files in this folder"),
  "log-file": flag(string, "", "If not empty, use this log file"),
  "log-file-max-size": flag(
    uint,
    1800,
    "The size in megabytes at which a log file is rotated; 0 means no limit",
  ),
  "log-flush-frequency": flag(
    checked(duration, (value) => value > 0 ? undefined : "must be more than 0"),
    5 * SECOND,
    "The longest time between log flushes",
  ),
  "logging-format": flag(
    oneOf("string", ["text", "json"]),
    "text",
    'The log format: "text" or "json"; with "json" the flags of headers and files have no effect',
  ),
  "logtostderr": flag(bool, true, "Log to standard error instead of files"),
  "one-output": flag(
    bool,
    false,
    "Write a log line to the file of its own severity only, not to those of lower ones too",
  ),
  "skip-headers": flag(bool, false, "Leave the header out of log messages"),
  "skip-log-headers": flag(bool, false, "Write no header when a log file is opened"),
  "stderrthreshold": flag(
    severity,
    2,
    "Log messages of this severity or above go to standard error even when logging to files",
  ),
  "v": flag(level, 0, "The verbosity of the log", { shorthand: "v" }),
  "vmodule": flag(
    vmodule,
    [],
    "Verbosity by file: comma-separated file patterns and levels, as in serving=4,store*=6",
  ),
});
