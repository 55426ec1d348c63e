/**
 * What is done to single objects: deleted, let go, or left alone.
 *
 * @module
 */

import { isConflict, type metaV1 } from "../../toolkit/mod.ts";
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from "../../toolkit/validation/mod.ts";
import { decide, type OwnerState } from "./decide.ts";
import type { Graph } from "./graph.ts";
import { type Node, withoutOwners } from "./node.ts";
import type { LiveMetadata, Objects } from "./objects.ts";
import type { Owners } from "./owners.ts";

/** What a collector works with. */
export interface CollectorParts {
  readonly graph: Graph;
  readonly objects: Objects;
  readonly owners: Owners;
  /** Settles when all objects are known that there were. */
  known(): Promise<void>;
  /** Asks for another look at an object. */
  again(uid: string): void;
}

/** Somebody names it, and no watch has told of it yet: it is looked at until it is seen, or gone. */
export class NotSeenYet extends Error {
  override name = "NotSeenYet";
}

/** So often an object that changes all the time is read anew before it rests. */
const ATTEMPTS = 5;
/** Dependents that are let go at once. */
const DEPENDENTS_AT_ONCE = 10;

/** Looks at objects at the server, and does what is to be done; rejects where that is not known now. */
export class Collector {
  readonly #parts: CollectorParts;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  /** Deletes an object whose owners are gone, or takes the foreground's finalizer off one. */
  async collect(uid: string): Promise<void> {
    const { graph, objects } = this.#parts;
    const node = graph.get(uid);
    // A deletion ends by itself, and whoever watches it tells of that.
    if (node === undefined || node.isBeingDeleted && !node.isDeletingDependents) return;
    for (let attempt = 1;; attempt++) {
      const { identity } = node;
      const live = await objects.read(identity);
      if (live === undefined || live.uid !== uid) {
        graph.verifiedAbsent(identity);
        this.#mustBeSeen(uid);
        return;
      }
      try {
        if (node.isDeletingDependents) await this.#awaitDependents(node);
        else if (live.deletionTimestamp === undefined) await this.#judge(node, live);
        break;
      } catch (error) {
        // It has changed since it was read: all that was found out about it may be wrong now.
        if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      }
    }
    this.#mustBeSeen(uid);
  }

  /** Lets the dependents of an object go, and then the object. */
  async orphan(uid: string): Promise<void> {
    const { graph, objects, owners } = this.#parts;
    const node = graph.get(uid);
    if (node === undefined) return;
    const live = await objects.read(node.identity);
    const isOrphaning = live?.uid === uid && live.deletionTimestamp !== undefined &&
      live.finalizers?.includes(FINALIZER_ORPHAN);
    if (!isOrphaning) return;
    owners.orphaned(uid);
    // Whoever is let go of without being asked is collected once this has been forgotten.
    await this.#parts.known();
    const waiting = new Set(node.dependents).values();
    const errors: unknown[] = [];
    await Promise.all(Array.from({ length: DEPENDENTS_AT_ONCE }, async () => {
      for (const { identity } of waiting) {
        await objects.removeOwner(identity, uid).catch((error) => errors.push(error));
      }
    }));
    if (errors.length > 0) {
      throw new AggregateError(errors, `dependents of ${uid} are not let go: ${errors.join("; ")}`);
    }
    await objects.removeFinalizer(node.identity, FINALIZER_ORPHAN);
  }

  #mustBeSeen(uid: string): void {
    if (this.#parts.graph.get(uid)?.virtual) {
      throw new NotSeenYet(`no watch has told of ${uid} yet`);
    }
  }

  async #judge(node: Node, live: LiveMetadata): Promise<void> {
    const { objects, owners, again } = this.#parts;
    const { ownerReferences = [], finalizers = [] } = live;
    const states = new Map<string, OwnerState>();
    for (const reference of ownerReferences) {
      const state = await owners.stateOf(reference, node);
      // One that is named twice, rightly once, is there.
      if (states.get(reference.uid) !== "solid") states.set(reference.uid, state);
    }
    const { identity, dependents } = node;
    const decision = decide({ owners: states, finalizers, hasDependents: dependents.size > 0 });
    switch (decision.type) {
      case "keep":
        return;
      case "release":
        await objects.setOwners(identity, live, withoutOwners(ownerReferences, decision.uids));
        if (decision.again) again(identity.uid);
        return;
      case "delete": {
        const { propagation } = decision;
        const isInCircle = propagation === "Foreground" &&
          [...dependents].some(({ isDeletingDependents }) => isDeletingDependents);
        const blocks = ownerReferences.some(({ blockOwnerDeletion }) => blockOwnerDeletion);
        if (isInCircle && blocks) {
          // Each would wait for the other.
          await objects.setOwners(identity, live, ownerReferences.map(unblocked));
          again(identity.uid);
          return;
        }
        await objects.delete(identity, live, propagation);
      }
    }
  }

  /** Whoever is deleted in the foreground goes when nobody that holds it is left. */
  async #awaitDependents(node: Node): Promise<void> {
    const { uid } = node.identity;
    let isHeld = false;
    for (const dependent of node.dependents) {
      const blocks = dependent.owners.some((one) => one.uid === uid && one.blockOwnerDeletion);
      if (!blocks) continue;
      isHeld = true;
      if (!dependent.isBeingDeleted) this.#parts.again(dependent.identity.uid);
    }
    if (!isHeld) await this.#parts.objects.removeFinalizer(node.identity, FINALIZER_FOREGROUND);
  }
}

function unblocked(reference: metaV1.OwnerReference): metaV1.OwnerReference {
  return reference.blockOwnerDeletion ? { ...reference, blockOwnerDeletion: false } : reference;
}
