/**
 * Texts of others as TypeScript: literals, names of fields, comments. Whatever is in them, it stays what
 * it is, and can be seen.
 *
 * @module
 */

import { printable, printableLine } from "../printable.ts";

/** A text in double quotes. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

/** A name as the key of a field. */
export function fieldKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

const WIDTH = 96;

/** What a doc comment has. */
export interface DocComment {
  readonly paragraphs: readonly string[];
  /** What to use instead: makes it a comment on what is deprecated. */
  readonly deprecated?: string | undefined;
  readonly indent?: string;
}

/** A doc comment. Nothing in its texts ends it, begins a tag or tells the compiler anything. */
export function docComment({ paragraphs, deprecated, indent = "" }: DocComment): string {
  const lines = paragraphs.flatMap((text) => text.split("\n").flatMap(wrapped)).map(harmless);
  while (lines.at(-1) === "") lines.pop();
  if (deprecated !== undefined) lines.push("", `@deprecated ${harmless(deprecated)}`);
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const written = lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join("");
  return `${indent}/**\n${written}${indent} */\n`;
}

/** A line as it may stand in a comment. */
function harmless(line: string): string {
  return printableLine(line.trimEnd()).replaceAll("*/", "*\\/").replace(/^([\s*/]*)@/, "$1\\@");
}

/** Lines of so many characters at most; longer words stay whole. */
function wrapped(text: string): string[] {
  if (text.length <= WIDTH) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}
