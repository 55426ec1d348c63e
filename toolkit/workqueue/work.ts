/**
 * A key in the hands of a worker.
 *
 * @module
 */

import { msOfSpan, type Span } from "../kinds/mod.ts";
import type { Cause, Causes } from "./cause.ts";

/** A key that is being worked on. To dispose of it without `done` or `again` is a failure. */
export interface Work<T> extends Disposable {
  /** The key that was added. */
  readonly key: T;
  /** 1, and one more for each failure in a row. */
  readonly attempt: number;
  /** All that came together for the key since it was worked on last, in that order. */
  readonly causes: readonly Cause[];
  /** How many causes are missing because there were too many. */
  readonly droppedCauses: number;
  /** It worked. What earlier work of the key wanted tried or done later is void. */
  done(): void;
  /** It worked, and is to be done again so long from now. */
  again(after: Span): void;
}

/** What a queue knows of a key when it hands it out. */
interface WaitingKey<T> {
  readonly key: T;
  readonly causes: Causes;
  readonly priority: number;
  readonly failures: number;
}

/** How work ended. */
export type WorkEnd = { readonly type: "done" | "failed" } | {
  readonly type: "again";
  readonly after: number;
};

/** Work that tells its queue, once, how it ended. */
export class QueueWork<T> implements Work<T> {
  readonly key: T;
  readonly attempt: number;
  readonly causes: readonly Cause[];
  readonly droppedCauses: number;
  readonly priority: number;
  readonly startedAt: number;
  /** Undefined once the work has ended. */
  #end: ((end: WorkEnd) => void) | undefined;

  constructor(entry: WaitingKey<T>, startedAt: number, end: (end: WorkEnd) => void) {
    this.key = entry.key;
    this.attempt = entry.failures + 1;
    this.causes = entry.causes.kept;
    this.droppedCauses = entry.causes.dropped;
    this.priority = entry.priority;
    this.startedAt = startedAt;
    this.#end = end;
  }

  done(): void {
    this.#finish("done", { type: "done" });
  }

  again(after: Span): void {
    this.#finish("again", { type: "again", after: msOfSpan(after, "after") });
  }

  [Symbol.dispose](): void {
    if (this.#end !== undefined) this.#finish("dispose", { type: "failed" });
  }

  #finish(name: string, result: WorkEnd): void {
    const end = this.#end;
    if (end === undefined) throw new Error(`${name}() of work that has ended`);
    this.#end = undefined;
    end(result);
  }
}
