/**
 * Label selectors: requirements that labels must meet all.
 *
 * @module
 */

import type { LabelMap, Requirement } from "./requirement.ts";

/** A set of requirements, sorted by key. Immutable. */
export class Selector {
  readonly #requirements: readonly Requirement[];
  readonly #matchesNothing: boolean;

  private constructor(requirements: readonly Requirement[], matchesNothing: boolean) {
    this.#requirements = requirements;
    this.#matchesNothing = matchesNothing;
  }

  /** The selector that all labels meet. */
  static readonly everything: Selector = new Selector([], false);

  /** The selector that no labels meet. */
  static readonly nothing: Selector = new Selector([], true);

  /** The selector of these requirements. */
  static of(requirements: readonly Requirement[]): Selector {
    if (requirements.length === 0) return Selector.everything;
    return new Selector(requirements.toSorted(byKey), false);
  }

  /** This with more requirements. Nothing remains nothing. */
  with(...requirements: Requirement[]): Selector {
    return this.#matchesNothing ? this : Selector.of([...this.#requirements, ...requirements]);
  }

  /** Whether labels meet all requirements. */
  matches(labels: LabelMap | undefined): boolean {
    if (this.#matchesNothing) return false;
    for (const requirement of this.#requirements) {
      if (!requirement.matches(labels)) return false;
    }
    return true;
  }

  /** All labels match. */
  get matchesEverything(): boolean {
    return !this.#matchesNothing && this.#requirements.length === 0;
  }

  /** No labels match, whatever they are. */
  get matchesNothing(): boolean {
    return this.#matchesNothing;
  }

  /** The requirements, sorted by key. */
  get requirements(): readonly Requirement[] {
    return this.#requirements;
  }

  /** The one value that `key` must have for a match, for a look into an index; undefined if none. */
  exactValue(key: string): string | undefined {
    for (const requirement of this.#requirements) {
      const value = requirement.key === key ? requirement.exactValue : undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The canonical string form, which parses to an equal selector (that of nothing is empty). */
  toString(): string {
    return this.#requirements.join(",");
  }
}

function byKey(left: Requirement, right: Requirement): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}
