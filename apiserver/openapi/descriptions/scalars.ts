/**
 * Types that JSON writes as one value.
 *
 * @module
 */

import type { FieldWords } from "./words.ts";

/** What they are, by name. */
export const SCALARS: FieldWords = {
  Time: "A point in time, to the second, as RFC 3339 writes it: 2026-01-31T12:00:00Z.",
  MicroTime: "A point in time, to the microsecond, as RFC 3339 writes it: " +
    "2026-01-31T12:00:00.000000Z.",
  Duration: "A length of time, as numbers with units: 300ms, 1m30s, 2h.",
  Quantity: "An amount: a number with an optional suffix. Decimal suffixes are n, u, m, k, M, G, " +
    "T, P and E, powers of 1000 (500m is a half); binary ones are Ki, Mi, Gi, Ti, Pi and Ei, " +
    "powers of 1024; an exponent such as 1e3 is taken too. It is written back in its shortest " +
    "form without loss, and what is finer than a billionth is rounded up.",
  IntOrString: "A whole number, or a string: depending on the field the name of a port, or a " +
    "percentage such as 25%.",
  RawExtension: "Any JSON object. What it means is for who reads the field to say.",
  FieldsV1: "A set of fields as a tree: f:NAME is a field, k:{KEYS} an element of a list by its " +
    "keys, v:VALUE one by its value, i:INDEX one by its place, and a dot the thing itself.",
  JSON: "Any JSON value.",
};
