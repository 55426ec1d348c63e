/**
 * Indexes of a job's pods, as its status tells them: `1,3-5,7`.
 *
 * @module
 */

import { quoteText } from "../../../toolkit/values/mod.ts";

/** Intervals of indexes, first and last among them, in order. */
export type Indexes = readonly Interval[];

type Interval = readonly [first: number, last: number];

/** Why a text tells no indexes. */
export class IndexesError extends Error {
  override name = "IndexesError";
}

/** Reads indexes of a job of `completions` pods: they grow, and none stands twice. */
export function readIndexes(text: string, completions: number): Indexes {
  if (text === "") return [];
  const all: Interval[] = [];
  let before = -1;
  for (const part of text.split(",")) {
    const [first, last] = readInterval(part, completions);
    if (first <= before) {
      throw new IndexesError(`non-increasing order, previous: ${before}, current: ${first}`);
    }
    all.push([first, last]);
    before = last;
  }
  return all;
}

/** Those of the intervals of a text that can be read. */
export function readableIndexes(text: string, completions: number): Indexes {
  return text.split(",").flatMap((part) => {
    try {
      return [readInterval(part, completions)];
    } catch (error) {
      if (error instanceof IndexesError) return [];
      throw error;
    }
  });
}

function readInterval(part: string, completions: number): Interval {
  const ends = part.split("-");
  if (ends.length > 2) {
    const why = "violates the requirement that an index interval can have at most two parts " +
      "separated by '-'";
    throw new IndexesError(`the fragment ${quoteText(part)} ${why}`);
  }
  const [first, last = first] = ends.map((end) => readIndex(end, completions)) as [number, number?];
  if (ends.length === 2 && last <= first) {
    throw new IndexesError(`non-increasing order, previous: ${first}, current: ${last}`);
  }
  return [first, last];
}

/** The most digits of a number that the reference can read here. */
const DIGITS = 18;

function readIndex(text: string, completions: number): number {
  const digits = text.replace(/^\+?0*(?=\d)/, "");
  if (!/^\d+$/.test(digits) || digits.length > DIGITS) {
    throw new IndexesError(`cannot convert string to integer for index: ${quoteText(text)}`);
  }
  const index = Number(digits);
  if (index >= completions) throw new IndexesError(`too large index: ${quoteText(text)}`);
  return index;
}

/** The first index in both; undefined: none is. */
export function firstCommon(some: Indexes, others: Indexes): number | undefined {
  let place = 0;
  for (const [first, last] of some) {
    while (place < others.length && others[place]![1] < first) place++;
    const other = others[place];
    if (other !== undefined && other[0] <= last) return Math.max(first, other[0]);
  }
  return undefined;
}
