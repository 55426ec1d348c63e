/**
 * How descriptions are declared: tables by the names of structs.
 *
 * @module
 */

/**
 * What fields say, by JSON name. A name that begins as the dialect has it stands here as `x-` and
 * the rest.
 */
export type FieldWords = Readonly<Record<string, string>>;

/** What a struct is, and what its fields say. Those of inline structs are told by these. */
export type StructWords = readonly [is: string, fields?: FieldWords];

/** The structs of a package, or some of them, by name. */
export type Words = Readonly<Record<string, StructWords>>;

/** The texts, lists and maps of a package that have names of their own, by name. */
export type AliasWords = Readonly<Record<string, string>>;

/** A field, as far as it decides what is said of it. */
export interface FieldShape {
  readonly name: string;
  /** The name of its type; "" for what has none. */
  readonly of: string;
  readonly holds: "struct" | "list of structs" | "other";
}
