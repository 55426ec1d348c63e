/**
 * Differences that are meant, or known and left: each is declared, with its reason.
 *
 * @module
 */

import type { Difference } from "./compare.ts";

/** A difference that is no failure. */
export interface KnownDifference {
  /** What the request's name matches: `AREA / SCENARIO: METHOD PATH`. Default: any. */
  readonly request?: RegExp;
  /** What the field matches: `answer`, `header allow`, `body .message`. */
  readonly where: RegExp;
  /** What our value matches as JSON; "undefined" where it is absent. Default: any. */
  readonly ours?: RegExp;
  /** What the reference's value matches as JSON. Default: any. */
  readonly reference?: RegExp;
  /** Whether chance decides if it occurs: the order of a map of the reference's, a time. Default false. */
  readonly sometimes?: true;
  /** A number of docs/decisions.md, a place of the specification, or what the reason is. */
  readonly why: string;
}

/** Whether a difference is the one that is declared. */
export function isKnown(known: KnownDifference, request: string, difference: Difference): boolean {
  return matches(known.request, request) && known.where.test(difference.where) &&
    matches(known.ours, json(difference.ours)) &&
    matches(known.reference, json(difference.reference));
}

/** A value as it is shown and matched. */
export function json(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}

function matches(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text);
}
