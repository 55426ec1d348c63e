/**
 * Which old sets of a deployment are kept no longer.
 *
 * @module
 */

import { type AnnotationNames, compareRevisions, revisionOf } from "./annotations.ts";
import type { DeploymentView } from "./deployment_view.ts";
import { byCreation, type SetView } from "./set_view.ts";

/** Of the oldest, beyond those that are to be kept, those that have no pods. */
export function setsToClean(
  { historyLimit = Infinity }: DeploymentView,
  oldSets: readonly SetView[],
  names: AnnotationNames,
): SetView[] {
  const alive = oldSets.filter(({ isDeleting }) => !isDeleting);
  const surplus = alive.length - historyLimit;
  if (surplus <= 0) return [];
  return alive
    .sort((one, other) =>
      compareRevisions(revisionOf(one, names), revisionOf(other, names)) || byCreation(one, other)
    )
    .slice(0, surplus)
    .filter(({ replicas, counts, isObserved }) =>
      replicas === 0 && counts.replicas === 0 && isObserved
    );
}
