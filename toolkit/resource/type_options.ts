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
  readonly default?: string;
}

/** Of texts. */
export interface StringOptions extends TextOptions {
  /** A regular expression of RE2: without look-around and back references. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** One that servers know: `uri`, `ipv4`, `hostname`, `date`. */
  readonly format?: string;
}

/** Of numbers. */
export interface NumberOptions extends TypeOptions {
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** `int32` or `int64` of integers, `float` or `double` of numbers. */
  readonly format?: string;
}

/** Of yes or no. */
export interface BooleanOptions extends TypeOptions {
  readonly default?: boolean;
}

/** Of what is a number or a text. */
export interface IntOrStringOptions extends TypeOptions {
  readonly default?: number | string;
}

/** Of objects. */
export interface ObjectOptions extends TypeOptions {
  readonly default?: JsonObject;
}

/** Of objects with any names. */
export interface RecordOptions extends ObjectOptions {
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** Of lists. */
export interface ArrayOptions extends TypeOptions {
  readonly default?: readonly JsonValue[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
