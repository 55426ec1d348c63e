/**
 * Log lines of an operator that was given no logger.
 *
 * @module
 */

import type { Logger, LogPairs, VerboseLogger } from "../logger.ts";

/** How a {@link stderrLogger} writes. */
export interface StderrLoggerOptions {
  /** Lines up to this level appear. Default 0. */
  readonly verbosity?: number | undefined;
  /** Default: the standard error output. */
  readonly write?: ((line: string) => void) | undefined;
  /** Milliseconds since 1970. Default: the machine's. */
  readonly now?: (() => number) | undefined;
}

/** A logger that writes a line each: time, level, message, then what varies. */
export function stderrLogger(options: StderrLoggerOptions = {}, fixed: LogPairs = {}): Logger {
  const { verbosity = 0, write = (line) => console.error(line), now = Date.now } = options;
  const line = (level: string, message: string, pairs: LogPairs = {}) => {
    const shown = Object.entries({ ...fixed, ...pairs }).map(([key, value]) =>
      `${key}=${textOf(value)}`
    );
    write([new Date(now()).toISOString(), level, message, ...shown].join(" "));
  };
  const silent: VerboseLogger = { enabled: false, info() {} };
  return {
    info: (message, pairs) => line("info", message, pairs),
    warning: (message, pairs) => line("warning", message, pairs),
    error: (message, error, pairs) =>
      line("error", message, { ...pairs, ...(error !== undefined && { error: whole(error) }) }),
    v: (level) =>
      level > verbosity ? silent : {
        enabled: true,
        info: (message, pairs) => line("info", message, pairs),
      },
    with: (pairs) => stderrLogger(options, { ...fixed, ...pairs }),
  };
}

/** An error with what led to it. */
function whole(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `, because of ${whole(error.cause)}`;
  return `${error.stack ?? `${error.name}: ${error.message}`}${cause}`;
}

/** On one line, whatever is in it; secrets show what stands for them. */
function textOf(value: unknown): string {
  const text = typeof value === "object" && value !== null
    ? JSON.stringify(value) ?? String(value)
    : String(value);
  return /^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text);
}
