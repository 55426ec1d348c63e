/**
 * The last texts of many.
 *
 * @module
 */

/** Remembers as many texts as it may: of more, those that were added or asked for last. */
export class Recent {
  readonly #limit: number;
  readonly #texts = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string): void {
    this.#texts.delete(text);
    this.#texts.add(text);
    if (this.#texts.size <= this.#limit) return;
    for (const oldest of this.#texts) {
      this.#texts.delete(oldest);
      break;
    }
  }

  has(text: string): boolean {
    if (!this.#texts.has(text)) return false;
    this.add(text);
    return true;
  }
}
