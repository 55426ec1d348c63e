/**
 * What the checks of this folder have in common: they return the messages of the rules that a text
 * breaks, none where it is valid, in the reference's words.
 *
 * @module
 */

/** Messages of broken rules. */
export type Messages = readonly string[];

/** The answer for a valid text: one list for all, as nearly every text is valid. */
export const VALID: Messages = Object.freeze([]);

/** A rule that is a regular expression; its message shows the expression. */
export interface Pattern {
  test(text: string): boolean;
  /** `["<what the rule says> (e.g. ...)"]`. */
  readonly messages: Messages;
}

/**
 * Makes a rule of `source`, which must match the whole text. The expressions of this folder run over
 * hostile texts: write each so that it fails in time linear in the text.
 */
export function pattern(source: string, rule: string, ...examples: string[]): Pattern {
  const whole = new RegExp(`^(?:${source})$`);
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  const hint = examples.length === 0
    ? `(regex used for validation is '${source}')`
    : `(e.g. ${shown}regex used for validation is '${source}')`;
  return {
    test: (text) => whole.test(text),
    messages: Object.freeze([`${rule} ${hint}`]),
  };
}

/** The messages of both lists, without a new list where one is enough. */
export function both(first: Messages, second: Messages): Messages {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}

/** The messages of a text that has more than `limit` bytes; the reference says characters. */
export function checkLength(text: string, limit: number, unit = "characters"): Messages {
  return isLongerThan(text, limit) ? [`must be no more than ${limit} ${unit}`] : VALID;
}

const utf8 = new TextEncoder();
/** What a UTF-16 unit has at most in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Whether a text has more than `limitBytes` bytes in UTF-8. */
export function isLongerThan(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  return text.length * BYTES_PER_UNIT > limitBytes && utf8Length(text) > limitBytes;
}

/** How many bytes a text has in UTF-8, without making them. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isPair = (code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    // Four bytes for two units; half a pair is replaced by a character of three.
    if (isPair) at++;
    bytes += code < 0x800 ? 1 : 2;
  }
  return bytes;
}

/** Whether texts together have more than `limitBytes` bytes in UTF-8. */
export function areLongerThan(texts: readonly string[], limitBytes: number): boolean {
  let units = 0;
  for (const text of texts) units += text.length;
  if (units * BYTES_PER_UNIT <= limitBytes || units > limitBytes) return units > limitBytes;
  let bytes = 0;
  for (const text of texts) bytes += utf8.encode(text).length;
  return bytes > limitBytes;
}

/** The message of an empty text where one is needed. */
export const EMPTY = "must be non-empty";

/** The message of a number out of bounds, both of which it may have. */
export function outOfRange(min: number, max: number): string {
  return `must be between ${min} and ${max}, inclusive`;
}
