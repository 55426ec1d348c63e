/**
 * How the sets of a deployment change their sizes while it rolls: the new one grows as far as pods may be too
 * many, the old ones shrink as far as pods may be missing.
 *
 * @module
 */

import type { DeploymentView } from "./deployment_view.ts";
import { availableToStay, byCreation, type SetView, sumOf } from "./set_view.ts";

/** A set, and how many pods it is to have. */
export interface Resize {
  readonly set: SetView;
  readonly replicas: number;
}

/** How many pods the new set should have that has so many now. */
export function newSetReplicas(
  { isRolling, replicas, surge }: DeploymentView,
  current: number,
  ofAllSets: number,
): number {
  if (!isRolling) return replicas;
  const room = replicas + surge - ofAllSets;
  return room <= 0 ? current : current + Math.min(room, replicas - current);
}

/** The step of the new set, if there is one. */
export function resizeNewSet(
  deployment: DeploymentView,
  newSet: SetView,
  oldSets: readonly SetView[],
): Resize | undefined {
  const { replicas } = deployment;
  const wanted = newSet.replicas >= replicas ? replicas : newSetReplicas(
    deployment,
    newSet.replicas,
    newSet.replicas + sumOf(oldSets, (set) => set.replicas),
  );
  return wanted === newSet.replicas ? undefined : { set: newSet, replicas: wanted };
}

/**
 * The steps of the old sets: pods that are not available go first, then others as long as enough are. A set
 * may have two steps. Pods of the new set that are not available yet count as missing; so do those that a set
 * is about to delete.
 */
export function shrinkOldSets(
  { replicas, unavailable }: DeploymentView,
  newSet: SetView,
  oldSets: readonly SetView[],
): Resize[] {
  const sets = oldSets.filter((set) => set.replicas > 0).sort(byCreation);
  const least = replicas - unavailable;
  const newAvailable = availableToStay(newSet);
  const most = sumOf(sets, (set) => set.replicas) + newAvailable - least;
  if (sets.length === 0 || most <= 0) return [];
  const steps: Resize[] = [];
  const sizes = new Map<SetView, number>();
  const shrink = (set: SetView, by: number) => {
    const size = (sizes.get(set) ?? set.replicas) - by;
    sizes.set(set, size);
    steps.push({ set, replicas: size });
  };
  let left = most;
  for (const set of sets) {
    const by = Math.min(left, set.replicas - availableToStay(set));
    if (by <= 0) continue;
    shrink(set, by);
    left -= by;
  }
  let spare = newAvailable + sumOf(sets, availableToStay) - least;
  for (const set of sets) {
    const by = Math.min(spare, sizes.get(set) ?? set.replicas);
    if (by <= 0) continue;
    shrink(set, by);
    spare -= by;
  }
  return steps;
}
