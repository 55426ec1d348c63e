/**
 * Allocates the cluster IPs and node ports of services.
 *
 * @module
 */

import type { ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, internalError, invalid } from "../../../../toolkit/errors/mod.ts";
import type { Family } from "../../../addresses/address_range.ts";
import type { AllocationMetrics } from "../../../addresses/allocation_metrics.ts";
import type { NodePorts } from "../../../addresses/node_ports.ts";
import { RangeFull, Refused } from "../../../addresses/refused.ts";
import type {
  Owner,
  ServiceAddresses,
  Taken,
  Wanted,
} from "../../../addresses/service_addresses.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import type { Allocation, AllocationRequest, Allocator } from "../../../resource/allocator.ts";
import type { ResourceStorage } from "../../../resource/resource_storage.ts";
import type { Op } from "../../../storage/mod.ts";
import { choosePorts, type ChosenPorts, type PortAsked } from "./choose_ports.ts";
import { settleFamilies } from "./families.ts";
import { addressesOf, nodePortsOf, SPEC, specOf } from "./view.ts";

/** What services get what they need from. */
export interface ServiceAllocatorOptions {
  /** Where services are. */
  readonly storage: ResourceStorage;
  readonly addresses: ServiceAddresses;
  readonly ports: NodePorts;
  readonly measures: AllocationMetrics;
  /** The families of the cluster's ranges, the first one first. */
  readonly families: readonly Family[];
}

const KIND = { group: "", kind: "Service" };

const NOTHING_TAKEN: Taken = { addresses: [], giveBack: async () => {} };

/**
 * Allocates what a service needs. Cluster IPs are taken before the service is written, as objects
 * of their own, and given back when it is not; node ports are taken and released in the commit that
 * writes it. Throws the API error for a field that can't be satisfied or a range that is full.
 */
export class ServiceAllocator implements Allocator {
  readonly #options: ServiceAllocatorOptions;

  constructor(options: ServiceAllocatorOptions) {
    this.#options = options;
  }

  async allocate(request: AllocationRequest): Promise<Allocation> {
    const { object, old, dryRun, again, signal } = request;
    const { addresses, ports, storage } = this.#options;
    if (again) await storage.waitUntilFresh(signal);
    const owner = ownerOfObject(object ?? old!);
    const before = old && specOf(old);
    let spec = object && { ...specOf(object) };
    const taken = spec === undefined
      ? NOTHING_TAKEN
      : await this.#takeAddresses(owner, spec, before, request);
    let held: readonly number[] = [];
    try {
      if (spec !== undefined) {
        ({ spec, held } = await this.#choosePorts(owner, spec, before, request));
      }
    } catch (error) {
      await taken.giveBack();
      throw error;
    }
    const letGoPorts = () => held.forEach((port) => ports.letGo(port));
    const whole = spec && { ...object, spec } as JsonObject;
    if (dryRun) {
      letGoPorts();
      return { object: whole, ops: [], async commit() {}, async rollback() {}, abandon() {} };
    }
    const kept = new Set(spec && addressesOf(spec));
    const gone = before === undefined ? [] : addressesOf(before).filter((one) => !kept.has(one));
    return {
      object: whole,
      ops: this.#portOps(owner, held, spec, before),
      async commit(revision) {
        held.forEach((port) => ports.settle(port, revision));
        if (gone.length > 0) await addresses.release(gone, owner);
      },
      async rollback() {
        letGoPorts();
        await taken.giveBack();
      },
      // The store knows who has which port, and takes no other.
      abandon: letGoPorts,
    };
  }

  /** Fills in families and addresses, and takes the addresses that the old service has not. */
  async #takeAddresses(
    owner: Owner,
    spec: ServiceSpec,
    before: ServiceSpec | undefined,
    { dryRun, signal }: AllocationRequest,
  ): Promise<Taken> {
    const errors: FieldError[] = [];
    settleFamilies(errors, spec, before, this.#options.families);
    if (errors.length > 0) throw invalid(KIND, owner.name, errors);
    const missing = missingAddresses(spec, before);
    if (missing.length === 0) return NOTHING_TAKEN;
    let taken: Taken;
    try {
      taken = await this.#options.addresses.take(missing, owner, { dryRun, signal });
    } catch (error) {
      throw refusal(error, owner.name, spec);
    }
    const clusterIPs = [...spec.clusterIPs ?? []];
    for (const [index, { place }] of missing.entries()) clusterIPs[place] = taken.addresses[index]!;
    spec.clusterIPs = clusterIPs;
    if (clusterIPs[0] !== undefined) spec.clusterIP = clusterIPs[0];
    return taken;
  }

  async #choosePorts(
    { name }: Owner,
    spec: ServiceSpec,
    before: ServiceSpec | undefined,
    { dryRun, signal }: AllocationRequest,
  ): Promise<ChosenPorts> {
    const { ports, storage, measures } = this.#options;
    let asked: Parameters<PortAsked>[] = [];
    const choose = () => {
      asked = [];
      return choosePorts(name, spec, before, ports, (...one) => void asked.push(one));
    };
    try {
      try {
        return choose();
      } catch {
        // The cache may be behind with a port that somebody let go.
        await storage.waitUntilFresh(signal);
        return choose();
      }
    } finally {
      // What was found out in the end, and was no dry run, counts.
      if (!dryRun) { for (const one of asked) measures.portAsked(...one); }
    }
  }

  #portOps(
    owner: Owner,
    held: readonly number[],
    spec: ServiceSpec | undefined,
    before: ServiceSpec | undefined,
  ): Op[] {
    const { ports } = this.#options;
    const ops = held.map((port) => ports.taking(port, owner));
    if (before === undefined) return ops;
    const kept = spec === undefined ? new Set<number>() : nodePortsOf(spec);
    for (const port of nodePortsOf(before)) {
      const op = kept.has(port) ? undefined : ports.releasing(port, owner);
      if (op !== undefined) ops.push(op);
    }
    return ops;
  }
}

function ownerOfObject(object: JsonObject): Owner {
  const { namespace = "", name = "" } = metadataOf(object);
  return { namespace, name };
}

/** The addresses that a service is to have and has not, and their places in its list. */
function missingAddresses(
  spec: ServiceSpec,
  before: ServiceSpec | undefined,
): (Wanted & { place: number })[] {
  const { type, clusterIPs = [] } = spec;
  const families = (spec.ipFamilies ?? []) as readonly Family[];
  if (type === "ExternalName" || clusterIPs[0] === "None") return [];
  const has = new Set(before && addressesOf(before));
  return families.flatMap((family, place) => {
    const address = clusterIPs[place] ?? "";
    return address !== "" && has.has(address) ? [] : { family, address, place };
  });
}

function refusal(error: unknown, name: string, { clusterIPs }: ServiceSpec): unknown {
  if (error instanceof Refused) {
    const why = `failed to allocate IP ${error.what}: ${error.message}`;
    return invalid(KIND, name, [FieldError.invalid(SPEC.child("clusterIPs"), clusterIPs, why)]);
  }
  if (error instanceof RangeFull) {
    return internalError(`failed to allocate a serviceIP: ${error.message}`, error);
  }
  return error;
}
