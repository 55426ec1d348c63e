/**
 * What a histogram of a process says of a stretch of time.
 *
 * @module
 */

import type { Connection } from "./connection.ts";

/** How many were counted up to each bound, by the bound. */
export type Counts = ReadonlyMap<number, number>;

/** Reads a histogram without labels from the metrics of a process. */
export async function readHistogram(connection: Connection, name: string): Promise<Counts> {
  const { status, body } = await connection.request("GET", "/metrics");
  const text = new TextDecoder().decode(body);
  if (status !== 200) throw new Error(`/metrics: ${status} ${text}`);
  const counts = new Map<number, number>();
  for (
    const [, bound, count] of text.matchAll(
      new RegExp(`^${name}_bucket\\{le="(.+)"\\} (.+)$`, "gm"),
    )
  ) {
    counts.set(bound === "+Inf" ? Infinity : Number(bound), Number(count));
  }
  return counts;
}

/**
 * What so great a share of all that was counted between two readings did not exceed: evenly spread within a bucket,
 * as is usual, as nobody knows better.
 */
export function quantile(before: Counts, after: Counts, share: number): number {
  const counted = (bound: number) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0);
  const wanted = counted(Infinity) * share;
  let [lower, below] = [0, 0];
  for (const bound of [...after.keys()].sort((a, b) => a - b)) {
    const count = counted(bound);
    if (count >= wanted && bound < Infinity) {
      return lower + (bound - lower) * (wanted - below) / Math.max(1, count - below);
    }
    if (bound < Infinity) [lower, below] = [bound, count];
  }
  return lower;
}
