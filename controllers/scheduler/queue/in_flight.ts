/**
 * What happens while a node is looked for: a pod that is turned down must not miss what came meanwhile.
 *
 * @module
 */

import type { ClusterEvent } from "../framework/cluster_event.ts";

/** Something that happened, with what it happened to. */
export interface Happening {
  readonly event: ClusterEvent;
  readonly before: unknown;
  readonly after: unknown;
}

/** Pods on their way, and what happened since the first of them set out. */
export class InFlight {
  /** Where each pod set out, by uid; in that order. */
  readonly #pods = new Map<string, number>();
  #happenings: Happening[] = [];
  /** How many were dropped: nobody who is on his way has to hear of them. */
  #dropped = 0;

  get size(): number {
    return this.#pods.size;
  }

  /** How many happenings somebody has to hear of yet, by the labels of their events. */
  get kept(): Map<string, number> {
    const counts = new Map<string, number>();
    // While nobody is on his way, nothing is kept.
    const [first = this.#dropped] = this.#pods.values();
    for (let at = first - this.#dropped; at < this.#happenings.length; at++) {
      const { label } = this.#happenings[at]!.event;
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return counts;
  }

  has(uid: string): boolean {
    return this.#pods.has(uid);
  }

  /** A pod sets out. */
  begin(uid: string): void {
    this.#pods.delete(uid);
    this.#pods.set(uid, this.#dropped + this.#happenings.length);
  }

  /** Something happened. It is kept only while pods are on their way. */
  note(happening: Happening): void {
    if (this.#pods.size > 0) this.#happenings.push(happening);
  }

  /** What happened since a pod set out; undefined where it is not on its way. */
  since(uid: string): readonly Happening[] | undefined {
    const from = this.#pods.get(uid);
    return from === undefined ? undefined : this.#happenings.slice(from - this.#dropped);
  }

  /** A pod has arrived, or is back. */
  end(uid: string): void {
    if (!this.#pods.delete(uid)) return;
    let first = this.#dropped + this.#happenings.length;
    for (const from of this.#pods.values()) {
      first = from;
      break;
    }
    const gone = first - this.#dropped;
    // Dropping one at a time would move all the others each time.
    if (gone === 0 || (gone < this.#happenings.length && gone < this.#happenings.length / 2)) {
      return;
    }
    this.#happenings = this.#happenings.slice(gone);
    this.#dropped = first;
  }
}
