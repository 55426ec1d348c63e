/**
 * Regular expressions: those of Go, in linear time, and compiled once.
 *
 * @module
 */

import { RE2JS } from "../deps/re2.ts";
import { CelError } from "./source.ts";

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
