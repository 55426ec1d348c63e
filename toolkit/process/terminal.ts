/**
 * Where a program prints what is not log, and what becomes of it where nothing can be printed.
 *
 * @module
 */

import { fileProblem } from "../flags/file.ts";
import { EXIT_FAILED, EXIT_PIPE_CLOSED } from "./exit_codes.ts";

/** Where a process prints what is not log. */
export interface Terminal {
  /** Columns of the terminal, or 0 when output goes elsewhere. */
  readonly columns: number;
  /** Throws an {@link OutputError} where nothing more can be written. */
  out(text: string): void;
  err(text: string): void;
}

/** The standard streams. */
export const standardTerminal: Terminal = {
  get columns() {
    return Deno.stdout.isTerminal() ? Deno.consoleSize().columns : 0;
  },
  out(text) {
    try {
      writeAll(Deno.stdout, text);
    } catch (error) {
      throw new OutputError(error);
    }
  },
  err(text) {
    try {
      writeAll(Deno.stderr, text);
    } catch {
      // There is nobody left to tell.
    }
  },
};

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
}

/** The standard output can't be written. */
export class OutputError extends Error {
  override name = "OutputError";

  constructor(override readonly cause: unknown) {
    super(`standard output can't be written: ${fileProblem(cause)}`, { cause });
  }
}

/**
 * Runs a program and settles with its exit code; where its output can't be written, with one for that, which is said in a
 * line, unless whoever read has seen enough: `| head -1`.
 */
export async function withOutput(
  { err }: Pick<Terminal, "err">,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    if (error.cause instanceof Deno.errors.BrokenPipe) return EXIT_PIPE_CLOSED;
    err(`Error: ${error.message}\n`);
    return EXIT_FAILED;
  }
}
