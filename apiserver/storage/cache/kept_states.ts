/**
 * States of a resource that pages under way are of.
 *
 * @module
 */

import type { OrderedMap } from "../history/ordered_map.ts";
import type { CachedObject } from "./cached_object.ts";
import { SNAPSHOTS } from "./limits.ts";

/** The objects of a revision; `readable`: all of them. */
export interface KeptState {
  readonly entries: OrderedMap<CachedObject>;
  readonly readable: boolean;
}

/** Keeps the newest so many. */
export class KeptStates {
  readonly #states = new Map<number, KeptState>();

  /** Keeps what `state` gives, unless the state of that revision is kept already. */
  keep(revision: number, state: () => KeptState): void {
    if (this.#states.has(revision)) return;
    this.#states.set(revision, state());
    const [oldest] = this.#states.keys();
    if (this.#states.size > SNAPSHOTS) this.#states.delete(oldest!);
  }

  get(revision: number): KeptState | undefined {
    return this.#states.get(revision);
  }

  /** Forgets all states before a revision. */
  forget(before: number): void {
    if (this.#states.size === 0) return;
    for (const revision of this.#states.keys()) {
      if (revision < before) this.#states.delete(revision);
    }
  }

  clear(): void {
    this.#states.clear();
  }
}
