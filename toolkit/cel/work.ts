/**
 * A bound on what costs don't see: the cost of comparing two lists counts their elements, not what
 * is inside of these; that of a pattern its length, not what its repetitions make of it. Runs don't
 * overlap, but for those of variables within one, which share its counter: one at a time does.
 *
 * @module
 */

import { CelLimitError } from "./source.ts";

/** Steps of 60 ns, or less, that runs about one object may take: a second of them, or so. */
const WORK_LIMIT = 20_000_000;
/** Those of one run, in which nobody else is served: a fifth of a second. */
const STRETCH_LIMIT = 3_000_000;

/** What one run may do, or all runs about one object together. */
export class Work {
  /** `left`: steps that may be taken. */
  constructor(public left: number = WORK_LIMIT) {}
}

const outside = new Work();
let current = outside;
/** What is left of it, while something runs. */
let stretch = Infinity;
let depth = 0;

/**
 * Runs what may do this much. Who walks through its values afterwards has as much again: what one
 * request has left is not for another one to use up.
 */
export function withWork<T>(budget: Work, run: () => T): T {
  const before = current;
  if (depth === 0) stretch = STRETCH_LIMIT;
  current = budget;
  depth++;
  try {
    return run();
  } finally {
    depth--;
    current = before;
    if (depth === 0) {
      outside.left = WORK_LIMIT;
      stretch = Infinity;
    }
  }
}

/** Counts steps. Throws CelLimitError when there were too many. */
export function work(steps: number): void {
  current.left -= steps;
  stretch -= steps;
  if (current.left < 0 || stretch < 0) {
    throw new CelLimitError("operation cancelled: too much work");
  }
}

/** Counts steps of a run, and none that are taken while nothing runs, as what is read is compiled. */
export function workOfRun(steps: number): void {
  if (depth > 0) work(steps);
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
