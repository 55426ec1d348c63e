/**
 * Schemas as values with types: what resources of one's own are declared by.
 *
 * What is marked as internal is declared and documented by the package, not by this project.
 *
 * @module
 */

import type * as typebox from "npm:typebox@1.4.3";

/** The builders themselves; no program loads them but for tests of what others made with them. */
export { default as TypeBox } from "npm:typebox@1.4.3";

/** Any schema. */
export type TSchema = Declared;
/** Properties by name, with a schema each. */
export type TProperties = DeclaredProperties;
/** What is read by a schema. */
export type Static<S extends TSchema> = DeclaredStatic<S>;

/** @internal */
type Declared = typebox.TSchema;
/** @internal */
type DeclaredProperties = typebox.TProperties;
/** @internal */
type DeclaredStatic<S extends TSchema> = typebox.Static<S>;

/** @internal */
export type TArray<I extends TSchema> = typebox.TArray<I>;
/** @internal */
export type TBoolean = typebox.TBoolean;
/** @internal */
export type TEnum<V extends string[]> = typebox.TEnum<V>;
/** @internal */
export type TInteger = typebox.TInteger;
/** @internal */
export type TNumber = typebox.TNumber;
/** @internal */
export type TObject<P extends TProperties = TProperties> = typebox.TObject<P>;
/** @internal */
export type TOptional<S extends TSchema> = typebox.TOptional<S>;
/** @internal */
export type TRecord<K extends string, V extends TSchema> = typebox.TRecord<K, V>;
/** @internal */
export type TString = typebox.TString;
/** @internal */
export type TUnsafe<T> = typebox.TUnsafe<T>;
