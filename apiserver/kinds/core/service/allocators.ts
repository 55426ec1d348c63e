/**
 * All that hands out what services need, put together.
 *
 * @module
 */

import type { Clock } from "../../../../toolkit/clock.ts";
import type { Logger } from "../../../../toolkit/logger.ts";
import type { Registry } from "../../../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../../../toolkit/names.ts";
import {
  AllocationMetrics,
  familyOf,
  NodePorts,
  type PortRange,
  RangeKeeper,
  Repair,
  RepairEvents,
  ServiceAddresses,
  ServiceRanges,
  showFillings,
} from "../../../addresses/mod.ts";
import type { Runnable } from "../../../../toolkit/runnable.ts";
import type { Allocators } from "../../../resource/allocator.ts";
import type { ResourceSource } from "../../../resource/resource_source.ts";
import type { CacheFeed } from "../../../storage/cache/mod.ts";
import type { Store } from "../../../storage/mod.ts";
import { ServiceAllocator } from "./allocate.ts";
import { addressesOf, nodePortsOf } from "./view.ts";

/** What the allocators are opened with. */
export interface ServiceAllocatorsOptions {
  readonly dialect: Dialect;
  readonly source: ResourceSource;
  /** The store that services are in, and what follows it. */
  readonly store: Store;
  readonly feed: CacheFeed;
  readonly storePrefix: string;
  /** `--service-cluster-ip-range`: the first family first. */
  readonly ranges: readonly string[];
  /** `--service-node-port-range`. */
  readonly nodePorts: PortRange;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  uid(): string;
  random(): number;
  /** Called whenever what services have taken was looked at. */
  repaired?(): void;
}

/** An address waits at least so long for its service to be written. */
const LEAST_GRACE_MS = 60_000;

/** What hands out addresses and ports. */
export interface ServiceAllocators {
  readonly allocators: Allocators;
  /** What looks after ranges, and repairs: once the server has made what it needs itself. */
  readonly background: readonly Runnable[];
}

/** Opens them; undefined where services are not served. Throws where what they need is not. */
export async function openServiceAllocators(
  options: ServiceAllocatorsOptions,
): Promise<ServiceAllocators | undefined> {
  const { dialect, source, store, feed, storePrefix, clock, logger, uid, random } = options;
  const names = NAMES[dialect];
  const services = source.find("", "v1", "services")?.storage;
  if (services === undefined) return undefined;
  const group = names.group("networking");
  const storageOf = (resource: string) => {
    const storage = source.find(group, "v1", resource)?.storage;
    if (storage !== undefined) return storage;
    throw new Error(
      `services need the resource ${resource} of ${group}/v1, which --runtime-config switches off`,
    );
  };
  const ranges = new ServiceRanges(storageOf("servicecidrs"));
  const storage = storageOf("ipaddresses");
  const measures = new AllocationMetrics(options.metrics, names);
  const own = { names, clock, logger, measures };
  const addresses = new ServiceAddresses({ storage, ranges, uid, random, ...own });
  const ports = await NodePorts.open({ feed, storePrefix, range: options.nodePorts, random });
  const families = options.ranges.map(familyOf);
  const allocator = new ServiceAllocator({
    storage: services,
    addresses,
    ports,
    measures,
    families,
  });
  const keeper = new RangeKeeper({ ranges, addresses, names, clock, logger });
  const events = source.find("", "v1", "events")?.storage;
  const repair = new Repair({
    services,
    store,
    addresses,
    ports,
    events: events && new RepairEvents({ storage: events, clock, uid }),
    ...own,
    // A request that is late is given up in its time, and its write settles soon after.
    graceMs: Math.max(LEAST_GRACE_MS, 2 * options.requestTimeoutMs),
    holdingsOf: ({ spec = {} }) => ({
      addresses: addressesOf(spec),
      ports: [...nodePortsOf(spec)],
    }),
    looked: () => options.repaired?.(),
  });
  return {
    allocators: new Map([["services", allocator]]),
    background: [keeper, repair, showFillings({ addresses, ports, measures, names })],
  };
}
