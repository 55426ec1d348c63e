/**
 * What is counted of slices and their endpoints.
 *
 * @module
 */

import type { Registry, Stability } from "../../toolkit/metrics/mod.ts";

/** What was planned of the slices of a service, or of one family of them. */
export interface SliceCount {
  /** Endpoints that come, and that go. */
  readonly added: number;
  readonly removed: number;
  /** Endpoints that there should be. */
  readonly endpoints: number;
  /** The slices that they will be in. */
  readonly slices: number;
  /** The slices that would do for them. */
  readonly fewest: number;
}

/** What slices a manager keeps, and what it does to them. */
export type SliceMetrics = ReturnType<typeof sliceMetrics>;

const POWERS_OF_TWO = Array.from({ length: 15 }, (_, power) => 2 ** (power + 1));

/** Declares them under the name of a manager. `stability`: of all but the writes. */
export function sliceMetrics(registry: Registry, manager: string, stability: Stability) {
  const perSync = (name: string, help: string) =>
    registry.histogram({
      name: `${manager}_${name}_per_sync`,
      help,
      stability,
      buckets: POWERS_OF_TWO,
    }).with({});
  const gauge = (name: string, help: string) =>
    registry.gauge({ name: `${manager}_${name}`, help, stability }).with({});
  const changes = registry.counter({
    name: `${manager}_changes`,
    help: "Number of EndpointSlices that were written.",
    labels: ["operation"],
    stability: "ALPHA",
  });
  const written = {
    create: changes.with({ operation: "create" }),
    update: changes.with({ operation: "update" }),
    delete: changes.with({ operation: "delete" }),
  };
  const added = perSync("endpoints_added", "Number of endpoints that a sync added.");
  const removed = perSync("endpoints_removed", "Number of endpoints that a sync removed.");
  const endpoints = gauge("endpoints_desired", "Number of endpoints that there should be.");
  const slices = gauge("num_endpoint_slices", "Number of EndpointSlices.");
  const fewest = gauge(
    "desired_endpoint_slices",
    "Number of EndpointSlices that would do for all endpoints.",
  );
  /** By service, then by the part of its slices: what the gauges have of it. */
  const known = new Map<string, Map<string, SliceCount>>();
  const weigh = (count: SliceCount, sign: 1 | -1) => {
    endpoints.inc(sign * count.endpoints);
    slices.inc(sign * count.slices);
    fewest.inc(sign * count.fewest);
  };
  const forgetPart = (key: string, part: string): void => {
    const parts = known.get(key);
    const count = parts?.get(part);
    if (parts === undefined || count === undefined) return;
    weigh(count, -1);
    parts.delete(part);
    if (parts.size === 0) known.delete(key);
  };
  return {
    /** A slice was written. */
    written: (operation: keyof typeof written): void => written[operation].inc(),
    /** Slices of a service were planned; `part` tells apart what is planned by itself. */
    planned(key: string, part: string, count: SliceCount): void {
      added.observe(count.added);
      removed.observe(count.removed);
      forgetPart(key, part);
      weigh(count, 1);
      const parts = known.get(key) ?? new Map();
      known.set(key, parts.set(part, count));
    },
    /** A part of a service's slices is kept no more. */
    forgetPart,
    /** A service is gone, or its slices are somebody else's. */
    forget(key: string): void {
      for (const part of [...known.get(key)?.keys() ?? []]) forgetPart(key, part);
    },
  };
}
