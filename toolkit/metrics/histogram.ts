/**
 * Histograms.
 *
 * @module
 */

import {
  Children,
  type Histogram,
  type LabelPolicy,
  type MetricOptions,
  number,
  sample,
} from "./metric.ts";

/** What a histogram is declared with: the upper bounds of its buckets, in ascending order. */
export interface HistogramOptions<L extends string> extends MetricOptions<L> {
  /** The greatest value of each bucket, ascending; there is one more for all that is greater. */
  readonly buckets: readonly number[];
}

class Observations implements Histogram {
  readonly counts: Float64Array;
  readonly #bounds: readonly number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let low = 0, high = bounds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle]! < value) low = middle + 1;
      else high = middle;
    }
    this.counts[low]!++;
    this.sum += value;
  }
}

/** A histogram for each set of label values. */
export class HistogramFamily<L extends string> extends Children<L, Observations> {
  readonly #bounds: readonly number[];
  readonly #texts: readonly string[];

  constructor(options: HistogramOptions<L>, policy: LabelPolicy) {
    super(options, policy);
    const { name, buckets } = options;
    if (
      buckets.some((bound, at) =>
        !Number.isFinite(bound) || bound <= (buckets[at - 1] ?? -Infinity)
      )
    ) {
      throw new Error(`metric ${name}: buckets must be finite and ascend`);
    }
    this.#bounds = buckets;
    this.#texts = [...buckets, Infinity].map(number);
  }

  protected create(): Observations {
    return new Observations(this.#bounds);
  }

  render(lines: string[]): void {
    const { name } = this.options;
    for (const [labels, { counts, sum }] of this.children) {
      const before = labels === "" ? "" : `${labels},`;
      let total = 0;
      for (const [at, count] of counts.entries()) {
        total += count;
        lines.push(sample(`${name}_bucket`, `${before}le="${this.#texts[at]}"`, total));
      }
      lines.push(sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, total));
    }
  }
}
