/**
 * Indexes of a job's pods, as its status tells them: `1,3-5,7`.
 *
 * @module
 */

import { quoteText } from "../../../toolkit/values/mod.ts";

/** Intervals of indexes, first and last among them, in order. */
export type Indexes = readonly (readonly [first: number, last: number])[];

/** Why a text tells no indexes. */
export class IndexesError extends Error {
  override name = "IndexesError";
}

/** Reads indexes of a job of `completions` pods: they grow, and none stands twice. */
export function readIndexes(text: string, completions: number): Indexes {
  if (text === "") return [];
  const all: [number, number][] = [];
  let before = -1;
  for (const part of text.split(",")) {
    const ends = part.split("-");
    if (ends.length > 2) {
      throw new IndexesError(
        `the fragment ${
          quoteText(part)
        } violates the requirement that an index interval can have ` +
          "at most two parts separated by '-'",
      );
    }
    const [first, last = first] = ends.map(readIndex) as [number, number?];
    for (const index of [first, last]) {
      if (index < completions) continue;
      throw new IndexesError(`too large index: ${quoteText(String(index))}`);
    }
    if (first <= before) {
      throw new IndexesError(`non-increasing order, previous: ${before}, current: ${first}`);
    }
    if (ends.length === 2 && last <= first) {
      throw new IndexesError(`non-increasing order, previous: ${first}, current: ${last}`);
    }
    all.push([first, last]);
    before = last;
  }
  return all;
}

function readIndex(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new IndexesError(`cannot convert string to integer for index: ${quoteText(text)}`);
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
