/**
 * When a job has succeeded before all of its indexes have.
 *
 * @module
 */

import type { batchV1 } from "../../toolkit/mod.ts";
import { Indexes } from "./indexes.ts";

/** Which rule is met by the indexes that have succeeded: the first that is; undefined: none. */
export function metRule(
  policy: batchV1.SuccessPolicy | undefined,
  completed: Indexes,
  completions: number,
): number | undefined {
  if (policy === undefined || completed.total === 0) return undefined;
  const met = policy.rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) {
      return succeededCount !== undefined && completed.total >= succeededCount;
    }
    const wanted = Indexes.read(succeededIndexes, completions);
    if (wanted.total === 0) return false;
    const count = wanted.countIn(completed);
    return count === wanted.total || (succeededCount !== undefined && count >= succeededCount);
  });
  return met < 0 ? undefined : met;
}
