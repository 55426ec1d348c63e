/**
 * Whether a process grows: what it holds, sample by sample, and how steep that is.
 *
 * @module
 */

/** What a process held at a moment, after its garbage was collected. */
export interface Sample {
  /** Seconds since the beginning. */
  readonly second: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Buffers, outside the heap. */
  readonly externalBytes: number;
}

/** One of the figures of a sample, over a whole run. */
export interface Growth {
  /** The median of the middle third, and of the last. */
  readonly middleBytes: number;
  readonly lastBytes: number;
  /** Of the straight line through the middle and the last third. */
  readonly bytesAMinute: number;
}

/** How a figure has changed. What came first is left out: a program has to warm up. */
export function growthOf(samples: readonly Sample[], of: (sample: Sample) => number): Growth {
  const third = Math.floor(samples.length / 3);
  if (third === 0) throw new RangeError(`${samples.length} samples show no growth: take 3 or more`);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  return {
    middleBytes: median(middle.map(of)),
    lastBytes: median(last.map(of)),
    bytesAMinute: slope(samples.slice(third).map((one) => [one.second / 60, of(one)])),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half) - 1]!) / 2;
}

/** Of the line that has the least squares of distances. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x = mean((point) => point[0]);
  const y = mean((point) => point[1]);
  const spread = mean((point) => (point[0] - x) ** 2);
  return spread === 0 ? 0 : mean((point) => (point[0] - x) * (point[1] - y)) / spread;
}
