/**
 * Names that the server makes up: a prefix, and random letters after it.
 *
 * @module
 */

import { inOnePiece } from "../../toolkit/values/mod.ts";

/** Letters and digits that don't look like one another and spell no words. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const RANDOM_CHARS = 5;
const NAME_LIMIT_CHARS = 63;

/** How many names are tried before the client is told to come back. */
export const NAME_ATTEMPTS = 8;

/** A name that begins with `prefix`; `random` gives numbers from 0 up to 1. */
export function generatedName(prefix: string, random: () => number): string {
  let name = prefix.slice(0, NAME_LIMIT_CHARS - RANDOM_CHARS);
  for (let i = 0; i < RANDOM_CHARS; i++) name += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return inOnePiece(name);
}
