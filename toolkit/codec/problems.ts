/**
 * What strict reading found, told once each and only so much of it: whoever sends a document decides
 * how many fields are wrong with it, and how long their paths are.
 *
 * @module
 */

/** More are not told of: as many as the reference tells. */
const MOST_PROBLEMS = 100;

/** Characters of all of them past which no more are told of. */
const MOST_CHARACTERS = 64 * 1024;

/** Puts problems into a list. */
export class Problems {
  readonly #list: { push(problem: string): unknown };
  readonly #seen = new Set<string>();
  #characters = 0;

  constructor(list: { push(problem: string): unknown }) {
    this.#list = list;
  }

  /** Whether nothing more is taken: then nobody needs to put it into words. */
  get isFull(): boolean {
    return this.#seen.size >= MOST_PROBLEMS || this.#characters > MOST_CHARACTERS;
  }

  /** Takes a problem, unless it was told already. */
  add(problem: string): void {
    if (this.isFull || this.#seen.has(problem)) return;
    this.#seen.add(problem);
    this.#characters += problem.length;
    this.#list.push(problem);
  }
}
