/**
 * What no text of the tables may be: tests look for it there, and in what is served.
 *
 * @module
 */

/** More than that is an essay. */
const LIMIT_CHARS = 400;

/** What is wrong with a text, by its name. */
export const FAULTS: Readonly<Record<string, (text: string) => boolean>> = {
  "does not end with a full stop": (text) => !text.endsWith("."),
  "does not begin with a capital, a digit or a name": (text) =>
    !/^[A-Z0-9$*]|^[a-z/.]+[ :,]/.test(text),
  "has space where there should be none": (text) => /\s\s|^\s|\s$|\s[.,:;](?:\s|$)/.test(text),
  "has a full stop too many": (text) => /[^.]\.\.(?!\.)/.test(text),
  "is too long": (text) => text.length > LIMIT_CHARS,
  "speaks of one dialect": (text) => /k8s|kube|orch\b|\bx-orch/i.test(text),
};
