/**
 * Choices at random.
 *
 * @module
 */

import type { Random } from "../cel/generated_expressions.ts";

/** What makes things at random chooses so. */
export class Choices {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number from 0 below a bound. */
  protected below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  /** True in this part of all cases. */
  protected chance(of: number): boolean {
    return this.#random() < of;
  }

  protected one<Word>(words: readonly Word[]): Word {
    return words[this.below(words.length)]!;
  }

  /** One or two. */
  protected some(words: readonly string[]): string[] {
    return this.many(2, () => this.one(words));
  }

  /** One at least. */
  protected many<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: 1 + this.below(most) }, make);
  }
}
