/**
 * What is to become of an object whose owners are known.
 *
 * @module
 */

import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from "../../toolkit/validation/mod.ts";

/**
 * How an owner is: there; gone; there until its dependents are gone, in the foreground; gone after it
 * had let its dependents go.
 */
export type OwnerState = "solid" | "dangling" | "waiting" | "orphaned";

/** An object to decide about. */
export interface Owned {
  /** The state of each owner that it names, by uid. */
  readonly owners: ReadonlyMap<string, OwnerState>;
  readonly finalizers: readonly string[];
  readonly hasDependents: boolean;
}

/** What is to be done. */
export type Decision =
  | { readonly type: "keep" }
  /** It no longer names these. `again`: then it is to be decided about once more. */
  | { readonly type: "release"; readonly uids: ReadonlySet<string>; readonly again: boolean }
  | { readonly type: "delete"; readonly propagation: "Background" | "Foreground" | "Orphan" };

/** An object without owners is kept, and so is one of which any owner is there. */
export function decide({ owners, finalizers, hasDependents }: Owned): Decision {
  const uidsOf = (...states: OwnerState[]) =>
    new Set([...owners].filter(([, state]) => states.includes(state)).map(([uid]) => uid));
  if (owners.size === 0) return { type: "keep" };
  const solid = uidsOf("solid");
  if (solid.size === owners.size) return { type: "keep" };
  if (solid.size > 0) {
    return { type: "release", uids: uidsOf("dangling", "waiting", "orphaned"), again: false };
  }
  const orphaned = uidsOf("orphaned");
  if (orphaned.size > 0) {
    return { type: "release", uids: orphaned, again: orphaned.size < owners.size };
  }
  if (hasDependents && uidsOf("waiting").size > 0) {
    return { type: "delete", propagation: "Foreground" };
  }
  // An earlier deletion may have been for another way: it stands.
  const propagation = finalizers.includes(FINALIZER_ORPHAN)
    ? "Orphan"
    : finalizers.includes(FINALIZER_FOREGROUND)
    ? "Foreground"
    : "Background";
  return { type: "delete", propagation };
}
