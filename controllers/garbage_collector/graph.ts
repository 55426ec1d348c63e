/**
 * Who owns whom, by uid.
 *
 * @module
 */

import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from "../../toolkit/validation/mod.ts";
import {
  type Identity,
  keyOfIdentity,
  namesIt,
  type Node,
  type Observed,
  type OwnerReference,
} from "./node.ts";

/** What a change of the graph leads to. */
export interface GraphEffects {
  /** It may have to be deleted, or may have lost what held it; `settle`: once others had time to tell. */
  collect(node: Node, options?: { readonly settle?: boolean }): void;
  /** Its dependents are to be let go. */
  orphan(node: Node): void;
  /** It names an owner that is in another namespace. */
  reportOtherNamespace(node: Node, reference: OwnerReference): void;
  /** It was looked for where some say that it is, and is not there. */
  absent(identity: Identity): void;
}

/**
 * All objects that anybody watches, and the owners that these name. Whatever it is told of takes effect
 * at once and in that order; nothing of it waits. What it says is no proof: objects are looked at
 * themselves before anything is done to them.
 */
export class Graph {
  readonly #nodes = new Map<string, Node>();
  readonly #effects: GraphEffects;

  constructor(effects: GraphEffects) {
    this.#effects = effects;
  }

  /** How many objects there are, with those that nobody has seen. */
  get size(): number {
    return this.#nodes.size;
  }

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  /** An object is there, and like this. */
  observed(seen: Observed): void {
    const known = this.#nodes.get(seen.identity.uid);
    if (known === undefined) {
      const node = newNode(seen.identity, seen.owners);
      node.resource = seen.resource;
      node.isBeingDeleted = seen.isBeingDeleted;
      this.#nodes.set(seen.identity.uid, node);
      this.#addToOwners(node, node.owners);
      this.#heedDeletion(node, seen);
      return;
    }
    this.#identify(known, seen);
    const { owners } = known;
    known.owners = seen.owners;
    this.#changeOwners(known, owners);
    if (seen.isBeingDeleted) known.isBeingDeleted = true;
    this.#heedDeletion(known, seen);
  }

  /** Whoever watches an object has seen it go. */
  removed(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined || node.virtual) return;
    for (const dependent of dependentsBy(node, node.identity).matching) {
      dependent.goneOwners ??= new Set();
      dependent.goneOwners.add(uid);
    }
    this.#remove(node);
  }

  /**
   * The server has no such object there. Dependents may say that it is elsewhere, or of another kind:
   * then it stays, as one of those, and is to be looked for again.
   */
  verifiedAbsent(identity: Identity): void {
    const node = this.#nodes.get(identity.uid);
    if (node === undefined) return;
    const isSame = keyOfIdentity(node.identity) === keyOfIdentity(identity);
    const { matching, others } = dependentsBy(node, identity);
    if (node.virtual ? others.length === 0 : isSame) {
      this.#effects.absent(identity);
      return this.#remove(node);
    }
    if (matching.length > 0) this.#effects.absent(identity);
    for (const dependent of matching) this.#effects.collect(dependent);
    if (!node.virtual || !isSame) return;
    const alternative = alternativeTo(identity, others);
    if (alternative === undefined) return;
    node.identity = alternative;
  }

  /** Nobody watches these any more; whether they are there is unknown. */
  unwatched(resource: string): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.resource !== resource || node.virtual) continue;
      node.virtual = true;
      node.resource = "";
      if (node.dependents.size === 0 && node.owners.length === 0) {
        this.#nodes.delete(node.identity.uid);
      } else this.#effects.collect(node);
    }
  }

  /** All of them, with those that nobody has seen. */
  nodes(): Iterable<Node> {
    return this.#nodes.values();
  }

  /** Those that the watch of a resource has told of. */
  *ofResource(resource: string): Generator<Node> {
    for (const node of this.#nodes.values()) if (node.resource === resource) yield node;
  }

  #identify(node: Node, { identity, resource }: Observed): void {
    node.resource = resource;
    if (!node.virtual) {
      // It may be watched in another version than before.
      node.identity = identity;
      return;
    }
    node.virtual = false;
    if (keyOfIdentity(node.identity) === keyOfIdentity(identity)) return;
    node.identity = identity;
    // They were taken at their word before.
    for (const dependent of dependentsBy(node, identity).others) {
      this.#reportIfElsewhere(dependent, node);
      this.#effects.collect(dependent);
    }
  }

  #heedDeletion(node: Node, { finalizers, isBeingDeleted }: Observed): void {
    if (!isBeingDeleted) return;
    if (finalizers.includes(FINALIZER_ORPHAN)) {
      if (!node.isOrphaning) this.#effects.orphan(node);
      node.isOrphaning = true;
      return;
    }
    node.isOrphaning = false;
    const wasDeletingDependents = node.isDeletingDependents;
    // It may be asked for once more while others still hold the object.
    node.isDeletingDependents = finalizers.includes(FINALIZER_FOREGROUND);
    if (!node.isDeletingDependents || wasDeletingDependents) return;
    for (const dependent of node.dependents) this.#effects.collect(dependent);
    this.#effects.collect(node, { settle: true });
  }

  #changeOwners(node: Node, before: readonly OwnerReference[]): void {
    const now = new Map(node.owners.map((owner) => [owner.uid, owner]));
    const earlier = new Map(before.map((owner) => [owner.uid, owner]));
    for (const [uid, owner] of earlier) {
      const still = now.get(uid);
      const owning = this.#nodes.get(uid);
      if (still === undefined) {
        owning?.dependents.delete(node);
        node.goneOwners?.delete(uid);
      }
      const isFree = owner.blockOwnerDeletion === true && still?.blockOwnerDeletion !== true;
      if (isFree && owning?.isDeletingDependents) this.#effects.collect(owning);
      if (still === undefined && owning !== undefined) this.#forgetIfUnneeded(owning);
    }
    const changed = node.owners.filter((owner) => {
      const known = earlier.get(owner.uid);
      return known === undefined || known.apiVersion !== owner.apiVersion ||
        known.kind !== owner.kind || known.name !== owner.name;
    });
    this.#addToOwners(node, changed);
  }

  #addToOwners(node: Node, owners: readonly OwnerReference[]): void {
    let isDoubtful = false;
    for (const owner of owners) {
      const known = this.#nodes.get(owner.uid);
      if (known === undefined) {
        const { apiVersion, kind, name, uid } = owner;
        const { namespace } = node.identity;
        const virtual = newNode({ apiVersion, kind, namespace, name, uid }, []);
        virtual.virtual = true;
        virtual.dependents.add(node);
        this.#nodes.set(uid, virtual);
        this.#effects.collect(virtual);
        continue;
      }
      known.dependents.add(node);
      const isElsewhere = this.#reportIfElsewhere(node, known);
      // Whoever goes in the foreground had those collected that were known then.
      if (isElsewhere || known.isDeletingDependents || !namesIt(owner, known.identity)) {
        isDoubtful = true;
      }
    }
    if (isDoubtful) this.#effects.collect(node);
  }

  /** Whether the owner is in a namespace, and the dependent not in that one. */
  #reportIfElsewhere(dependent: Node, owner: Node): boolean {
    const { namespace, uid } = owner.identity;
    if (namespace === "" || namespace === dependent.identity.namespace) return false;
    const reference = dependent.owners.find((one) => one.uid === uid);
    if (!owner.virtual && reference !== undefined) {
      this.#effects.reportOtherNamespace(dependent, reference);
    }
    return true;
  }

  #remove(node: Node): void {
    this.#nodes.delete(node.identity.uid);
    for (const { uid } of node.owners) this.#nodes.get(uid)?.dependents.delete(node);
    for (const dependent of node.dependents) this.#effects.collect(dependent);
    for (const { uid } of node.owners) {
      const owner = this.#nodes.get(uid);
      if (owner === undefined) continue;
      // It may have been the last one that its owner waited for.
      if (owner.isDeletingDependents) this.#effects.collect(owner);
      this.#forgetIfUnneeded(owner);
    }
  }

  /** Nobody names it any more, and nobody has seen it. */
  #forgetIfUnneeded(node: Node): void {
    if (node.virtual && node.dependents.size === 0 && node.owners.length === 0) {
      this.#nodes.delete(node.identity.uid);
    }
  }
}

function newNode(identity: Identity, owners: readonly OwnerReference[]): Node {
  return {
    identity,
    resource: "",
    owners,
    dependents: new Set(),
    virtual: false,
    isBeingDeleted: false,
    isDeletingDependents: false,
    isOrphaning: false,
  };
}

/** The dependents that name an owner as this, and those that name it otherwise. */
function dependentsBy(
  node: Node,
  identity: Identity,
): { readonly matching: readonly Node[]; readonly others: readonly Node[] } {
  const matching: Node[] = [];
  const others: Node[] = [];
  for (const dependent of node.dependents) {
    const isElsewhere = identity.namespace !== "" &&
      identity.namespace !== dependent.identity.namespace;
    const references = dependent.owners.filter(({ uid }) => uid === identity.uid);
    const named = isElsewhere ? [] : references.filter((one) => namesIt(one, identity));
    if (named.length > 0) matching.push(dependent);
    if (isElsewhere || named.length < references.length) others.push(dependent);
  }
  return { matching, others };
}

/** Another identity that dependents give an owner: the next one in an order, so that all get their turn. */
function alternativeTo(absent: Identity, dependents: readonly Node[]): Identity | undefined {
  const found = new Map<string, Identity>();
  for (const { owners, identity: { namespace } } of dependents) {
    for (const { apiVersion, kind, name, uid } of owners) {
      if (uid !== absent.uid) continue;
      const one = { apiVersion, kind, namespace, name, uid };
      const isAbsentToo = absent.namespace === "" &&
        keyOfIdentity({ ...one, namespace: "" }) === keyOfIdentity(absent);
      if (!isAbsentToo) found.set(keyOfIdentity(one), one);
    }
  }
  found.delete(keyOfIdentity(absent));
  const keys = [...found.keys()].sort();
  const next = keys.find((key) => key > keyOfIdentity(absent)) ?? keys[0];
  return next === undefined ? undefined : found.get(next);
}
