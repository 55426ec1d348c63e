/**
 * Entries in groups, of which each is in one: lists through arrays of numbers, so that a member takes
 * eight bytes.
 *
 * @module
 */

const FIRST_ENTRIES = 256;
const NONE = -1;

/** Which entries are in which group. */
export class Groups {
  /** The entry of each group that came last. */
  readonly #heads = new Map<string, number>();
  #next = new Int32Array(FIRST_ENTRIES);
  #before = new Int32Array(FIRST_ENTRIES);

  add(entry: number, group: string): void {
    if (entry >= this.#next.length) {
      this.#next = larger(this.#next, entry);
      this.#before = larger(this.#before, entry);
    }
    const head = this.#heads.get(group) ?? NONE;
    this.#next[entry] = head;
    this.#before[entry] = NONE;
    if (head !== NONE) this.#before[head] = entry;
    this.#heads.set(group, entry);
  }

  remove(entry: number, group: string): void {
    const next = this.#next[entry]!;
    const before = this.#before[entry]!;
    if (next !== NONE) this.#before[next] = before;
    if (before !== NONE) this.#next[before] = next;
    else if (next !== NONE) this.#heads.set(group, next);
    else this.#heads.delete(group);
  }

  /** The entries of a group. */
  of(group: string): number[] {
    const found: number[] = [];
    for (let at = this.#heads.get(group) ?? NONE; at !== NONE; at = this.#next[at]!) found.push(at);
    return found;
  }
}

function larger(numbers: Int32Array, entry: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(entry + 1, numbers.length * 2));
  grown.set(numbers);
  return grown;
}
