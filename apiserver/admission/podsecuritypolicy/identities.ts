/**
 * Which users and groups a policy allows, and which it gives to who says nothing.
 *
 * @module
 */

import type { IDRange } from "../../../toolkit/api/policy_v1beta1.ts";
import type { Int64 } from "../../../toolkit/api/scalars.ts";

/** A rule for ids. */
export interface IdRule {
  /** What one gets that says nothing; undefined: nothing, and none is asked for. */
  readonly standard?: Int64;
  /** Undefined: all are allowed. */
  readonly ranges?: readonly IDRange[];
}

/** Why a policy can't be used. */
export class UnusablePolicy extends Error {
  override readonly name = "UnusablePolicy";
}

/** How a policy says it. */
interface Options {
  readonly rule?: string;
  readonly ranges?: readonly IDRange[];
}

/** Reads a rule; `what` names it. Throws {@link UnusablePolicy} where it makes no sense. */
export function idRuleOf(what: string, { rule = "", ranges = [] }: Options): IdRule {
  if (rule === "RunAsAny") return {};
  const [first] = ranges;
  if (rule !== "MustRunAs" && rule !== "MayRunAs") {
    throw new UnusablePolicy(`its rule of ${what} is ${JSON.stringify(rule)}, which is none`);
  }
  if (first === undefined) throw new UnusablePolicy(`its rule of ${what} needs a range`);
  return rule === "MustRunAs" ? { ranges, standard: first.min } : { ranges };
}

/** Whether an id is in one of the ranges. */
export function isInRanges(id: Int64, ranges: readonly IDRange[]): boolean {
  return ranges.some(({ min, max }) => id >= min && id <= max);
}

/** As refusals show them: `[{1 10} {20 20}]`. */
export function printRanges(ranges: readonly IDRange[]): string {
  return `[${ranges.map(({ min, max }) => `{${min} ${max}}`).join(" ")}]`;
}
