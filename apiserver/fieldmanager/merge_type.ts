/**
 * What has to be known of a type to track and merge its fields: what is one value, what is made of
 * parts with owners of their own, and how elements of lists are told apart. Built-in types, custom
 * resources and objects without a schema are all brought to this form.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/**
 * The type of a value. Most take one of the three forms; a value without a schema may have any, and
 * then it depends on the value which one holds.
 */
export interface MergeType {
  /** How it merges as a scalar; undefined where it can't be one. */
  readonly scalar: ScalarForm | undefined;
  /** How it merges as a list. */
  readonly list: ListForm | undefined;
  /** How it merges as an object. */
  readonly map: MapForm | undefined;
}

/** What a scalar must be. */
export type ScalarForm = "string" | "number" | "boolean" | "any";

/** How a list merges. */
export interface ListForm {
  /** Replaced as a whole, and owned by those who set it: its elements have no owners. */
  readonly atomic: boolean;
  /** The fields that tell elements apart; none where elements are scalars, and the list a set. */
  readonly keys: readonly string[];
  /** What its elements are. */
  readonly element: MergeType;
}

/** How an object merges. */
export interface MapForm {
  /** Replaced as a whole: its fields have no owners. */
  readonly atomic: boolean;
  /** The declared fields, by name. */
  readonly fields: ReadonlyMap<string, FieldForm>;
  /** What other keys hold: those of a map. Undefined where there may be none. */
  readonly rest: MergeType | undefined;
  /**
   * An object without anything set, as it is written: with the fields that are never left out. A
   * new object is compared with this, so that nobody owns what nobody set.
   */
  readonly empty: Readonly<JsonObject>;
  /** Whether such objects may be stored in a form without names and quotes. Default: no. */
  readonly packed?: boolean;
}

/** A declared field. */
export interface FieldForm {
  /** The step of paths to it. */
  readonly element: string;
  /** What it holds. */
  readonly type: MergeType;
  /** What it holds where it is left out, as a key of a list; undefined for nothing. */
  readonly default: unknown;
}

const NO_FIELDS: ReadonlyMap<string, FieldForm> = new Map();
const EMPTY: Readonly<JsonObject> = Object.freeze({});

/** Anything, as one value. */
export const ATOMIC: MergeType = {
  scalar: "any",
  get list() {
    return ATOMIC_LIST;
  },
  get map() {
    return ATOMIC_MAP;
  },
};
const ATOMIC_LIST: ListForm = { atomic: true, keys: [], element: ATOMIC };
const ATOMIC_MAP: MapForm = { atomic: true, fields: NO_FIELDS, rest: ATOMIC, empty: EMPTY };

/** Anything without a schema: every key of an object is on its own, every list is one value. */
export const UNTYPED: MergeType = {
  scalar: "any",
  list: ATOMIC_LIST,
  get map() {
    return UNTYPED_MAP;
  },
};
const UNTYPED_MAP: MapForm = { atomic: false, fields: NO_FIELDS, rest: UNTYPED, empty: EMPTY };

/** The type of a scalar. */
export function scalarType(scalar: ScalarForm): MergeType {
  return SCALARS[scalar];
}

const SCALARS: Readonly<Record<ScalarForm, MergeType>> = {
  string: { scalar: "string", list: undefined, map: undefined },
  number: { scalar: "number", list: undefined, map: undefined },
  boolean: { scalar: "boolean", list: undefined, map: undefined },
  any: { scalar: "any", list: undefined, map: undefined },
};

/** The type of a list. */
export function listType(list: ListForm): MergeType {
  return { scalar: undefined, list, map: undefined };
}

/** The type of an object: a struct where it has `fields`, a map where it has a `rest`. */
export function mapType(map: Partial<MapForm>): MergeType {
  return {
    scalar: undefined,
    list: undefined,
    map: { atomic: false, fields: NO_FIELDS, rest: undefined, empty: EMPTY, ...map },
  };
}

/** Which form of its type a value has. */
export type Form = "scalar" | "list" | "map";

/**
 * The form of `value`; where the value does not say (null, or a type that it does not fit) the first
 * form that the type has. `undefined` for a type without any.
 */
export function mergeFormOf(type: MergeType, value: unknown): Form | undefined {
  return ownForm(type, value) ?? (type.map ? "map" : type.scalar ? "scalar" : "list");
}

/** As {@link mergeFormOf}, but undefined where the value does not say. */
export function ownForm(type: MergeType, value: unknown): Form | undefined {
  if (value === null || value === undefined) return undefined;
  const form = typeof value !== "object" ? "scalar" : Array.isArray(value) ? "list" : "map";
  return type[form] === undefined ? undefined : form;
}
