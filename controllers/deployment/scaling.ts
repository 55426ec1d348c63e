/**
 * How the sets of a deployment change their sizes when it is scaled: in the midst of a rollout each in
 * proportion to its size, so that scaling neither hastens the rollout nor takes it back.
 *
 * @module
 */

import { type AnnotationNames, replicasOf } from "./annotations.ts";
import type { DeploymentView } from "./deployment_view.ts";
import type { Resize } from "./rolling.ts";
import { byCreation, isActiveSet, type SetView, sumOf } from "./set_view.ts";

/** A deployment with its sets. */
export interface ScalingParts {
  readonly deployment: DeploymentView;
  readonly newSet: SetView | undefined;
  /** In the order of their creation. */
  readonly oldSets: readonly SetView[];
  readonly names: AnnotationNames;
}

/** Whether a set with pods was scaled for another size of the deployment. */
export function isScaled({ deployment, newSet, oldSets, names }: ScalingParts): boolean {
  return [...oldSets, ...newSet ? [newSet] : []].filter(isActiveSet).some(({ annotations }) => {
    const desired = replicasOf(annotations, names.desired);
    return desired !== undefined && desired !== deployment.replicas;
  });
}

/**
 * The new sizes, those that shrink first: at no time are there more pods than may be. A set is named
 * though its size stays where it is to note for which size it was scaled.
 */
export function scaleSets(parts: ScalingParts): Resize[] {
  const { deployment, newSet, oldSets } = parts;
  const { replicas } = deployment;
  const active = [...oldSets, ...newSet ? [newSet] : []].filter(isActiveSet);
  if (active.length <= 1) {
    const one = active[0] ?? newSet ?? oldSets.at(-1);
    return one === undefined || isFor(one, parts) ? [] : [{ set: one, replicas }];
  }
  if (newSet !== undefined && isSaturated(newSet, parts)) {
    return oldSets.filter(isActiveSet).map((set) => ({ set, replicas: 0 }));
  }
  if (!deployment.isRolling) return [];
  return inProportion(active, parts)
    .toSorted((one, other) =>
      one.replicas - one.set.replicas - other.replicas + other.set.replicas
    );
}

/** Whether a set has the size of the deployment, and was not scaled for another one. */
function isFor(set: SetView, { deployment: { replicas }, names }: ScalingParts): boolean {
  const desired = replicasOf(set.annotations, names.desired);
  return set.replicas === replicas &&
    (replicas === 0 || desired === undefined || desired === replicas);
}

/** Whether the new set has all pods that there should be. */
function isSaturated(
  { annotations, replicas: size, counts }: SetView,
  { deployment: { replicas }, names }: ScalingParts,
): boolean {
  return size === replicas && counts.available === replicas &&
    replicasOf(annotations, names.desired) === replicas;
}

function inProportion(active: readonly SetView[], parts: ScalingParts): Resize[] {
  const { replicas, surge } = parts.deployment;
  const allowed = replicas > 0 ? replicas + surge : 0;
  const toAdd = allowed - sumOf(active, (set) => set.replicas);
  const sets = active.toSorted((one, other) =>
    other.replicas - one.replicas || (toAdd > 0 ? byCreation(other, one) : byCreation(one, other))
  );
  let left = toAdd;
  const sizes = sets.map((set) => {
    const share = toAdd === 0 || left === 0 ? 0 : shareOf(set, parts);
    const added = toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
    left -= added;
    return set.replicas + added;
  });
  // What rounding has left over.
  sizes[0] = Math.max(0, sizes[0]! + left);
  return sets.map((set, index) => ({ set, replicas: sizes[index]! }));
}

/** By how much a set grows or shrinks so that its part of all stays the same. */
function shareOf(
  { replicas: size, annotations }: SetView,
  { deployment: { replicas, surge, object }, names }: ScalingParts,
): number {
  if (replicas === 0) return -size;
  const before = replicasOf(annotations, names.most) || (object.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.round(size * (replicas + surge) / before) - size;
}
