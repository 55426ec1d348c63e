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
