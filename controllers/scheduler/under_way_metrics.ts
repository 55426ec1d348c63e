/**
 * Work that goes on while nodes are found for others.
 *
 * @module
 */

import type { Family, Gauge, Registry } from "../../toolkit/metrics/mod.ts";

/** How much of it is under way, by what it is. */
export function workUnderWay(registry: Registry): Family<"operation", Gauge> {
  return registry.gauge({
    name: "scheduler_goroutines",
    help: "Work that is under way beside the search for nodes, by what it is: binding a pod " +
      "(binding), or making room by a plugin.",
    labels: ["operation"],
    stability: "BETA",
  });
}
