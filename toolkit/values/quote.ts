/**
 * How Go quotes text inside messages. Clients match messages, so ours quote alike.
 *
 * @module
 */

const PLAIN = /^[ !#-[\]-~]*$/;
const utf8 = new TextEncoder();

/**
 * `text` as the time package quotes it: plain ASCII with `"` and `\` escaped, every other byte as
 * `\x..`.
 */
export function quoteGo(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let quoted = "";
  for (const character of text) {
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else if (/[ -\x7f]/.test(character)) quoted += character;
    else for (const byte of utf8.encode(character)) quoted += `\\x${hex(byte)}`;
  }
  return `"${quoted}"`;
}

const SHORT: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** `text` as the verb `%q` prints it: printable characters stay, others become short escapes. */
export function quoteText(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let quoted = "";
  for (const character of text) quoted += SHORT[character] ?? escapeRune(character);
  return `"${quoted}"`;
}

/** Letters, marks, numbers, punctuation, symbols and the ASCII space are what Go calls printable. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Whether Go prints this character (one code point) as it is. A lone surrogate reaches it as U+FFFD. */
export function isPrintable(character: string): boolean {
  return PRINTABLE.test(character) || /^[\ud800-\udfff]$/.test(character);
}

function escapeRune(character: string): string {
  if (PRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code)}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\U${code.toString(16).padStart(8, "0")}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
