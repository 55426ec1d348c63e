/**
 * What strict reading of typed JSON finds: fields that the type does not have and fields that come
 * twice, in the order in which the document has them.
 *
 * @module
 */

import type { StructType, Type } from "../schema/type.ts";
import { quoteText } from "../values/quote.ts";
import { type FieldObserver, pathText } from "./json_parse.ts";
import { Problems } from "./problems.ts";

/** Puts a sentence about each such field into `problems`, once. */
export class StrictFields implements FieldObserver {
  readonly #problems: Problems;
  readonly #path: (string | number)[] = [];
  /** The types of what is around the next field; undefined: anything may be in there. */
  readonly #types: (Type | undefined)[];

  constructor(struct: StructType, problems: string[]) {
    this.#problems = new Problems(problems);
    this.#types = [struct];
  }

  enter(step: string | number, isTwice: boolean): void {
    const around = this.#types.at(-1);
    this.#path.push(step);
    this.#types.push(this.#typeOf(around, step, isTwice));
  }

  leave(): void {
    this.#path.pop();
    this.#types.pop();
  }

  #typeOf(around: Type | undefined, step: string | number, isTwice: boolean): Type | undefined {
    switch (around?.kind) {
      case "struct": {
        const field = around.properties.get(String(step));
        // Within an unknown field nothing is known to be wrong.
        if (field === undefined) this.#found("unknown");
        else if (isTwice) this.#found("duplicate");
        return field?.type;
      }
      case "map":
        if (isTwice) this.#found("duplicate");
        return around.value;
      case "list":
        return around.element;
      default:
        return undefined;
    }
  }

  #found(what: "unknown" | "duplicate"): void {
    if (this.#problems.isFull) return;
    this.#problems.add(`${what} field ${quoteText(pathText(this.#path))}`);
  }
}
