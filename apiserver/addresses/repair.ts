/**
 * Brings services and what is taken for them together again: what a server that died left behind
 * is let go, and what a service has and nobody noted is taken.
 *
 * @module
 */

import type { Service } from "../../toolkit/api/core_v1.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logging/logger.ts";
import type { Names } from "../../toolkit/names.ts";
import { parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { objectOf } from "../registry/object_coder.ts";
import type { ResourceStorage } from "../registry/resource_storage.ts";
import { type Entry, formOf } from "../storage/cache/mod.ts";
import { Conflict, type Op, type Store } from "../storage/mod.ts";
import { isSameOwner, type NodePorts, portOwner } from "./node_ports.ts";
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
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long an address may wait for its service to be written. */
  readonly graceMs: number;
  holdingsOf(service: Service): Holdings;
}

/** How often everything is looked at. */
export const REPAIR_INTERVAL_MS = 180_000;

/** Something that does not fit together and that only people can mend. */
export type Problem = Readonly<Record<string, unknown>>;

/** See the module's comment. Servers that do so together do no harm: each write is of one version. */
export class Repair {
  readonly #options: RepairOptions;
  /** Addresses without a service: what their entry is, and when it was first seen so. */
  readonly #orphans = new Map<string, { readonly revision: number; readonly since: number }>();

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  /** Looks at everything now and from time to time, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, graceMs } = this.#options;
    while (!signal.aborted) {
      try {
        await this.look(signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.error("What services have taken could not be looked at; trying again", error);
      }
      // What waits for its service is looked at again as soon as it has waited long enough.
      const pauseMs = this.#orphans.size > 0
        ? Math.min(REPAIR_INTERVAL_MS, graceMs)
        : REPAIR_INTERVAL_MS;
      await sleep(clock, pauseMs, signal).catch(() => {});
    }
  }

  /** Looks at everything once. */
  async look(signal: AbortSignal): Promise<void> {
    const { services, addresses, ports } = this.#options;
    // Addresses first: what is written before its service is there when that is looked for.
    await addresses.storage.fresh(signal);
    const objects = addresses.storage.cache.joined().entries;
    await services.fresh(signal);
    // These two change together, and are seen as they were at one moment.
    const holders = this.#holders();
    const taken = ports.taken();
    for (const { owner, holdings } of holders.values()) {
      signal.throwIfAborted();
      for (const address of holdings.addresses) {
        await this.#tryOnce(() => this.#repairAddress(owner, address, holders));
      }
      for (const port of holdings.ports) {
        await this.#tryOnce(() => this.#repairPort(owner, port, taken.get(port), holders));
      }
    }
    if (services.cache.corrupt.size > 0) {
      const unreadable = services.cache.corrupt.size;
      this.#tell("Nothing is let go while there are services that can't be read", { unreadable });
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

  /** What each service has, by namespace and name. */
  #holders(): Map<string, Holder> {
    const { services, holdingsOf } = this.#options;
    const holders = new Map<string, Holder>();
    for (const entry of services.cache.joined().entries) {
      const holder = formOf(entry, "holder", (): Holder => {
        const service = objectOf(entry) as Service;
        const { namespace = "", name = "" } = service.metadata ?? {};
        return { owner: { namespace, name }, holdings: holdingsOf(service) };
      });
      holders.set(nameOf(holder.owner), holder);
    }
    return holders;
  }

  async #repairAddress(owner: Owner, address: string, all: Holders): Promise<void> {
    const { addresses } = this.#options;
    const parsed = parseIpSloppy(address);
    if (parsed === undefined) {
      return this.#tell("The address of a service is none", { owner, address });
    }
    if (!addresses.ranges.covers(parsed)) {
      const what = "The address of a service is in no range; please recreate the service";
      this.#tell(what, { owner, address });
    }
    const entry = addresses.entry(address);
    const other = entry && ownerOf(entry);
    if (isSameOwner(other, owner)) return;
    if (other !== undefined) {
      // One whose service is yet to be written may be just that: it is let go when that stays out.
      if (!has(all, other, { address })) return;
      const what = "Several services have one address; please recreate this one";
      return this.#tell(what, { owner, address, other });
    }
    this.#tell("The address of a service was not taken; repairing", { owner, address });
    if (entry !== undefined) await addresses.storage.delete(entry);
    await addresses.restore(address, owner);
  }

  async #repairPort(
    owner: Owner,
    port: number,
    entry: Entry | undefined,
    all: Holders,
  ): Promise<void> {
    const { ports, store } = this.#options;
    if (!ports.contains(port)) {
      const what = "The port of a service is not in the range; please recreate the service";
      this.#tell(what, { owner, port });
    }
    const other = entry && portOwner(entry);
    if (isSameOwner(other, owner)) return;
    if (other !== undefined && has(all, other, { port })) {
      const what = "Several services have one port; please recreate this one";
      return this.#tell(what, { owner, port, other });
    }
    this.#tell("The port of a service was not taken; repairing", { owner, port });
    await store.commit([ports.taking(port, owner, entry?.revision ?? 0)]);
  }

  /** Lets an address go that no service has, once it has waited long enough for one. */
  async #releaseAddress(entry: Entry, all: Holders): Promise<void> {
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
    this.#tell("An address was left behind that no service has; cleaning up", { owner, address });
    this.#orphans.delete(key);
    if (addresses.entry(address)?.revision === revision) await addresses.remove(entry);
  }

  /** Lets a port go that its service has not: they are written together. */
  async #releasePort(port: number, entry: Entry, all: Holders): Promise<void> {
    const { ports, store } = this.#options;
    const owner = portOwner(entry);
    if (owner !== undefined && has(all, owner, { port })) return;
    // Taken for a service that has it since.
    if (ports.entry(port)?.revision !== entry.revision) return;
    this.#tell("A port was left behind that no service has; cleaning up", { owner, port });
    const op: Op = { type: "delete", key: entry.key, revision: entry.revision };
    await store.commit([op]);
  }

  #forgetOrphans(): void {
    const { cache } = this.#options.addresses.storage;
    for (const key of this.#orphans.keys()) {
      if (cache.get(key) === undefined) this.#orphans.delete(key);
    }
  }

  #tell(what: string, problem: Problem): void {
    this.#options.logger.warning(what, problem);
  }
}

interface Holder {
  readonly owner: Owner;
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
