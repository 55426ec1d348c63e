/**
 * What is counted of the blocks of the cluster's ranges.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { BlockSet } from "./block_set.ts";

/** Counts blocks by their range. */
export type BlockMetrics = ReturnType<typeof blockMetrics>;

const labels = ["clusterCIDR"] as const;

/** Declares the metrics. */
export function blockMetrics(registry: Registry, sets: readonly BlockSet[]) {
  const about = (name: string, help: string) => ({
    name: `node_ipam_controller_${name}`,
    help,
    labels,
    stability: "ALPHA" as const,
  });
  const taken = registry.counter(
    about("cidrset_cidrs_allocations_total", "Blocks that have come to be held."),
  );
  const freed = registry.counter(
    about("cidrset_cidrs_releases_total", "Blocks that have become free."),
  );
  // It is spelled so.
  const most = registry.gauge(about("cirdset_max_cidrs", "Blocks that there are."));
  const usage = registry.gauge(about("cidrset_usage_cidrs", "The share of blocks that are held."));
  const searches = registry.histogram({
    ...about("cidrset_allocation_tries_per_request", "Blocks that were held, before a free one."),
    buckets: [1, 5, 25, 125, 625],
  });
  const bySet = new Map(sets.map((set) => {
    const values = { clusterCIDR: String(set.range) };
    most.with(values).set(set.size);
    return [set, {
      taken: taken.with(values),
      freed: freed.with(values),
      usage: usage.with(values),
      searches: searches.with(values),
      told: { taken: 0, freed: 0 },
    }];
  }));
  return {
    /** So many blocks were passed over in search of one. */
    searched: (set: BlockSet, passed: number): void => bySet.get(set)!.searches.observe(passed),
    /** Something has changed about the blocks of a range. */
    tell(set: BlockSet): void {
      const one = bySet.get(set)!;
      one.taken.inc(set.taken - one.told.taken);
      one.freed.inc(set.freed - one.told.freed);
      one.told = { taken: set.taken, freed: set.freed };
      one.usage.set(set.used / set.size);
    },
  };
}
