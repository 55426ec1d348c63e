/**
 * Who made the changes that came last.
 *
 * @module
 */

/** Of so many changes it is known who made them: subscribers hear of a change right after it came. */
const LIMIT = 1024;

/** The field managers of the newest changes, by object. */
export class RecentWriters {
  readonly #writers = new Map<string, { readonly revision: string; readonly manager: string }>();

  saw(key: string, revision: string, manager: string): void {
    // What was there before stands at its old place otherwise.
    this.#writers.delete(key);
    if (manager === "") return;
    this.#writers.set(key, { revision, manager });
    if (this.#writers.size <= LIMIT) return;
    for (const oldest of this.#writers.keys()) {
      this.#writers.delete(oldest);
      break;
    }
  }

  /** Who made an object what it is at this revision, where that is known. */
  of(key: string, revision: string): string | undefined {
    const last = this.#writers.get(key);
    return last?.revision === revision ? last.manager : undefined;
  }
}
