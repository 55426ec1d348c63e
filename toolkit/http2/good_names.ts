/**
 * Names of header fields, checked once for all the times that they come.
 *
 * @module
 */

/** Names that are remembered, and the longest of them: peers make up what names they like. */
const MOST_NAMES = 1000;
const NAME_CHARS = 64;

/** Names that were found good: the same few come all the time. */
export class GoodNames {
  readonly #pattern: RegExp;
  readonly #known = new Set<string>();

  /** `pattern` is what names have to be. */
  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  has(name: string): boolean {
    if (this.#known.has(name)) return true;
    if (!this.#pattern.test(name)) return false;
    if (name.length <= NAME_CHARS && this.#known.size < MOST_NAMES) this.#known.add(name);
    return true;
  }
}
