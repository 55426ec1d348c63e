/**
 * What the controller of services' slices counts.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import { sliceMetrics } from "../slices/mod.ts";

/** By what the endpoints of a service are shared among clients. */
export interface Sharing {
  /** Whether its annotation asks for hints by zones. */
  readonly byZones: boolean;
  /** The distribution of traffic that is heeded; undefined: none. */
  readonly distribution: string | undefined;
}

/** Counts turns, services and slices. */
export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

const MANAGER = "endpoint_slice_controller";
const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Declares the metrics. */
export function serviceMetrics(registry: Registry) {
  const slices = sliceMetrics(registry, MANAGER, "BETA");
  const syncs = registry.counter({
    name: `${MANAGER}_syncs`,
    help: "Number of turns of work on services, by how they ended.",
    labels: ["result"],
    stability: "ALPHA",
  });
  const [succeeded, failed] = [syncs.with({ result: "success" }), syncs.with({ result: "error" })];
  const changed = registry.histogram({
    name: `${MANAGER}_endpointslices_changed_per_sync`,
    help: "Number of EndpointSlices of one family of addresses that a sync wrote.",
    labels: ["topology", "traffic_distribution"],
    buckets: BUCKETS,
    stability: "ALPHA",
  });
  const services = registry.gauge({
    name: `${MANAGER}_services_count_by_traffic_distribution`,
    help: "Number of services that ask for a distribution of traffic.",
    labels: ["traffic_distribution"],
    stability: "BETA",
  });
  const distributions = new Map<string, string>();
  const spread = (key: string, distribution: string | undefined) => {
    const before = distributions.get(key);
    if (before === distribution) return;
    if (before !== undefined) services.with({ traffic_distribution: before }).dec();
    if (distribution === undefined) {
      distributions.delete(key);
    } else {
      services.with({ traffic_distribution: distribution }).inc();
      distributions.set(key, distribution);
    }
  };
  return {
    ...slices,
    /** A turn of work on a service is over. */
    synced: (isDone: boolean): void => (isDone ? succeeded : failed).inc(),
    /** How a service shares its endpoints. */
    shares: (key: string, { distribution }: Sharing): void => spread(key, distribution),
    /** So many slices of a family were written. */
    changed({ byZones, distribution = "" }: Sharing, count: number): void {
      const topology = byZones ? "Auto" : "Disabled";
      changed.with({ topology, traffic_distribution: distribution }).observe(count);
    },
    /** A service is gone. */
    forget(key: string): void {
      slices.forget(key);
      spread(key, undefined);
    },
  };
}
