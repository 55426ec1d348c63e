/**
 * Regular expressions: those of Go, in linear time, and compiled once.
 *
 * @module
 */

import { RE2JS } from "../deps/re2.ts";
import { PLAIN_TEXT_LIMIT, plainRegex } from "./plain_regex.ts";
import { CelError } from "./source.ts";
import { work } from "./work.ts";

/** How many compiled patterns are kept; an expression seldom has more than a few. */
const KEPT_PATTERNS = 1_000;
/** The longest pattern, in code units. */
const PATTERN_LIMIT = 100_000;

const compiled = new Map<string, RE2JS>();

/** The compiled form of a pattern. Throws CelError for one that is no regular expression. */
export function regexOf(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) {
    // The least recently used one goes first.
    compiled.delete(pattern);
    compiled.set(pattern, known);
    return known;
  }
  if (pattern.length > PATTERN_LIMIT) throw new CelError("regular expression too long");
  let made: RE2JS;
  try {
    made = RE2JS.compile(pattern);
  } catch (error) {
    throw new CelError(error instanceof Error ? error.message : String(error));
  }
  if (compiled.size >= KEPT_PATTERNS) {
    const [oldest] = compiled.keys();
    if (oldest !== undefined) compiled.delete(oldest);
  }
  compiled.set(pattern, made);
  return made;
}

/** Steps of a pattern's program over characters of a text that count as one step of work. */
const STEPS_OF_WORK = 10;

/** Counts a search as work of the run that is going on. Throws CelLimitError. */
export function countSearch(characters: number, regex: RE2JS): void {
  work(Math.ceil(characters * regex.programSize() / STEPS_OF_WORK));
}

/** As {@link regexTestOf}, for runs of expressions: what a search takes counts as their work. */
export function countedTestOf(pattern: string): RegexTest {
  const regex = regexOf(pattern);
  const test = regexTestOf(pattern);
  return (text) => {
    countSearch(text.length, regex);
    return test(text);
  };
}

/** Whether a text has what a pattern looks for. */
export type RegexTest = (text: string) => boolean;

const tests = new WeakMap<RE2JS, RegexTest>();

/** The test for a pattern. Throws CelError for one that is no regular expression. */
export function regexTestOf(pattern: string): RegexTest {
  const regex = regexOf(pattern);
  const known = tests.get(regex);
  if (known !== undefined) return known;
  const plain = plainRegex(pattern);
  const test: RegexTest = plain === undefined
    ? (text) => regex.test(text)
    : (text) => text.length <= PLAIN_TEXT_LIMIT ? plain.test(text) : regex.test(text);
  tests.set(regex, test);
  return test;
}
