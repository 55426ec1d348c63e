/**
 * What a strategic merge patch does several times over, counted.
 *
 * @module
 */

import { requestEntityTooLarge } from "../../toolkit/errors/mod.ts";
import { LIMIT_MERGED_AGAIN } from "./limits.ts";

/**
 * Counts the values of elements that are merged once more. Each merge copies what it goes into: one
 * of each element takes time as document and patch are long, one of the same element for each other
 * element of the patch the product of both.
 */
export class Repetition {
  #left = LIMIT_MERGED_AGAIN;

  /** Throws where too much was merged again; looks at no more of the element than is left. */
  count(value: unknown): void {
    if (--this.#left < 0) {
      throw requestEntityTooLarge("the patch merges too much into list elements of the same key");
    }
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) { for (const each of value) this.count(each); }
    else for (const name in value) this.count((value as Record<string, unknown>)[name]);
  }
}
