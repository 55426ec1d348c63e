/**
 * What the node life cycle counts.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { ZoneTally } from "./zone_state.ts";

const powers = (first: number) => Array.from({ length: 8 }, (_, power) => first * 4 ** power);

/** Counts nodes and zones. */
export type LifecycleMetrics = ReturnType<typeof lifecycleMetrics>;

/** Declares the metrics. */
export function lifecycleMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    registry.gauge({
      name: `node_collector_${name}`,
      help,
      labels: ["zone"],
      stability: "ALPHA",
    });
  const duration = (name: string, help: string, first: number) =>
    registry.histogram({
      name: `node_collector_${name}_duration_seconds`,
      help,
      buckets: powers(first),
      stability: "ALPHA",
    }).with({});
  const size = gauge("zone_size", "The nodes of a zone that count.");
  const health = gauge("zone_health", "The share of nodes of a zone that are ready, in percent.");
  const unhealthy = gauge("unhealthy_nodes_in_zone", "The nodes of a zone that are not ready.");
  const givenUp = registry.counter({
    name: "node_collector_evictions_total",
    help: "Nodes that were given up since the controller started.",
    labels: ["zone"],
    stability: "STABLE",
  });
  const told = new Set<string>();
  return {
    /** A node of a zone was given up. */
    givenUp: (zone: string): void => givenUp.with({ zone }).inc(),
    node: duration("update_node_health", "How long it took to look at one node.", 0.001),
    pass: duration("update_all_nodes_health", "How long it took to look at nodes.", 0.01),
    /** Tells of all zones that there are; of those that are gone that they have no nodes. */
    tell(tallies: Iterable<readonly [zone: string, tally: ZoneTally]>): void {
      const gone = new Set(told);
      for (const [zone, { ready, unready }] of tallies) {
        const all = ready + unready;
        size.with({ zone }).set(all);
        health.with({ zone }).set(all === 0 ? 100 : 100 * ready / all);
        unhealthy.with({ zone }).set(unready);
        // Shown from the start, for rates.
        givenUp.with({ zone });
        told.add(zone);
        gone.delete(zone);
      }
      for (const zone of gone) {
        size.with({ zone }).set(0);
        health.with({ zone }).set(100);
        unhealthy.with({ zone }).set(0);
        told.delete(zone);
      }
    },
  };
}
