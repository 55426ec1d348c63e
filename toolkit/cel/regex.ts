/**
 * Regular expressions: those of Go, in linear time, compiled once, and kept while there is room.
 *
 * @module
 */

import { RE2JS } from "../deps/re2.ts";
import { countStates, countText } from "./counted_search.ts";
import { withoutGroupNames } from "./group_names.ts";
import { patternSize } from "./pattern_size.ts";
import { PLAIN_TEXT_LIMIT, plainRegex } from "./plain_regex.ts";
import { CelError } from "./source.ts";
import { work, workOfRun } from "./work.ts";

/** The longest pattern, in code units. */
const PATTERN_LIMIT = 100_000;
/** What a pattern may be compiled to, in instructions: it takes about 50 ms at the most. */
export const PATTERN_SIZE_LIMIT = 30_000;
/** How many compiled patterns are kept; an expression seldom has more than a few. */
const KEPT_PATTERNS = 1_000;
/** What they take in all, in instructions: 170 MB. */
const KEPT_SIZE = 400_000;
/** What an instruction takes: states of searches are kept in the same room. */
const INSTRUCTION_BYTES = 430;
/** The states of one pattern take no more: the engine drops them itself. */
const STATES_SIZE = 8 * 2 ** 20 / INSTRUCTION_BYTES;
/** Steps of work that making an instruction takes. */
const COMPILE_STEPS = 26;

/** Whether a text has what a pattern looks for; it counts as work of the run that goes on. */
export type RegexTest = (text: string) => boolean;

/** The compiled form of a pattern. Throws CelError for one that is no regular expression. */
export function regexOf(pattern: string): RE2JS {
  return keptOf(pattern).regex;
}

/** The test for a pattern. Throws CelError for one that is no regular expression. */
export function regexTestOf(pattern: string): RegexTest {
  // Whoever has this test doesn't hold what there is no room for.
  let known = keptOf(pattern);
  return (text) => {
    if (known.isDropped) known = keptOf(pattern);
    known.isUsed = true;
    return known.test(text);
  };
}

/** As a test of {@link regexTestOf} that is used once. */
export function testRegex(pattern: string, text: string): boolean {
  return keptOf(pattern).test(text);
}

/** A compiled pattern's place among those that are kept. */
class Kept {
  /** Somebody asked for it since there was no room the last time. */
  isUsed = true;
  #regex: RE2JS | undefined;
  readonly #plain: RegExp | undefined;
  readonly #programSize: number;
  #statesSize = 0;
  #countsStates = false;

  constructor(pattern: string, size: number) {
    this.#regex = compiled(pattern, size);
    this.#plain = plainRegex(pattern);
    this.#programSize = size;
  }

  get regex(): RE2JS {
    if (this.#regex === undefined) throw new Error("a pattern is used that was dropped");
    return this.#regex;
  }

  get size(): number {
    return this.#programSize + this.#statesSize;
  }

  get isDropped(): boolean {
    return this.#regex === undefined;
  }

  drop(): void {
    this.#regex = undefined;
  }

  test(text: string): boolean {
    if (this.#plain !== undefined && text.length <= PLAIN_TEXT_LIMIT) {
      work(1 + text.length);
      return this.#plain.test(text);
    }
    const { regex } = this;
    if (!this.#countsStates) {
      this.#countsStates = true;
      countStates(regex, (bytes) => this.#grow(bytes / INSTRUCTION_BYTES));
    }
    countText(text.length);
    return regex.test(text);
  }

  #grow(size: number): void {
    if (this.isDropped || this.#statesSize >= STATES_SIZE) return;
    this.#statesSize += size;
    keptSize += size;
    dropOthers(this);
  }
}

const kept = new Map<string, Kept>();
let keptSize = 0;

function keptOf(pattern: string): Kept {
  const known = kept.get(pattern);
  if (known !== undefined) {
    known.isUsed = true;
    return known;
  }
  if (pattern.length > PATTERN_LIMIT) throw new CelError("regular expression too long");
  const made = new Kept(pattern, patternSize(pattern));
  kept.set(pattern, made);
  keptSize += made.size;
  dropOthers(made);
  return made;
}

/** Makes room: those go that were not used the longest, but for one. */
function dropOthers(but: Kept): void {
  for (const [pattern, one] of kept) {
    if (keptSize <= KEPT_SIZE && kept.size <= KEPT_PATTERNS) return;
    if (one === but) continue;
    kept.delete(pattern);
    if (one.isUsed) {
      // It is met again after all others.
      one.isUsed = false;
      kept.set(pattern, one);
    } else {
      keptSize -= one.size;
      one.drop();
    }
  }
}

/**
 * Where a pattern begins at the start of the text the engine looks whether there is one way through
 * it at most, which takes 0.7 s for `^a?b?c?…` with 450 characters, and makes searches slower: 40 ns
 * a character instead of 5. It doesn't where an empty group comes first.
 */
function mayBeOneWay(pattern: string): boolean {
  // At the start it is an error to repeat nothing, and none to repeat an empty group.
  return !/^[*+?{]/.test(pattern) && (pattern.includes("^") || pattern.includes("\\A"));
}

function compiled(pattern: string, size: number): RE2JS {
  if (size > PATTERN_SIZE_LIMIT) {
    throw new CelError(
      `error parsing regexp: expression too large: about ${size} instructions, of ` +
        `${PATTERN_SIZE_LIMIT} at the most`,
    );
  }
  workOfRun(size * COMPILE_STEPS);
  if (mayBeOneWay(pattern)) {
    try {
      return RE2JS.compile(`()${pattern}`);
    } catch {
      // The error is to show the pattern as it is.
    }
  }
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unnamed = message.includes("duplicate capture group name")
      ? withoutGroupNames(pattern)
      : pattern;
    // Nobody asks for groups by their names, which may be the same, as Go has it.
    if (unnamed !== pattern) return compiled(unnamed, size);
    // Go's own engine shows what it is at the end of: nothing.
    throw new CelError(
      message.endsWith("trailing backslash at end of expression") ? `${message}: \`\`` : message,
    );
  }
}
