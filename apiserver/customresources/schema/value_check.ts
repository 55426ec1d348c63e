/**
 * What the checks of values have in common.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Correlated } from "./correlated.ts";
import type { ErrorCollector } from "./error_collector.ts";

/**
 * Checks a value at a place. What is found is told, and how much was looked at: of several schemas
 * of which none holds, the one that got furthest tells what is wrong.
 */
export type Check = (
  value: unknown,
  place: string,
  found: ErrorCollector,
  old?: Correlated,
) => number;

/** A rule for values of one kind; the number it returns is that of {@link Check}. */
export type Rule<T> = (value: T, place: string, found: ErrorCollector, old?: Correlated) => number;

/** Makes the check of a schema: handed to those who make checks of schemas around it. */
export type CheckOf = (schema: JsonObject) => Check;
