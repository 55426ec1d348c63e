/**
 * A gauge that counts what there is, in groups.
 *
 * @module
 */

import type { Family, Gauge } from "../../toolkit/metrics/mod.ts";

/** Counts by labels, from nothing each time: groups that are gone are not shown. */
export class GroupedGauge<L extends string> {
  readonly #gauge: Family<L, Gauge>;
  #shown = new Map<string, Readonly<Record<L, string>>>();
  #now = new Map<string, { labels: Readonly<Record<L, string>>; count: number }>();

  constructor(gauge: Family<L, Gauge>) {
    this.#gauge = gauge;
  }

  /** One more of these. */
  add(labels: Readonly<Record<L, string>>): void {
    const key = JSON.stringify(labels);
    const one = this.#now.get(key);
    if (one === undefined) this.#now.set(key, { labels, count: 1 });
    else one.count++;
  }

  /** Shows what was added since the last time, and nothing else. */
  show(): void {
    for (const [key, labels] of this.#shown) if (!this.#now.has(key)) this.#gauge.remove(labels);
    this.#shown = new Map([...this.#now].map(([key, { labels }]) => [key, labels]));
    for (const { labels, count } of this.#now.values()) this.#gauge.with(labels).set(count);
    this.#now = new Map();
  }
}
