/**
 * What a search takes, counted as it goes on. Nobody can tell before: of most patterns a few states
 * are made, once, and from then on a character of a text takes no more than some nanoseconds; of
 * some a new one is made for each character, out of all of the program's instructions.
 *
 * The engine has no counter of its own. Two of its methods are overlaid: the one that makes a state
 * and the one that a search among states is. `counted_search_test.ts` fails where they aren't that.
 *
 * @module
 */

import type { RE2JS } from "../deps/re2.ts";
import { work } from "./work.ts";

// Measured, in steps of 50 ns, for texts and patterns for which most is to be done.

/** A state that is made, or found to be there already. */
const STATE_STEPS = 8;
/** Each instruction that a state is made of. */
const THREAD_STEPS = 2.5;
/** An instruction for a character, where states are not kept: there would be too many. */
const SLOW_STEPS = 0.4;
/** A character that leads from state to state. */
const CHARACTER_STEPS = 0.2;

/** What is kept of a state, about, and for each of its instructions. */
const STATE_BYTES = 250;
const THREAD_BYTES = 8;

/** Counts that a text is read. Throws CelLimitError. */
export function countText(characters: number): void {
  work(1 + Math.ceil(characters * CHARACTER_STEPS));
}

/**
 * Counts a search for the place of a match, as work of the run that is going on: each instruction
 * for each character, as no states are kept for it. Throws CelLimitError.
 */
export function countSearch(regex: RE2JS, characters: number): void {
  work(1 + Math.ceil(characters * (1 + regex.programSize() * SLOW_STEPS)));
}

/** From now on its tests count their states as work; `grew`: a state takes that many bytes more. */
export function countStates(regex: RE2JS, grew: (bytes: number) => void): void {
  const { dfa } = regex.re2();
  const [closure, match] = [dfa.closure.bind(dfa), dfa.match.bind(dfa)];
  dfa.closure = (from: number[], flag: number) => {
    const made = closure(from, flag);
    const threads = made.pcs.length;
    grew(STATE_BYTES + threads * THREAD_BYTES);
    work(STATE_STEPS + threads * THREAD_STEPS);
    return made;
  };
  dfa.match = (input: { endPos(): number }, at: number, anchor: number) => {
    const found = match(input, at, anchor);
    // It gives up, and the text is read once more, without states.
    if (found === null) countSearch(regex, input.endPos());
    return found;
  };
}
