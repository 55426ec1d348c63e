/**
 * Writes doc comments of generated types: the words of toolkit/descriptions, which are plain text, as
 * Markdown that can't end its comment.
 *
 * @module
 */

import { aliasWords } from "../descriptions/aliases.ts";
import { listWords, ownWords, sharedWords, structWords } from "../descriptions/mod.ts";
import type { FactField, Facts, FactType, Package } from "./facts.ts";

const LINE_CHARS = 100;

/** A doc comment of paragraphs of plain text, or "" where there is none. */
export function docComment(paragraphs: readonly (string | undefined)[], indent = ""): string {
  const texts = paragraphs.filter((text) => text !== undefined).map(markdown);
  if (texts.length === 0) return "";
  const short = `${indent}/** ${texts[0]} */`;
  if (texts.length === 1 && short.length <= LINE_CHARS) return `${short}\n`;
  const lines = texts.flatMap((text, index) => [
    ...(index > 0 ? [""] : []),
    ...wrapped(text, LINE_CHARS - indent.length - " * ".length),
  ]);
  const inner = lines.map((line) => line === "" ? `${indent} *\n` : `${indent} * ${line}\n`);
  return `${indent}/**\n${inner.join("")}${indent} */\n`;
}

/** What is said of a declaration. */
export function wordsOf(pkg: Package, name: string, type: FactType): string | undefined {
  if (type.of !== undefined) return aliasWords(pkg.key, name);
  const items = type.fields?.some((field) => field.name === "items") === true;
  return structWords(pkg.key, name)?.[0] ?? (items ? listWords(name) : undefined);
}

/** What is said of a field of a struct. */
export function fieldWords(
  facts: Facts,
  pkg: Package,
  struct: string,
  field: FactField,
): string | undefined {
  const name = field.name ?? "";
  return ownWords(pkg.key, struct, name) ??
    sharedWords(struct, { name, ...heldBy(facts, pkg, field) });
}

/** What a field holds, pointer or not. */
function heldBy(facts: Facts, pkg: Package, field: FactField) {
  const parsed = facts.parse(field.type, pkg);
  const type = parsed.is === "pointer" ? parsed.of : parsed;
  const inner = type.is === "list" ? type.of : type;
  if (inner.is !== "declared") return { of: "", holds: "other" } as const;
  const isStruct = facts.packages.get(inner.package)?.types.get(inner.name)?.of === undefined;
  if (!isStruct) return { of: "", holds: "other" } as const;
  return { of: inner.name, holds: type.is === "list" ? "list of structs" : "struct" } as const;
}

/**
 * Words that Markdown or a doc comment would read otherwise are set as code: those with a star or an
 * angle bracket, and those that begin as a tag does. What would end the comment is written as an entity.
 */
function markdown(text: string): string {
  return text.split(" ").map((word) => {
    const [, before = "", inner = "", after = ""] = /^(\(?)(.*?)([.,:;)]*)$/s.exec(word) ?? [];
    if (!/[*<>]|^@(?!module$)/.test(inner)) return word;
    if (inner.includes("*/")) return before + inner.replaceAll("*", "&#42;") + after;
    return `${before}\`${inner}\`${after}`;
  }).join(" ");
}

/** Lines of at most so many characters, unless one word is longer. */
function wrapped(text: string, limit: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else line += line === "" ? word : ` ${word}`;
  }
  lines.push(line);
  return lines;
}
