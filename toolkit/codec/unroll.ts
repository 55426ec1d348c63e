/**
 * Turns a list of statements into a function. This is the one place where code is generated, and
 * all that it is for is that each field of each struct is read and written under its own name:
 * measured, one loop over the fields with `object[name]` made the codecs a third slower.
 *
 * Statements are written by the four codecs around the names of fields of the schema table, always
 * through {@link member} or {@link quote}. No input takes part.
 *
 * @module
 */

/**
 * A function of `parameters` with the statements as its body, which may use `constants` by name,
 * and the variable `x`.
 */
export function unroll<F>(
  parameters: readonly string[],
  statements: readonly string[],
  constants: Readonly<Record<string, unknown>>,
): F {
  const body = `"use strict"; return function (${parameters.join(", ")}) { let x; ${
    statements.join("\n")
  } };`;
  return new Function(...Object.keys(constants), body)(...Object.values(constants)) as F;
}

/** The expression for a member of an object. */
export function member(object: string, name: string): string {
  return `${object}[${quote(name)}]`;
}

/** A string as source text. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
