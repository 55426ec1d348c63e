/**
 * Descriptions of types that JSON writes as one value.
 *
 * @module
 */

import type { FieldWords } from "./words.ts";

/** What they are, by name. */
export const SCALARS: FieldWords = {
  Time: "A point in time with a precision of one second, in RFC 3339 format: 2026-01-31T12:00:00Z.",
  MicroTime: "A point in time with a precision of one microsecond, in RFC 3339 format: " +
    "2026-01-31T12:00:00.000000Z.",
  Duration: "A duration as numbers with units: 300ms, 1m30s, 2h.",
  Quantity: "A number with an optional suffix. Decimal suffixes n, u, m, k, M, G, T, P and E are " +
    "powers of 1000 (500m is 0.5), binary suffixes Ki, Mi, Gi, Ti, Pi and Ei are powers of 1024; " +
    "exponents such as 1e3 are allowed too. Values are stored in their shortest exact form, and " +
    "precision finer than a billionth is rounded up.",
  IntOrString: "An integer or a string. Depending on the field, the string is the name of a " +
    "port, or a percentage such as 25%.",
  RawExtension: "A JSON object of any form. Its meaning depends on the field.",
  FieldsV1: "A set of fields as a tree: f:NAME is a field, k:{KEYS} a list element with these " +
    "keys, v:VALUE a list element with this value, i:INDEX a list element at this position, and " +
    "a dot the value itself.",
  JSON: "Any JSON value.",
  JSONSchemaPropsOrArray: "A schema, or a list of schemas.",
  JSONSchemaPropsOrBool: "A schema, or a boolean: true allows any value, false none.",
  JSONSchemaPropsOrStringArray: "A schema, or a list of strings.",
};
