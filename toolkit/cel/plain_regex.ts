/**
 * Regular expressions that the runtime's own engine may see to: it is several times faster, but
 * goes back over the text again and again for some patterns. What is let through has a start that
 * is fixed, one repetition with little behind it and a few optional parts: the work is a small
 * multiple of the text.
 *
 * @module
 */

/** A longer text goes to the engine that takes linear time whatever the pattern is. */
export const PLAIN_TEXT_LIMIT = 1_000;
/** A longer pattern, too: this one says only when it is used that it is too large for it. */
const PATTERN_LIMIT = 1_000;
/** Each optional part doubles the ways to go. */
const OPTIONAL_LIMIT = 3;
const COUNT_LIMIT = 63;
/**
 * The ways to go, times the characters behind the repetition: all of that may be tried wherever the
 * repetition may end. A character of a text takes 50 ns at the most then, and 2 ns as a rule.
 */
const TRIED_LIMIT = 24;

/**
 * What means the same to both engines: classes and characters of ASCII, `\d`, `\w`, groups, and
 * how often something comes. No dots, spaces, negations, alternatives or flags.
 */
const PART =
  /(\[(?:[\w.\-/:@ ]|\\[dw.\-/])+\]|[\w\-/:@ ,=]|\\[dw./])|(\((?:\?:)?)|(\))|([?*+]|\{\d{1,2}(?:,\d{0,2})?\})/y;

/** A pattern that the other engine takes, for the runtime's own; undefined: not this one. */
export function plainRegex(pattern: string): RegExp | undefined {
  if (!pattern.startsWith("^") || pattern.length > PATTERN_LIMIT) return undefined;
  const end = pattern.endsWith("$") && !pattern.endsWith("\\$") ? 1 : 0;
  const last = pattern.length - end;
  let [repetitions, optional, behind, afterGroup] = [0, 0, 0, false];
  for (let at = 1; at < last;) {
    PART.lastIndex = at;
    const found = PART.exec(pattern);
    if (found === null) return undefined;
    const [, character, , close, count] = found;
    if (character !== undefined && repetitions > 0) behind++;
    if (count === "?") optional++;
    else if (count !== undefined) {
      if (afterGroup || countsPast(count)) return undefined;
      if (!/^\{\d+\}$/.test(count)) repetitions++;
      else if (repetitions > 0) behind += Number(count.slice(1, -1));
    }
    afterGroup = close !== undefined;
    at = PART.lastIndex;
  }
  if (repetitions > 1 || optional > OPTIONAL_LIMIT) return undefined;
  if ((1 + behind) * 2 ** optional > TRIED_LIMIT) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

function countsPast(count: string): boolean {
  return (count.match(/\d+/g) ?? []).some((number) => Number(number) > COUNT_LIMIT);
}
