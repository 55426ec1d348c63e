/**
 * What strict reading finds in a JSON patch: members that no operation has, and fields that come
 * twice, in the order of the document.
 *
 * @module
 */

import { type FieldObserver, pathText, Problems } from "../../toolkit/codec/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";

/** What an operation may have. */
export const OPERATION_MEMBERS = new Set(["op", "path", "from", "value"]);

/** Puts a sentence about each into a list, once. */
export class OperationFields implements FieldObserver {
  readonly #problems: Problems;
  readonly #path: (string | number)[] = [];
  /** Within a member that no operation has, nothing is looked at. */
  #unknown = false;

  constructor(problems: string[]) {
    this.#problems = new Problems(problems);
  }

  enter(step: string | number, isTwice: boolean): void {
    this.#path.push(step);
    if (this.#path.length === 2) this.#unknown = !OPERATION_MEMBERS.has(String(step));
    if (this.#unknown && this.#path.length === 2) this.#tell("unknown");
    else if (isTwice && !this.#unknown) this.#tell("duplicate");
  }

  leave(): void {
    this.#path.pop();
  }

  #tell(what: string): void {
    if (this.#problems.isFull) return;
    this.#problems.add(`json patch ${what} field ${quoteText(pathText(this.#path))}`);
  }
}
