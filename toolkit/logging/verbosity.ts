/**
 * Which verbosity levels are shown, by file.
 *
 * @module
 */

import type { Caller } from "./entry.ts";
import type { VmoduleRule } from "./flags.ts";

/** Decides by --v, and by the first rule of --vmodule that matches the caller's file. */
export class Verbosity {
  readonly #rules: readonly { readonly level: number; matches(path: string): boolean }[];
  #level: number;
  #highest: number;

  constructor(level: number, rules: readonly VmoduleRule[]) {
    this.#rules = rules.map(({ pattern, level }) => ({ level, matches: matcher(pattern) }));
    this.#level = level;
    this.#highest = Math.max(level, ...rules.map((rule) => rule.level));
  }

  /** The highest level that anything shows: above it no caller needs to be known. */
  get highest(): number {
    return this.#highest;
  }

  /** Shows lines up to `level` from now on; what the rules show besides stays. */
  show(level: number): void {
    this.#level = level;
    this.#highest = Math.max(level, ...this.#rules.map((rule) => rule.level));
  }

  /** True when lines of `level` from `caller` are shown; it is only called if it matters. */
  shows(level: number, caller: () => Caller): boolean {
    if (level <= this.#level) return true;
    if (level > this.#highest) return false;
    const { path } = caller();
    const rule = this.#rules.find(({ matches }) => matches(path));
    return rule !== undefined && level <= rule.level;
  }
}

/** A pattern without a slash is held against the file's name, one with slashes against as many folders. */
function matcher(pattern: string): (path: string) => boolean {
  const glob = new RegExp(`^${[...pattern].map(translate).join("")}$`);
  const depth = pattern.split("/").length;
  return (path) => glob.test(path.replace(/\.[a-z]+$/, "").split("/").slice(-depth).join("/"));
}

function translate(character: string): string {
  if (character === "*") return "[^/]*";
  if (character === "?") return "[^/]";
  return character.replace(/[\\^$.|+()[\]{}]/, "\\$&");
}
