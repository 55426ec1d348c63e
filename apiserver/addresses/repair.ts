/**
 * Brings services and what is taken for them together again: what a server that died left behind
 * is let go, and what a service has and nobody noted is taken.
 *
 * @module
 */

import type { Service } from "../../toolkit/api/core_v1.ts";
import { repeatedly } from "../../toolkit/backoff.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Names } from "../../toolkit/names.ts";
import type { Runnable, Running } from "../../toolkit/runnable.ts";
import { parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";
import { Conflict, type Op, type Store } from "../storage/mod.ts";
import { familyOf } from "./address_range.ts";
import type { AllocationMetrics } from "./allocation_metrics.ts";
import { isSameOwner, type NodePorts, portOwner } from "./node_ports.ts";
import type { Complaint, RepairEvents } from "./repair_events.ts";
import {
  canonicalAddress,
  type Owner,
  ownerOf,
  type ServiceAddresses,
} from "./service_addresses.ts";

/** What a service has taken, as its kind reads it. */
export interface Holdings {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** What repairs work with. */
export interface RepairOptions {
  /** Where services are. */
  readonly services: ResourceStorage;
  /** The store that services and ports are in. */
  readonly store: Store;
  readonly addresses: ServiceAddresses;
  readonly ports: NodePorts;
  /** Undefined: only the log is told. */
  readonly events?: RepairEvents | undefined;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly measures: AllocationMetrics;
  /** How long an address may wait for its service to be written. */
  readonly graceMs: number;
  holdingsOf(service: Service): Holdings;
  /** Called whenever everything was looked at. */
  looked?(): void;
}

/** How often everything is looked at. */
export const REPAIR_INTERVAL_MS = 180_000;

/** Something that does not fit together and that only people can mend. */
export type Problem = Readonly<Record<string, unknown>>;

/** Repairs. Servers that do so together do no harm: each write is of one version. */
export class Repair implements Runnable {
  readonly name = "repair of services";
  readonly #options: RepairOptions;
  /** Addresses without a service: what their entry is, and when it was first seen so. */
  readonly #orphans = new Map<string, { readonly revision: number; readonly since: number }>();

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  /** Looks at everything now and from time to time. */
  run({ signal }: Running): Promise<void> {
    const { clock, logger, measures, graceMs } = this.#options;
    const look = async () => {
      await this.look(signal);
      this.#options.looked?.();
      // What waits for its service is looked at again as soon as it has waited long enough.
      return this.#orphans.size > 0 ? Math.min(REPAIR_INTERVAL_MS, graceMs) : REPAIR_INTERVAL_MS;
    };
    return repeatedly(look, {
      clock,
      signal,
      intervalMs: REPAIR_INTERVAL_MS,
      failed: (error) => {
        measures.repairFailed();
        logger.error("The allocations of services could not be checked; retrying", error);
      },
    });
  }

  /** Looks at everything once. */
  async look(signal: AbortSignal): Promise<void> {
    const { services, addresses, ports } = this.#options;
    // Addresses first: what is written before its service is there when that is looked for.
    await addresses.storage.waitUntilFresh(signal);
    const { entries: objects } = await addresses.storage.cache.list();
    await services.waitUntilFresh(signal);
    // These two change together, and are seen as they were at one moment.
    const [listed, taken] = await Promise.all([services.cache.list(), ports.taken()]);
    const holders = this.#holders(listed.entries);
    for (const holder of holders.values()) {
      const { holdings } = holder;
      signal.throwIfAborted();
      for (const address of holdings.addresses) {
        await this.#tryOnce(() => this.#repairAddress(holder, address, holders));
      }
      for (const port of holdings.ports) {
        await this.#tryOnce(() => this.#repairPort(holder, port, taken.get(port), holders));
      }
    }
    if (services.cache.corrupt.size > 0) {
      const unreadable = services.cache.corrupt.size;
      this.#tell("No address or port is released while there are services that can't be read", {
        unreadable,
      });
      return;
    }
    for (const entry of objects) {
      await this.#tryOnce(() => this.#releaseAddress(entry, holders));
    }
    for (const [port, entry] of taken) {
      await this.#tryOnce(() => this.#releasePort(port, entry, holders));
    }
    this.#forgetOrphans();
  }

  /** Somebody else may be faster: then the next look sees what is left to do. */
  async #tryOnce(repair: () => Promise<void>): Promise<void> {
    try {
      await repair();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }

  readonly #holderOf = derivedValue((entry: CachedObject): Holder => {
    const service = objectOf(entry) as Service;
    const { namespace = "", name = "", uid = "" } = service.metadata ?? {};
    return { owner: { namespace, name }, uid, holdings: this.#options.holdingsOf(service) };
  });

  /** What each service has, by namespace and name. */
  #holders(entries: readonly CachedObject[]): Map<string, Holder> {
    const holders = new Map<string, Holder>();
    for (const entry of entries) {
      const holder = this.#holderOf(entry);
      holders.set(nameOf(holder.owner), holder);
    }
    return holders;
  }

  async #repairAddress(holder: Holder, address: string, all: Holders): Promise<void> {
    const { addresses } = this.#options;
    const { owner } = holder;
    const which = `Cluster IP [${familyOf(address)}]: ${address}`;
    const parsed = parseIpSloppy(address);
    if (parsed === undefined || !addresses.ranges.covers(parsed)) {
      const message = `${which} is not within any configured Service CIDR; please recreate service`;
      await this.#complain(holder, { reason: "ClusterIPOutOfRange", message });
      if (parsed === undefined) return;
    }
    const entry = addresses.entry(address);
    const other = entry && ownerOf(entry);
    if (isSameOwner(other, owner)) return;
    if (other !== undefined) {
      // One whose service is yet to be written may be just that: it is let go when that stays out.
      if (!has(all, other, { address })) return;
      const message = `${which} was assigned to multiple services; please recreate service`;
      return await this.#complain(holder, { reason: "ClusterIPAlreadyAllocated", message });
    }
    const message = `${which} is not allocated; repairing`;
    await this.#complain(holder, { reason: "ClusterIPNotAllocated", message });
    if (entry !== undefined) await addresses.storage.delete(entry);
    await addresses.restore(address, owner);
  }

  async #repairPort(
    holder: Holder,
    port: number,
    entry: CachedObject | undefined,
    all: Holders,
  ): Promise<void> {
    const { ports, store, measures } = this.#options;
    const { owner } = holder;
    if (!ports.contains(port)) {
      measures.portProblem("outOfRange");
      const { first, last } = ports.range;
      const message = `Port ${port} is not within the port range ${first}-${last}; ` +
        "please recreate service";
      await this.#complain(holder, { reason: "PortOutOfRange", message });
    }
    const other = entry && portOwner(entry);
    if (isSameOwner(other, owner)) return;
    if (other !== undefined && has(all, other, { port })) {
      measures.portProblem("duplicate");
      const message = `Port ${port} was assigned to multiple services; please recreate service`;
      return await this.#complain(holder, { reason: "PortAlreadyAllocated", message });
    }
    measures.portProblem("repair");
    const message = `Port ${port} is not allocated; repairing`;
    await this.#complain(holder, { reason: "PortNotAllocated", message });
    await store.commit([ports.taking(port, owner, entry?.revision ?? 0)]);
  }

  /** Lets an address go that no service has, once it has waited long enough for one. */
  async #releaseAddress(entry: CachedObject, all: Holders): Promise<void> {
    const { addresses, names, clock, graceMs } = this.#options;
    if (entry.labels[names.labelAddressManager] !== names.managerOfServiceAddresses) return;
    const address = addresses.nameOf(entry);
    const owner = ownerOf(entry);
    const { key, revision } = entry;
    if (owner !== undefined && has(all, owner, { address })) {
      this.#orphans.delete(key);
      return;
    }
    const orphan = this.#orphans.get(key);
    if (orphan?.revision !== revision) {
      // It is its being here that is timed, not the clock of whoever wrote it.
      this.#orphans.set(key, { revision, since: clock.monotonic() });
      return;
    }
    if (clock.monotonic() - orphan.since < graceMs) return;
    this.#tell("Releasing a cluster IP that no service uses", { owner, address });
    this.#orphans.delete(key);
    if (addresses.entry(address)?.revision === revision) await addresses.remove(entry);
  }

  /** Lets a port go that its service has not: they are written together. */
  async #releasePort(port: number, entry: CachedObject, all: Holders): Promise<void> {
    const { ports, store, measures } = this.#options;
    const owner = portOwner(entry);
    if (owner !== undefined && has(all, owner, { port })) return;
    // Taken for a service that has it since.
    if (ports.entry(port)?.revision !== entry.revision) return;
    measures.portProblem("leak");
    this.#tell("Releasing a node port that no service uses", { owner, port });
    const op: Op = { type: "delete", key: entry.key, revision: entry.revision };
    await store.commit([op]);
  }

  #forgetOrphans(): void {
    const { cache } = this.#options.addresses.storage;
    for (const key of this.#orphans.keys()) {
      if (cache.get(key) === undefined) this.#orphans.delete(key);
    }
  }

  /** Tells the log, and those who look at the service. */
  async #complain({ owner, uid }: Holder, complaint: Complaint): Promise<void> {
    const { events, logger } = this.#options;
    this.#tell("A service's addresses or ports don't match its specification", {
      ...complaint,
      service: nameOf(owner),
    });
    try {
      await events?.tell({ ...owner, uid }, complaint);
    } catch (error) {
      // It is in the log at least.
      logger.warning("An event of a service could not be written", { error });
    }
  }

  #tell(what: string, problem: Problem): void {
    this.#options.logger.warning(what, problem);
  }
}

interface Holder {
  readonly owner: Owner;
  readonly uid: string;
  readonly holdings: Holdings;
}

type Holders = ReadonlyMap<string, Holder>;

function nameOf({ namespace, name }: Owner): string {
  return `${namespace}/${name}`;
}

/** Whether a service is there and has this. */
function has(all: Holders, owner: Owner, what: { address: string } | { port: number }): boolean {
  const holdings = all.get(nameOf(owner))?.holdings;
  if (holdings === undefined) return false;
  if ("port" in what) return holdings.ports.includes(what.port);
  const address = canonicalAddress(what.address);
  return holdings.addresses.some((one) => canonicalAddress(one) === address);
}
