/**
 * Objects as the garbage collector knows them.
 *
 * @module
 */

/** A reference to an owner, as an object has it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion?: boolean | undefined;
}

/** Where an object is, and which it is. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  /** "": in none. Of an owner that nobody has seen yet: that of the object that names it. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** What the graph is told of an object. */
export interface Observed {
  readonly identity: Identity;
  /** `group/plural`: whose watch told of it. */
  readonly resource: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly isBeingDeleted: boolean;
}

/** An object in the graph. Only the graph changes it. */
export interface Node {
  identity: Identity;
  /** As in {@link Observed}; "": nobody watches it. */
  resource: string;
  owners: readonly OwnerReference[];
  /** Those that name it as an owner, rightly or not. */
  readonly dependents: Set<Node>;
  /** Named by others, and not seen itself: whether it is there has to be asked. */
  virtual: boolean;
  /** Owners that it names, by uid, and that whoever watches them has seen go. */
  goneOwners?: Set<string>;
  /** For ever: a deletion is never taken back. */
  isBeingDeleted: boolean;
  /** It waits in the foreground until its dependents are gone. */
  isDeletingDependents: boolean;
  /** Its dependents are to be let go before it goes. */
  isOrphaning: boolean;
}

/** One text for each identity. */
export function keyOfIdentity(identity: Identity): string {
  const { apiVersion, kind, namespace, name, uid } = identity;
  return [apiVersion, kind, namespace, name, uid].join("|");
}

/** Whether a reference names an object as it is. */
export function namesIt(reference: OwnerReference, identity: Identity): boolean {
  return reference.uid === identity.uid && reference.name === identity.name &&
    reference.kind === identity.kind && reference.apiVersion === identity.apiVersion;
}

/** What is left of references without some owners, or with an owner's deletion no longer blocked. */
export function withoutOwners<R extends { readonly uid: string }>(
  references: readonly R[],
  uids: ReadonlySet<string>,
): R[] {
  return references.filter(({ uid }) => !uids.has(uid));
}
