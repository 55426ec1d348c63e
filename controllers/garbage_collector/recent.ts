/**
 * The last texts of many.
 *
 * @module
 */

import { RecentMap } from "../../toolkit/recent_map.ts";

/** Remembers so many texts: those that were added or asked for last. */
export class Recent {
  readonly #texts: RecentMap<string, true>;

  constructor(most: number) {
    this.#texts = new RecentMap(most);
  }

  add(text: string): void {
    this.#texts.set(text, true);
  }

  has(text: string): boolean {
    if (this.#texts.get(text) === undefined) return false;
    this.add(text);
    return true;
  }
}
