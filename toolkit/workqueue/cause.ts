/**
 * Why a key is worked on.
 *
 * @module
 */

/** Something that made work for a key. The queue itself makes those of type Requeue and Retry. */
export interface Cause {
  /** What has happened. */
  readonly type:
    | "Added"
    | "Updated"
    | "Deleted"
    | "Start"
    | "Resync"
    /** The work before asked for it. */
    | "Requeue"
    /** The work before failed. */
    | "Retry"
    | "Source";
  /** The kind of the object that changed. */
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  /** The object that changed: `namespace/name`, or `name`. */
  readonly ref?: string;
  /** The revision that the object has since. */
  readonly resourceVersion?: string;
  /** The paths of the fields that changed. */
  readonly changed?: readonly string[];
  /** The field manager that changed them. */
  readonly by?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** As many causes of one piece of work are kept; of more, the newest. */
export const CAUSES_LIMIT = 64;

/** The causes that came together for a key. */
export class Causes {
  #kept: Cause[] = [];
  /** How many were dropped because newer ones came. */
  dropped = 0;

  /** Adds a cause. */
  add(cause: Cause): void {
    if (this.#kept.length === CAUSES_LIMIT) {
      this.#kept.shift();
      this.dropped++;
    }
    this.#kept.push(cause);
  }

  /** Adds all of these to others. */
  moveTo(others: Causes): void {
    for (const cause of this.#kept) others.add(cause);
    others.dropped += this.dropped;
  }

  /** The causes in the order in which they came. */
  get kept(): readonly Cause[] {
    return this.#kept;
  }
}
