/**
 * How the versions of a resource become one another.
 *
 * @module
 */

import type { Static, TSchema } from "../deps/typebox.ts";
import type { StaticWrite, TEmpty } from "./static_write.ts";

/** A version of a resource. */
export interface VersionInfo {
  /** The schema of the spec. */
  readonly spec: TSchema;
  /** The schema of the status. Default: there is none. */
  readonly status?: TSchema;
  /** Whether clients may speak it. Default true. */
  readonly served?: boolean;
  /** What to use instead, told in a warning to all who speak it. */
  readonly deprecated?: string;
}

/** The status of a version, of no properties where none is declared. */
export type StatusOf<V extends VersionInfo> = V extends { status: infer T extends TSchema } ? T
  : TEmpty;

/** What conversions see and may change of metadata. */
export type PartMeta = {
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
};

/** An object as a conversion gets it: its own copy, defaults are there. */
export type ReadPart<V extends VersionInfo> = {
  metadata: PartMeta;
  spec: Static<V["spec"]>;
  status?: Partial<Static<StatusOf<V>>>;
};

/** What a conversion returns; without `metadata` labels and annotations stay as they are. */
export type WritePart<V extends VersionInfo> = {
  metadata?: PartMeta;
  spec: StaticWrite<V["spec"]>;
  status?: Partial<Static<StatusOf<V>>>;
};

/**
 * For each version that is not stored, pure functions to the stored one and back, or what
 * `declareConversion()` makes. What `down` can't carry is kept in an annotation of the object and given
 * back by `up`. Conditions and `observedGeneration` need no conversion: they go along.
 */
export type Convert<V extends Record<string, VersionInfo>, L extends keyof V> = {
  [N in Exclude<keyof V, L>]: {
    up(object: ReadPart<V[N]>): WritePart<V[L]>;
    down(object: ReadPart<V[L]>): WritePart<V[N]>;
  };
};

/** The parts of an object of any version that conversions are about. */
export interface Parts {
  metadata?: PartMeta;
  spec?: unknown;
  status?: unknown;
}

/** A conversion of any version. */
export interface Conversion {
  /** To the stored version. */
  // deno-lint-ignore no-explicit-any -- what it takes is known where it is declared
  up(object: any): any;
  /** From the stored version. */
  // deno-lint-ignore no-explicit-any -- as above
  down(object: any): any;
  /** The rules, where it is made of them. */
  readonly rules?: ConversionRules;
}

/** A step of a declared conversion. Paths are of fields alone: `.spec.size`. */
export type ConversionRule =
  /** What is at one path stands at another, where nothing of it is left. */
  | { readonly move: { readonly from: string; readonly to: string } }
  /** A value for where there is none. */
  | { readonly default: { readonly path: string; readonly value: unknown } }
  /** What has no place in the other version: it is lost. */
  | { readonly remove: string };

/** A conversion as declarations. */
export interface ConversionRules {
  /** To the stored version, one after the other. */
  readonly up: readonly ConversionRule[];
  /** Back. Default: the moves of `up`, turned around; with other rules in it, it has to be said. */
  readonly down?: readonly ConversionRule[];
}
