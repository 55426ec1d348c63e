/**
 * When a process is asked to end: by a signal, or, as the child of a supervisor, by the end of its
 * standard input. The operating system closes that input when the supervisor ends, however it ends,
 * so that not even a supervisor that was killed leaves a process behind. A child without such an input
 * looks whether its parent is still there.
 *
 * @module
 */

import { onEndOf, type Parent } from "./parent.ts";

/** The environment variable that a supervisor sets for its children. */
export const SUPERVISED_VARIABLE = "ORCH_SUPERVISED";

/** What asked. */
export type StopReason = "SIGINT" | "SIGTERM" | "end of input" | "end of parent";

/** What a process heeds besides signals. */
export interface StopOptions {
  /** Whether the end of standard input is a request: what comes in before it is dropped. */
  readonly stdin: boolean;
  /** The process whose end is a request too. Default: none. */
  readonly parent?: Parent | undefined;
}

/** As a shell reports a program that a signal has ended. */
export const EXIT_INTERRUPTED = 128 + 2;

/**
 * Settles when the process is asked to end. A signal after that ends it at once. Call it first of all,
 * so that a request that comes while the process still starts is not lost.
 */
export function stopRequested({ stdin, parent }: StopOptions): Promise<StopReason> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (reason: StopReason) => {
      if (asked) Deno.exit(EXIT_INTERRUPTED);
      asked = true;
      resolve(reason);
    };
    Deno.addSignalListener("SIGINT", () => stop("SIGINT"));
    Deno.addSignalListener("SIGTERM", () => stop("SIGTERM"));
    if (stdin) {
      // An input that can't be read any more has ended, too.
      drained(Deno.stdin).catch(() => {}).finally(() => {
        if (!asked) stop("end of input");
      });
    }
    if (parent !== undefined) {
      onEndOf(parent, () => {
        if (!asked) stop("end of parent");
      });
    }
  });
}

/** Settles at the end of what is read. */
async function drained(source: { read(bytes: Uint8Array): Promise<number | null> }): Promise<void> {
  const bytes = new Uint8Array(4096);
  while (await source.read(bytes) !== null);
}
