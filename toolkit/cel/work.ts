/**
 * A bound on what costs don't see: the cost of comparing two lists counts their elements, not what
 * is inside of these. Runs don't overlap, so one counter does for all.
 *
 * @module
 */

import { CelLimitError } from "./source.ts";

/** Steps that one run may take: a second of them at the most. */
const WORK_LIMIT = 20_000_000;

let left = WORK_LIMIT;

/** A new run begins. */
export function startWork(): void {
  left = WORK_LIMIT;
}

/** Counts steps. Throws CelLimitError when there were too many. */
export function work(steps: number): void {
  left -= steps;
  if (left < 0) throw new CelLimitError("operation cancelled: too much work");
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
