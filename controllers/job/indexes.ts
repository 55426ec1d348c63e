/**
 * Sets of indexes, as a job's status tells them: `1,3-5,7`.
 *
 * @module
 */

type Interval = readonly [first: number, last: number];

const INDEX = /^\d{1,10}$/;

/** Indexes of a job's pods. Never changes. */
export class Indexes {
  static readonly NONE = new Indexes([]);

  /** In order; there is a gap between one and the next. */
  readonly #intervals: readonly Interval[];

  private constructor(intervals: readonly Interval[]) {
    this.#intervals = intervals;
  }

  /** Those that a text tells, below `completions`. What can't be read in it tells none. */
  static read(text: string | undefined, completions: number): Indexes {
    if (!text) return Indexes.NONE;
    const intervals = text.split(",").flatMap((part): Interval[] => {
      const ends = part.split("-");
      if (ends.length > 2 || !ends.every((end) => INDEX.test(end))) return [];
      const [first, last = first] = ends.map(Number) as [number, number?];
      return first < completions && first <= last ? [[first, Math.min(last, completions - 1)]] : [];
    });
    return new Indexes(joined(intervals));
  }

  /** Those of a list, in any order. */
  static of(indexes: Iterable<number>): Indexes {
    return new Indexes(joined(Array.from(indexes, (index): Interval => [index, index])));
  }

  /** All that are in this set or in another. */
  with(others: Indexes): Indexes {
    return new Indexes(joined([...this.#intervals, ...others.#intervals]));
  }

  /** How many there are. */
  get total(): number {
    return this.#intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  has(index: number): boolean {
    let [low, high] = [0, this.#intervals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#intervals[middle]![1] < index) low = middle + 1;
      else high = middle;
    }
    const found = this.#intervals[low];
    return found !== undefined && found[0] <= index;
  }

  /** How many are in another set too. */
  countIn(other: Indexes): number {
    let [count, place] = [0, 0];
    for (const [first, last] of this.#intervals) {
      while (place < other.#intervals.length) {
        const [start, end] = other.#intervals[place]!;
        count += Math.max(0, Math.min(last, end) - Math.max(first, start) + 1);
        if (end > last) break;
        place++;
      }
    }
    return count;
  }

  /** So many of those that are missing, the lowest first, below `completions`. */
  missing(count: number, completions: number): number[] {
    const found: number[] = [];
    let next = 0;
    const upTo = (end: number) => {
      for (; next < end && found.length < count; next++) found.push(next);
    };
    for (const [first, last] of this.#intervals) {
      upTo(Math.min(first, completions));
      next = Math.max(next, last + 1);
    }
    upTo(completions);
    return found;
  }

  /** Two that follow each other stand with a comma, more with a hyphen. */
  toString(): string {
    return this.#intervals.map(([first, last]) =>
      first === last ? first : `${first}${last === first + 1 ? "," : "-"}${last}`
    ).join(",");
  }
}

function joined(intervals: readonly Interval[]): Interval[] {
  const all: [number, number][] = [];
  for (const [first, last] of intervals.toSorted((one, other) => one[0] - other[0])) {
    const before = all.at(-1);
    if (before === undefined || first > before[1] + 1) all.push([first, last]);
    else before[1] = Math.max(before[1], last);
  }
  return all;
}
