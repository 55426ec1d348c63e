/**
 * What may be said of a type besides what it is.
 *
 * @module
 */

import type { JsonObject, JsonValue } from "../api/mod.ts";

/** An expression that values have to fulfil; the server evaluates it. */
export interface Rule {
  /** Of the value, `self`, and of the one before an update, `oldSelf`: `self == oldSelf`. */
  readonly rule: string;
  /** What is told where the rule does not hold. Default: the rule. */
  readonly message?: string;
  /** An expression that makes the message. */
  readonly messageExpression?: string;
  /** The field that is to blame, below the value: `.min`. Default: the value. */
  readonly fieldPath?: string;
  /** Default `FieldValueInvalid`. */
  readonly reason?:
    | "FieldValueInvalid"
    | "FieldValueForbidden"
    | "FieldValueRequired"
    | "FieldValueDuplicate";
  /** Whether a rule with `oldSelf`, an optional then, is evaluated for new values, too. */
  readonly optionalOldSelf?: boolean;
}

/** Of every type. */
export interface TypeOptions {
  /** Shown by `kubectl explain`. */
  readonly description?: string;
  /** Expressions that hold of each value. What they look at needs bounds: rules have a budget. */
  readonly rules?: readonly Rule[];
}

/** Of texts with a meaning: quantities, times, durations. */
export interface TextOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: string;
}

/** Of texts. */
export interface StringOptions extends TextOptions {
  /** A regular expression of RE2: without look-around and back references. */
  readonly pattern?: string;
  /** The fewest characters that are accepted. */
  readonly minLength?: number;
  /** The most characters that are accepted. */
  readonly maxLength?: number;
  /** One that servers know: `uri`, `ipv4`, `hostname`, `date`. */
  readonly format?: string;
}

/** Of numbers. */
export interface NumberOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: number;
  /** The least value that is accepted. */
  readonly minimum?: number;
  /** The greatest value that is accepted. */
  readonly maximum?: number;
  /** Values must be greater. */
  readonly exclusiveMinimum?: number;
  /** Values must be less. */
  readonly exclusiveMaximum?: number;
  /** Values must be a multiple of it. */
  readonly multipleOf?: number;
  /** `int32` or `int64` of integers, `float` or `double` of numbers. */
  readonly format?: string;
}

/** Of yes or no. */
export interface BooleanOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: boolean;
}

/** Of what is a number or a text. */
export interface IntOrStringOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: number | string;
}

/** Of objects. */
export interface ObjectOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: JsonObject;
}

/** Of objects with any names. */
export interface RecordOptions extends ObjectOptions {
  /** The fewest members that are accepted. */
  readonly minProperties?: number;
  /** The most members that are accepted. */
  readonly maxProperties?: number;
}

/** Of lists. */
export interface ArrayOptions extends TypeOptions {
  /** What the server fills in where it is left out. Default: nothing. */
  readonly default?: readonly JsonValue[];
  /** The fewest elements that are accepted. */
  readonly minItems?: number;
  /** The most elements that are accepted. */
  readonly maxItems?: number;
}
