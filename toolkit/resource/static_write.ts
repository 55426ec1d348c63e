/**
 * What the compiler makes of a schema.
 *
 * @module
 */

import type { Static, TArray, TObject, TProperties, TRecord, TSchema } from "../deps/typebox.ts";

/**
 * What is written by a schema: properties that are optional or have a default may be left out, at any
 * depth. What is read is `Static`: there, defaults are.
 *
 * ```ts
 * import { type StaticWrite, Type } from "../../mod.ts";
 *
 * const spec = Type.Object({ image: Type.String(), replicas: Type.Integer({ default: 1 }) });
 * const written: StaticWrite<typeof spec> = { image: "nginx:1.29" };
 * ```
 */
export type StaticWrite<S extends TSchema> = S extends { "~oneOf": infer P extends TProperties }
  ? OneOf<{ [K in keyof P]: StaticWrite<P[K]> }>
  : S extends TObject<infer P> ? WriteProperties<P>
  : S extends TArray<infer I extends TSchema> ? StaticWrite<I>[]
  : S extends TRecord<string, infer I extends TSchema> ? Record<string, StaticWrite<I>>
  : Static<S>;

type Omittable<P extends TProperties> = {
  [K in keyof P]: P[K] extends { "~optional": true } | { "~default": true } ? K : never;
}[keyof P];

/**
 * The properties of an object, each as it is written.
 *
 * @internal
 */
type WriteProperties<P extends TProperties> = Flat<
  & { [K in Exclude<keyof P, Omittable<P>>]: StaticWrite<P[K]> }
  & { [K in Omittable<P>]?: StaticWrite<P[K]> }
>;

// deno-lint-ignore ban-types -- {} is what makes the compiler write out the properties
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** One of the members, and none of the others. */
export type OneOf<M> = {
  [K in keyof M]: { [A in K]: M[A] } & { [B in Exclude<keyof M, K>]?: never };
}[keyof M];

/** A schema whose property may be left out when it is written, as it has a default. */
export type Defaulted<S extends TSchema, O> = O extends { default: unknown }
  ? S & { "~default": true }
  : S;

/** A schema of no properties. */
export type TEmpty = TObject<Record<never, never>>;
