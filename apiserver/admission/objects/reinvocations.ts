/**
 * Who is called again in a second round of mutating admission.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";

/**
 * Says who is called again in the second round of mutating admission: those with
 * `reinvocationPolicy: IfNeeded` after whose call somebody else changed the object. One is made for
 * each request and kept from the first round to the second.
 */
export class Reinvocations {
  /** Asked since the last change, and to be asked again after the next one. */
  readonly #waiting = new Set<string>();
  readonly #again = new Set<string>();
  #left: JsonObject | undefined;

  /** Whether one is asked in the second round. */
  wants(id: string): boolean {
    return this.#again.has(id);
  }

  /** One was asked that wants to know of later changes. */
  asked(id: string): void {
    this.#waiting.add(id);
  }

  /** The object has changed. */
  changed(): void {
    for (const id of this.#waiting) this.#again.add(id);
    this.#waiting.clear();
  }

  /** All of them are done with an object for now. */
  leave(object: JsonObject | undefined): void {
    // Nobody will ask unless somebody waits.
    this.#left = this.#waiting.size > 0 ? structuredClone(object) : undefined;
  }

  /** The second round begins with an object, which others may have changed since. */
  enter(object: JsonObject | undefined): void {
    if (this.#left !== undefined && !equalJson(this.#left, object)) this.changed();
  }
}
