/**
 * How full the ranges of services are, for the metrics.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { type Runnable, untilAborted } from "../../toolkit/runnable.ts";
import type { AllocationMetrics, Filling } from "./allocation_metrics.ts";
import type { NodePorts } from "./node_ports.ts";
import { addressOf, type ServiceAddresses } from "./service_addresses.ts";

/** What is shown. */
export interface FillingsOptions {
  readonly addresses: ServiceAddresses;
  readonly ports: NodePorts;
  readonly measures: AllocationMetrics;
  readonly names: Names;
}

/** Has metrics show how full the ranges are, as long as it runs. */
export function showFillings({ addresses, ports, measures, names }: FillingsOptions): Runnable {
  return {
    name: "metrics of services",
    async run({ signal }) {
      using _ = measures.show({
        ranges: () => rangeFillings(addresses, names),
        ports: () => fillingOf(ports.range.last - ports.range.first + 1, ports.cache.size),
      });
      await untilAborted(signal);
    },
  };
}

/** Addresses that services have were taken here; others may have been made by hand, and are not counted. */
function rangeFillings(addresses: ServiceAddresses, names: Names): ReadonlyMap<string, Filling> {
  const ranges = addresses.ranges.objects().flatMap(({ ranges }) => ranges);
  const counts = ranges.map(() => 0);
  for (const entry of addresses.storage.cache.joined().entries) {
    if (entry.labels[names.labelAddressManager] !== names.managerOfServiceAddresses) continue;
    const address = addressOf(entry, addresses);
    if (address === undefined) continue;
    for (const [at, range] of ranges.entries()) if (range.contains(address)) counts[at]!++;
  }
  return new Map(ranges.map((range, at) => [String(range), fillingOf(range.size, counts[at]!)]));
}

function fillingOf(size: number, allocated: number): Filling {
  // What was taken of another range before may be more than this one has.
  return { allocated, available: Math.max(0, size - allocated) };
}
