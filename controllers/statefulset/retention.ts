/**
 * Whom claims belong to, so that they go when their set says so.
 *
 * @module
 */

import type { metaV1 } from "../../toolkit/mod.ts";
import { isInRange, type StatefulSetView } from "./stateful_set_view.ts";

type Reference = metaV1.OwnerReference;

/** Those that a claim may go with: as owner references say it. */
export interface ClaimOwners {
  readonly set: Reference;
  /** Of a pod that is yet to be made the uid is "". */
  readonly pod: Reference;
}

/** What is to become of the references of a claim. */
export interface RetentionVerdict {
  /** What they should be; undefined: as they are. */
  readonly references: readonly Reference[] | undefined;
  /** Whether somebody else controls it, so that the set's policy does not count. */
  readonly isContested: boolean;
}

/**
 * A claim belongs to the set while it is to go with the set, and to its pod from when the pod is one too many
 * and it is to go with that. What names a set or a pod of before, and what others control, is not added to.
 */
export function judgeClaim(
  references: readonly Reference[],
  set: StatefulSetView,
  ordinal: number,
  owners: ClaimOwners,
): RetentionVerdict {
  const isContested = hasOtherController(references, set, owners);
  if (isStale(references, owners.set) || isStale(references, owners.pod)) {
    return { references: undefined, isContested };
  }
  const own = [owners.set, owners.pod];
  const isOwn = ({ uid }: Reference) => own.some((owner) => owner.uid === uid);
  const wanted = isContested ? [] : wantedOwners(set, ordinal, owners);
  const isSame = wanted.length === references.filter(isOwn).length &&
    wanted.every(({ uid }) => references.some((one) => one.uid === uid && one.controller));
  if (isSame) return { references: undefined, isContested };
  const others = references.filter((one) => !own.some((owner) => isSameObject(one, owner)));
  return { references: [...others, ...wanted], isContested };
}

/** The references that a claim should have of the set and of its pod. */
export function wantedOwners(
  set: StatefulSetView,
  ordinal: number,
  owners: ClaimOwners,
): Reference[] {
  const { whenDeleted, whenScaled } = set.retention;
  if (whenScaled === "Delete" && !isInRange(set, ordinal)) return [owners.pod];
  return whenDeleted === "Delete" ? [owners.set] : [];
}

/** Whether a claim names an object of this name that is another one. */
export function isStale(references: readonly Reference[], owner: Reference): boolean {
  const found = references.find((one) => isSameObject(one, owner));
  return found !== undefined && found.uid !== owner.uid;
}

function isSameObject(one: Reference, other: Reference): boolean {
  return one.apiVersion === other.apiVersion && one.kind === other.kind && one.name === other.name;
}

function hasOtherController(
  references: readonly Reference[],
  { retention: { whenDeleted, whenScaled } }: StatefulSetView,
  { set, pod }: ClaimOwners,
): boolean {
  if (whenDeleted === "Retain" && whenScaled === "Retain") return false;
  return references.some((one) => {
    const owner = [set, pod].find((known) => isSameObject(one, known));
    return owner === undefined ? one.controller === true : owner.uid !== one.uid;
  });
}
