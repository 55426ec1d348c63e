/**
 * The process that started this one, for one that must not outlive it and has no input from it.
 *
 * @module
 */

import type { Clock } from "../clock.ts";

/** The environment variable with the id of the process that starts one which must not outlive it. */
export const PARENT_VARIABLE = "ORCH_PARENT";

/** How often a process looks whether its parent is still there. */
const INTERVAL_MS = 500;

/** The process that started this one. */
export interface Parent {
  /** As the parent itself said it: one that ended before this process could look has ended, too. */
  readonly pid: number;
  /** Times the looking. */
  readonly clock: Clock;
  /** The id of the parent now: another one as soon as it has ended. Default: what the system says. */
  now?(): number;
}

/** The parent that {@link PARENT_VARIABLE} names; undefined where it names none. */
export function parentOf(
  environment: Readonly<Record<string, string>>,
  clock: Clock,
): Parent | undefined {
  const text = environment[PARENT_VARIABLE] ?? "";
  return /^\d{1,10}$/.test(text) ? { pid: Number(text), clock } : undefined;
}

/** Calls `ended` once, soon after the parent has ended. */
export function onEndOf({ pid, clock, now = () => Deno.ppid }: Parent, ended: () => void): void {
  const look = () => now() === pid ? void clock.after(INTERVAL_MS, look) : ended();
  look();
}
