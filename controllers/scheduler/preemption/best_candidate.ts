/**
 * On which node room is made with the least harm.
 *
 * @module
 */

import type { Victims } from "../framework/mod.ts";

/** What is compared, in this order; less is better. */
const HARMS: readonly ((victims: Victims, nowMs: number) => number)[] = [
  ({ violations }) => violations,
  ({ pods }) => pods[0]!.priority,
  ({ pods }) => pods.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
  ({ pods }) => pods.length,
  ({ pods }, nowMs) => {
    const [{ priority }] = pods as [Victims["pods"][number]];
    const starts = pods.filter((one) => one.priority === priority)
      .map(({ startMs }) => startMs ?? nowMs);
    return -Math.min(...starts);
  },
];

/** The node whose victims are the least harm; undefined where there is none. */
export function bestCandidate(
  candidates: ReadonlyMap<string, Victims>,
  nowMs: number,
): string | undefined {
  let left = [...candidates].filter(([, { pods }]) => pods.length > 0);
  for (const harm of HARMS) {
    if (left.length < 2) break;
    const harms = left.map(([, victims]) => harm(victims, nowMs));
    const least = Math.min(...harms);
    left = left.filter((_, at) => harms[at] === least);
  }
  return left[0]?.[0];
}
