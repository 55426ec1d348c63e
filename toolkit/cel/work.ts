/**
 * A bound on what costs don't see: the cost of comparing two lists counts their elements, not what
 * is inside of these; that of a pattern its length, not what its repetitions make of it. Runs don't
 * overlap, but for those of variables within one, which share its counter: one at a time does.
 *
 * @module
 */

import { CelLimitError } from "./source.ts";

/** Steps that may be taken: a second of them at the most, three where they are those of patterns. */
const WORK_LIMIT = 20_000_000;

/** What one run may do, or all runs about one object together. */
export class Work {
  left = WORK_LIMIT;
}

let current = new Work();
let depth = 0;

/**
 * Runs what may do this much. Who walks through its values afterwards has as much again: what one
 * request has left is not for another one to use up.
 */
export function withWork<T>(budget: Work, run: () => T): T {
  const before = current;
  current = budget;
  depth++;
  try {
    return run();
  } finally {
    depth--;
    current = depth === 0 ? new Work() : before;
  }
}

/** Counts steps. Throws CelLimitError when there were too many. */
export function work(steps: number): void {
  current.left -= steps;
  if (current.left < 0) throw new CelLimitError("operation cancelled: too much work");
}

/** How many bytes a text takes. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate pair is two units and four bytes.
    if (unit >= 0x800) length += unit >= 0xd800 && unit < 0xe000 ? 1 : 2;
    else if (unit >= 0x80) length++;
  }
  return length;
}
