/**
 * What a comment must say itself.
 *
 * @module
 */

import type { Rule } from "./rule.ts";

// Put together from parts, so that this file does not break its own rule.
const ELSEWHERE = ["see", "the", "module's", "comment"];
/** The words may stand on two lines of a comment. */
const POINTER = new RegExp(`\\b${ELSEWHERE.join("[\\s*]+")}\\b`, "gi");

/** Editors show a symbol's comment where it is used, without the one at the head of its file. */
export const pointingComments: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    Array.from(text.matchAll(POINTER), ({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      const said = `a doc comment says "${ELSEWHERE.join(" ")}"`;
      return `${path}:${line}: ${said}: say what the symbol guarantees`;
    })
  );
