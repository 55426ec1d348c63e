/**
 * What the mirroring controller counts.
 *
 * @module
 */

import { exponentialBuckets } from "../../toolkit/metrics/buckets.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { sliceMetrics } from "../slices/mod.ts";
import type { MirrorCount } from "./mirror_plan.ts";

const MANAGER = "endpoint_slice_mirroring_controller";
const COUNTS: readonly number[] = Array.from({ length: 15 }, (_, power) => 2 ** (power + 1));
const SECONDS = exponentialBuckets(0.001, 2, 15);

/** Declares the metrics. */
export function mirrorMetrics(registry: Registry) {
  const slices = sliceMetrics(registry, MANAGER, "ALPHA");
  const histogram = (name: string, help: string, buckets: readonly number[]) =>
    registry.histogram({ name: `${MANAGER}_${name}`, help, buckets, stability: "ALPHA" }).with({});
  const updated = histogram(
    "endpoints_updated_per_sync",
    "Number of endpoints that a sync changed.",
    COUNTS,
  );
  const skipped = histogram(
    "addresses_skipped_per_sync",
    "Number of addresses that a sync left out: they are none, or too many.",
    COUNTS,
  );
  const duration = histogram(
    "endpoints_sync_duration",
    "How long turns of work on endpoints took, in seconds.",
    SECONDS,
  );
  return {
    written: slices.written,
    forget: slices.forget,
    /** A turn of work on endpoints is over. */
    synced: (ms: number): void => duration.observe(ms / 1000),
    /** The slices of endpoints were planned. */
    mirrored(key: string, count: MirrorCount): void {
      slices.planned(key, "", count);
      updated.observe(count.updated);
      skipped.observe(count.skipped);
    },
  };
}
