/**
 * Who goes first where there are more processes at work than processors.
 *
 * @module
 */

import { getPriority, setPriority } from "node:os";

/**
 * How much more willing than the API server the processes are to wait that ask it. All others wait for what it
 * answers, and without this each of them has a processor as often as the server has (docs/decisions.md, 149).
 */
export const CLIENT_NICENESS = 5;

/** The most that there is. */
export const NICEST = 19;

/**
 * Lets a process that was just started yield to those as nice as this one, with all threads that it will have. Where
 * the system does not let it, or knows no such thing, it runs as it would have.
 */
export function makeNicer(pid: number, by: number): void {
  try {
    const niceness = Math.min(getPriority() + by, NICEST);
    setPriority(pid, niceness);
    yieldAsSession(pid, niceness);
  } catch {
    // It has ended, or the system has no such thing.
  }
}

/**
 * Linux may share processors among sessions first, as if each were one process. Then niceness counts for nothing
 * between two of them, and the session has one of its own.
 */
function yieldAsSession(pid: number, niceness: number): void {
  const file = (of: number | "self") => `/proc/${of}/autogroup`;
  const session = (text: string) => text.split(" ", 1)[0];
  const its = Deno.readTextFileSync(file(pid));
  // In a session of others these would yield as well.
  if (session(its) === session(Deno.readTextFileSync(file("self")))) return;
  Deno.writeTextFileSync(file(pid), String(niceness));
}
