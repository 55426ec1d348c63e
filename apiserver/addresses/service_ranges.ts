/**
 * The ranges that services get their addresses from.
 *
 * @module
 */

import type { ServiceCIDR } from "../../toolkit/api/networking_v1.ts";
import type { IpAddress } from "../../toolkit/validation/mod.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";
import { AddressRange, type Family } from "./address_range.ts";

/** What a range object says. */
export interface RangeObject {
  readonly name: string;
  readonly ranges: readonly AddressRange[];
  /** Whether new addresses may be taken of it. */
  readonly open: boolean;
  readonly object: ServiceCIDR;
}

/**
 * The ranges of all `ServiceCIDR` objects, read from their cache with every call: they come and go
 * while the server runs. New addresses are taken only of ranges that are not being deleted and are
 * not marked as not ready.
 */
export class ServiceRanges {
  readonly storage: ResourceStorage;

  /** `storage` has the range objects. */
  constructor(storage: ResourceStorage) {
    this.storage = storage;
  }

  /** All range objects that can be read. */
  objects(): RangeObject[] {
    return this.entries().map(readRangeObject);
  }

  /** The entries of all range objects that can be read. */
  entries(): readonly CachedObject[] {
    return this.storage.cache.joined().entries;
  }

  /** The ranges that new addresses may be taken of. */
  open(): AddressRange[] {
    return this.objects().flatMap(({ open, ranges }) => open ? ranges : []);
  }

  /** The ranges of a family that new addresses may be taken of. */
  openOf(family: Family): AddressRange[] {
    return this.open().filter((range) => range.family === family);
  }

  /** Whether an address lies in any range, open or not. */
  covers(address: IpAddress): boolean {
    return this.objects().some(({ ranges }) => ranges.some((range) => range.contains(address)));
  }
}

/** What an entry of a range object says. */
export const readRangeObject = derivedValue((entry: CachedObject): RangeObject => {
  const object = objectOf(entry) as ServiceCIDR;
  const { metadata, spec, status } = object;
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return {
    name: metadata?.name ?? "",
    ranges: (spec?.cidrs ?? []).flatMap((text) => AddressRange.parse(text) ?? []),
    // One that nobody has judged yet is as good as another.
    open: metadata?.deletionTimestamp === undefined && (ready?.status ?? "True") === "True",
    object,
  };
});
