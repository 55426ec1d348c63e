/**
 * Looking up owners.
 *
 * @module
 */

import { FINALIZER_FOREGROUND } from "../../toolkit/validation/mod.ts";
import type { OwnerState } from "./decide.ts";
import { type Identity, keyOfIdentity, type Node, type OwnerReference } from "./node.ts";
import { NamespacedOwner, type Objects } from "./objects.ts";
import { Recent } from "./recent.ts";
import type { Served } from "./served.ts";

/** Owners that are gone never come back: their uids are used once. */
const ABSENT_LIMIT = 500;
/** Owners that let their dependents go; watches of these may be behind. */
const ORPHANED_LIMIT = 10_000;

/** Finds out how owners are, each once for all who ask at the same time. */
export class Owners {
  readonly #served: Served;
  readonly #objects: Pick<Objects, "read">;
  readonly #absent = new Recent(ABSENT_LIMIT);
  readonly #orphaned = new Recent(ORPHANED_LIMIT);
  readonly #asked = new Map<string, Promise<OwnerState>>();

  constructor(served: Served, objects: Pick<Objects, "read">) {
    this.#served = served;
    this.#objects = objects;
  }

  /** The server was asked for an object, and has none. */
  absent(identity: Identity): void {
    this.#absent.add(keyOfIdentity(identity));
  }

  /** An object lets its dependents go: who still names it is to be let go as well. */
  orphaned(uid: string): void {
    this.#orphaned.add(uid);
  }

  /**
   * How the owner is that an object names. Rejects where that can't be known now, and with
   * {@link NamespacedOwner} where an object without a namespace names an owner that is in one.
   */
  async stateOf(reference: OwnerReference, dependent: Node): Promise<OwnerState> {
    const { apiVersion, kind, name, uid } = reference;
    if (this.#orphaned.has(uid)) return "orphaned";
    // Where its kind is gone as well nobody can be asked: what its watch told counts.
    if (dependent.goneOwners?.has(uid) && !this.#served.has(apiVersion, kind)) return "dangling";
    const { namespaced } = this.#served.find(apiVersion, kind).kind;
    const namespace = namespaced ? dependent.identity.namespace : "";
    if (namespaced && namespace === "") {
      throw new NamespacedOwner(`the owner ${kind} ${name} is in a namespace`);
    }
    const identity = { apiVersion, kind, namespace, name, uid };
    const key = keyOfIdentity(identity);
    if (this.#absent.has(key)) return "dangling";
    const asked = this.#asked.get(key) ?? this.#look(identity);
    this.#asked.set(key, asked);
    try {
      return await asked;
    } finally {
      this.#asked.delete(key);
    }
  }

  async #look(identity: Identity): Promise<OwnerState> {
    const live = await this.#objects.read(identity);
    if (live === undefined || live.uid !== identity.uid) {
      this.absent(identity);
      return "dangling";
    }
    const isWaiting = live.deletionTimestamp !== undefined &&
      live.finalizers?.includes(FINALIZER_FOREGROUND);
    return isWaiting ? "waiting" : "solid";
  }
}
