/**
 * The series of one resource, in however many metrics.
 *
 * @module
 */

import type { Family, LabelValues } from "../../toolkit/metrics/mod.ts";

/** The labels that each metric of a resource has. */
export type ResourceLabel = "group" | "resource";

/** The labels of a metric besides; a resource that has several names may be called otherwise. */
export type OtherLabels<L extends string> =
  & LabelValues<Exclude<L, ResourceLabel>>
  & Partial<LabelValues<ResourceLabel>>;

/**
 * The series of one resource: each is made when something is first counted in it, and all go with the
 * resource. What is counted later still is not shown: nothing of a resource that is gone comes back.
 */
export class ResourceSeries {
  readonly #labels: LabelValues<ResourceLabel>;
  readonly #removals: (() => void)[] = [];
  #isGone = false;

  /** `group` is "" for the core group. */
  constructor(group: string, resource: string) {
    this.#labels = { group, resource };
  }

  /** Its child of a metric, with what other labels that has: to be kept by whoever counts in it. */
  of<L extends string, Child>(
    family: Family<L, Child>,
    labels: OtherLabels<L>,
  ): Child {
    const values = { ...this.#labels, ...labels } as LabelValues<L>;
    const child = family.with(values);
    if (this.#isGone) family.remove(values);
    else this.#removals.push(() => family.remove(values));
    return child;
  }

  /** Takes all of them away. */
  remove(): void {
    this.#isGone = true;
    for (const remove of this.#removals.splice(0)) remove();
  }
}
