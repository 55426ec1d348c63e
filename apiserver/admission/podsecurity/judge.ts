/**
 * Judges pods by levels.
 *
 * @module
 */

import { type CheckedPod, checksAt, type Violation } from "./checks/mod.ts";
import { type LevelVersion, printLevel } from "./level.ts";

/** In what a pod is beyond a level; empty where it keeps to it. */
export type Violations = readonly Violation[];

/** Looks for everything in which a pod is beyond a level. */
export function judge(level: LevelVersion, pod: CheckedPod): Violations {
  return checksAt(level).map((check) => check(pod)).filter((found) => found !== undefined);
}

/** Judges one pod by several levels, each once. */
export function judgeOf(pod: CheckedPod): (level: LevelVersion) => Violations {
  const known = new Map<string, Violations>();
  return (level) => {
    const key = printLevel(level);
    const found = known.get(key) ?? judge(level, pod);
    known.set(key, found);
    return found;
  };
}

/** Characters of all that is said of one pod: refusals and records hold no more than they can show. */
const DETAILS_CHARS = 64 * 1024;

/** All that is to be said of them: `hostPort (container "a" uses hostPort 80), privileged (...)`. */
export function printDetails(violations: Violations): string {
  const text = violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
  const more = text.length - DETAILS_CHARS;
  if (more <= 0) return text;
  return `${text.slice(0, DETAILS_CHARS).toWellFormed()} ... (and ${more} characters more)`;
}

/** The same in short: `hostPort, privileged`. */
export function printReasons(violations: Violations): string {
  return violations.map(({ reason }) => reason).join(", ");
}
