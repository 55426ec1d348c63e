/**
 * Objects that were deleted, until nothing older can be heard of them.
 *
 * @module
 */

import { isKnownBy } from "./revision.ts";

/**
 * More tombstones than this drop the oldest. Those stay that long whose event came before the answer, and
 * those of which no list can say that it is newer.
 */
export const TOMBSTONES_LIMIT = 10_000;

interface Tombstone {
  /** Tells which were there when a list was asked for. */
  readonly order: number;
  /** A revision at which the object existed, or at which it was deleted; undefined: none is known. */
  readonly revision: string | undefined;
}

/** The uids of objects whose deletion was answered. A uid never comes back. */
export class Tombstones {
  readonly #byUid = new Map<string, Tombstone>();
  #order = 0;

  /** How many deletions were noted so far. */
  get order(): number {
    return this.#order;
  }

  has(uid: string): boolean {
    return this.#byUid.has(uid);
  }

  add(uid: string, revision: string | undefined): void {
    this.remove(uid);
    if (this.#byUid.size >= TOMBSTONES_LIMIT) {
      const [oldest] = this.#byUid.keys();
      if (oldest !== undefined) this.remove(oldest);
    }
    this.#byUid.set(uid, { order: this.#order++, revision });
  }

  remove(uid: string): void {
    this.#byUid.delete(uid);
  }

  /** Removes those that a list proves to be over: it is newer, and has none of them. */
  settle(list: {
    readonly revision: string;
    readonly latest: boolean;
    readonly listed: ReadonlySet<string>;
    /** What {@link order} was when the list was asked for. */
    readonly order: number;
  }): void {
    for (const [uid, { order, revision }] of this.#byUid) {
      if (order >= list.order) return;
      const covered = list.latest ||
        revision !== undefined && isKnownBy(revision, list.revision);
      if (covered && !list.listed.has(uid)) this.remove(uid);
    }
  }

  clear(): void {
    this.#byUid.clear();
  }
}
