/**
 * Functions that count what they do: a cost is that of the reference, which a call that takes far
 * longer pays for, too.
 *
 * @module
 */

import { quoteText } from "../../values/mod.ts";
import type { Implementation } from "../declarations.ts";
import type { Value } from "../values.ts";
import { workOfRun } from "../work.ts";

/** What counts as work, in the steps of `work.ts`. */
export interface WorkSteps {
  /** Of a call, whatever it is given. */
  readonly call?: number;
  /** Of each code unit of the texts that it is given, and each of the bytes. */
  readonly unit?: number;
}

/** The function, its work counted before it is done. */
export function counted(
  { call: each = 1, unit = 0 }: WorkSteps,
  call: Implementation,
): Implementation {
  return (...args: Value[]) => {
    let length = 0;
    for (const arg of args) {
      if (typeof arg === "string" || arg instanceof Uint8Array) length += arg.length;
    }
    workOfRun(each + length * unit);
    return call(...args);
  };
}

/** Steps of a character that stands in quotes: most others but ASCII's are looked up. */
const QUOTED_STEPS = 4;

/** A text as errors show it, which may be far longer than what can be read. */
export function quoted(text: string): string {
  workOfRun(1 + text.length * QUOTED_STEPS);
  return quoteText(text);
}

/** An error, whose place in the code is looked up. */
const ERROR_STEPS = 200;

/** Counts that an error was made, which nobody may get to see. */
export function countError(): void {
  workOfRun(ERROR_STEPS);
}

/** Characters that are compared, one with another, in a step. */
const COMPARED_A_STEP = 16;
/** Those that are looked for, or copied. */
const SEARCHED_A_STEP = 64;
/** Those that are put together, and take memory from then on. */
const JOINED_A_STEP = 16;

/** Counts that two texts are compared, as far as the shorter one goes. */
export function countCompared(one: number, other: number): void {
  workOfRun(Math.min(one, other) / COMPARED_A_STEP);
}

/** Counts that a text, or bytes, of a length were put together. */
export function countJoined(length: number): void {
  workOfRun(length / JOINED_A_STEP);
}

/** Counts that one text is looked for in another: each place may be one that nearly has it. */
export function countLookedFor(target: string, part: string): void {
  workOfRun(1 + target.length * (1 + part.length) / SEARCHED_A_STEP);
}

/** Counts that a text of this length is made. */
export function countMade(length: number): void {
  workOfRun(length / SEARCHED_A_STEP);
}
