/**
 * What expressions cost, in units of about 50 ns: bounds of it before they run, sums while they do.
 * Numbers are those of the reference, so that a rule that is accepted there is accepted here.
 *
 * @module
 */

import type { CelType } from "./type.ts";

/** A range that something lies in. Infinity: nobody knows. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A cost, and how large the result is. */
export interface Cost extends Range {
  readonly size?: Range | undefined;
}

/** Of any name and any selection. */
export const ACCESS_COST = 1;
export const LIST_COST = 10;
export const MAP_COST = 30;
export const STRUCT_COST = 40;
/** A character that is looked at once. */
export const TEXT_FACTOR = 0.1;
/** A character of a regular expression, by which each character of the text is multiplied. */
export const REGEX_FACTOR = 0.25;

export const UNKNOWN: Range = { min: 0, max: Infinity };
export const FREE: Range = { min: 0, max: 0 };

/** What an estimate of a call is made of. */
export interface CallSizes {
  /** How many arguments there are, the target of a member included. */
  readonly count: number;
  /** The size of an argument; the target of a member is the first. */
  size(index: number): Range;
  /** Of an argument's elements. */
  elementSize(index: number): Range;
  type(index: number): CelType;
  /** The int that an argument is, if it is written as one. */
  int(index: number): number | undefined;
}

export function exactly(amount: number): Range {
  return { min: amount, max: amount };
}

export function sumOf(one: Range, other: Range): Range {
  return { min: one.min + other.min, max: one.max + other.max };
}

export function productOf(one: Range, other: Range): Range {
  return { min: times(one.min, other.min), max: times(one.max, other.max) };
}

export function unionOf(one: Range, other: Range): Range {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

/** Rounded up. */
export function scaled(range: Range, factor: number): Range {
  return { min: Math.ceil(times(range.min, factor)), max: Math.ceil(times(range.max, factor)) };
}

/** Zero times anything is zero, also times what nobody knows. */
function times(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : one * other;
}

/** A walk over a text of this many characters. */
export function walk(size: number, times = 1): number {
  return Math.ceil(size * times * TEXT_FACTOR);
}

/** A search for a regular expression in a text, both told by their sizes. */
export function regexCost(text: number, pattern: number): number {
  return Math.ceil((1 + text) * TEXT_FACTOR) * Math.ceil(pattern * REGEX_FACTOR);
}

export function regexEstimate(text: Range, pattern: Range): Range {
  return productOf(
    scaled(sumOf(text, exactly(1)), TEXT_FACTOR),
    scaled(pattern, REGEX_FACTOR),
  );
}
