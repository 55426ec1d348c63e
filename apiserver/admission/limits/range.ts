/**
 * Limit ranges, parsed: once for each that is stored.
 *
 * @module
 */

import type { LimitRange, ResourceList } from "../../../toolkit/api/core_v1.ts";
import { type Amounts, amountsOf } from "../../../toolkit/quota/mod.ts";

/** The bounds of one type of things. */
export interface RangeItem {
  /** `Pod`, `Container`, `PersistentVolumeClaim`. */
  readonly type: string;
  readonly min: Amounts;
  readonly max: Amounts;
  readonly ratios: Amounts;
}

/** What counts of one limit range. */
export interface Range {
  readonly items: readonly RangeItem[];
  /** What containers ask for that say nothing. */
  readonly requests: ResourceList;
  /** What containers are held to that say nothing. */
  readonly limits: ResourceList;
}

/** Reads a limit range. */
export function parseRange({ spec }: LimitRange): Range {
  const limits = spec?.limits ?? [];
  const ofContainers = limits.filter(({ type }) => type === "Container");
  const merged = (field: "default" | "defaultRequest"): ResourceList =>
    Object.assign({}, ...ofContainers.map((item) => item[field] ?? {}));
  return {
    items: limits.map(({ type, min, max, maxLimitRequestRatio }) => ({
      type,
      min: amountsOf(min),
      max: amountsOf(max),
      ratios: amountsOf(maxLimitRequestRatio),
    })),
    requests: merged("defaultRequest"),
    limits: merged("default"),
  };
}
