/**
 * What code that logs is handed: a constant message plus key and value pairs. The formats, files
 * and options behind it are the other files of this folder.
 *
 * @module
 */

/** Key and value pairs of a line. Wrap a value that must never be printed in {@link redacted}. */
export type LogPairs = Readonly<Record<string, unknown>>;

/** Where lines go. Messages are constants; what varies goes into the pairs. */
export interface Logger {
  /** Something that went as it should. */
  info(message: string, pairs?: LogPairs): void;
  /** Something that went on, but not as it should. */
  warning(message: string, pairs?: LogPairs): void;
  /** `error` is whatever was caught, or undefined where there is none. */
  error(message: string, error: unknown, pairs?: LogPairs): void;
  /** The logger of a verbosity level: its lines appear only when `--v` or `--vmodule` reach it. */
  v(level: number): VerboseLogger;
  /** A logger that adds `pairs` to each of its lines. */
  with(pairs: LogPairs): Logger;
}

/** A logger of one verbosity level. */
export interface VerboseLogger {
  /** False when the lines would go nowhere: ask before computing costly values. */
  readonly enabled: boolean;
  /** A line of this level. */
  info(message: string, pairs?: LogPairs): void;
}

/** A value that prints as `--- REDACTED ---`, whatever format or encoder meets it. */
export class Redacted {
  readonly #value: string;

  /** Wraps a value. */
  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the one place that uses it. */
  reveal(): string {
    return this.#value;
  }

  /** What stands for the value. */
  toString(): string {
    return REDACTED;
  }

  /** What stands for the value. */
  toJSON(): string {
    return REDACTED;
  }

  /** What stands for the value. */
  [Symbol.for("Deno.customInspect")](): string {
    return REDACTED;
  }
}

/** What stands in a line where a secret was. */
export const REDACTED = "--- REDACTED ---";

/**
 * Marks a value as one that no line may show.
 *
 * ```ts
 * import { redacted } from "../mod.ts";
 *
 * const token = redacted("secret");
 * `${token}`; // --- REDACTED ---
 * token.reveal(); // secret
 * ```
 */
export function redacted(value: string): Redacted {
  return new Redacted(value);
}

const silentVerbose: VerboseLogger = { enabled: false, info() {} };

/** Drops every line: for tests and for callers that pass no logger. */
export const silentLogger: Logger = {
  info() {},
  warning() {},
  error() {},
  v: () => silentVerbose,
  with: () => silentLogger,
};
