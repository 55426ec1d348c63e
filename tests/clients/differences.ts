/**
 * Where two values of JSON differ.
 *
 * @module
 */

import { isObject } from "../../toolkit/values/json.ts";

/** A place where they differ: a path as `.spec.ports[0].name`, and what is there in each. */
export interface Place {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** All places, the deepest there are; lists of other lengths differ as a whole. */
export function differencesOf(expected: unknown, got: unknown, path = ""): Place[] {
  if (isObject(expected) && isObject(got)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...keys].flatMap((key) => differencesOf(expected[key], got[key], `${path}.${key}`));
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((item, i) => differencesOf(item, got[i], `${path}[${i}]`));
  }
  return Object.is(expected, got) ? [] : [{ path, expected, got }];
}
