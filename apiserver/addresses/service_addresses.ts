/**
 * The addresses of services, one object each.
 *
 * @module
 */

import type { IPAddress } from "../../toolkit/api/networking_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Names } from "../../toolkit/names.ts";
import { parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";
import { Conflict } from "../storage/mod.ts";
import { addressObject } from "./address_object.ts";
import type { Family } from "./address_range.ts";
import type { AllocationMetrics, Scope } from "./allocation_metrics.ts";
import { Pending } from "./pending.ts";
import { pickFree } from "./pick.ts";
import { RangeFull, Refused } from "./refused.ts";
import type { ServiceRanges } from "./service_ranges.ts";

/** A service, as addresses and ports name the one that has them. */
export interface Owner {
  readonly namespace: string;
  readonly name: string;
}

/** An address that a service is to have. */
export interface Wanted {
  readonly family: Family;
  /** A certain one, or "" for any. */
  readonly address: string;
}

/** Addresses that were taken, in the order in which they were wanted. */
export interface Taken {
  readonly addresses: readonly string[];
  /** Gives them back: nobody has them. Never rejects. */
  giveBack(): Promise<void>;
}

/** What addresses are handed out with. */
export interface ServiceAddressesOptions {
  /** Where the objects of addresses are. */
  readonly storage: ResourceStorage;
  readonly ranges: ServiceRanges;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly measures: AllocationMetrics;
  uid(): string;
  random(): number;
}

/** An address that is about to be taken. */
interface Choice {
  readonly address: string;
  /** The range that it is of, in canonical form. */
  readonly cidr: string;
  readonly scope: Scope;
}

/** How often others may be faster to take what was chosen. */
const ATTEMPTS = 50;

const ALLOCATED = "provided IP is already allocated";

/**
 * Hands out cluster IPs. Each address that is taken is an `IPAddress` object named after it, so the
 * store itself refuses to create one twice, however many servers write. The cache of these objects
 * says which are free; choices that turn out to be taken are tried again with other addresses.
 */
export class ServiceAddresses {
  readonly storage: ResourceStorage;
  readonly ranges: ServiceRanges;
  readonly #options: ServiceAddressesOptions;
  readonly #pending: Pending<string>;

  constructor(options: ServiceAddressesOptions) {
    this.#options = options;
    this.storage = options.storage;
    this.ranges = options.ranges;
    this.#pending = new Pending(() => options.storage.cache.revision);
  }

  /** The address's object, as far as the cache has seen. */
  entry(address: string): CachedObject | undefined {
    return this.storage.cache.get(this.storage.key("", canonicalAddress(address)));
  }

  /** The address of an object of {@link storage}, in canonical form. */
  nameOf({ key }: CachedObject): string {
    return key.slice(this.storage.prefix.length);
  }

  /**
   * Takes addresses for a service, all or none. Throws `Refused` for a certain one that can't be had,
   * and `RangeFull`. A dry run takes nothing, and finds out what it could take.
   */
  async take(
    wanted: readonly Wanted[],
    owner: Owner,
    { dryRun, signal }: { dryRun: boolean; signal: AbortSignal },
  ): Promise<Taken> {
    const { clock } = this.#options;
    const measures = dryRun ? undefined : this.#options.measures;
    const start = clock.monotonic();
    const lost = new Set<string>();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      signal.throwIfAborted();
      const choices: Choice[] = [];
      for (const { family, address } of wanted) {
        choices.push(
          address === ""
            ? await this.#free(family, lost, signal, measures)
            : await this.#check(address, signal, measures),
        );
      }
      const addresses = choices.map(({ address }) => address);
      if (dryRun || addresses.length === 0) return { addresses, giveBack: async () => {} };
      try {
        const taken = await this.#write(addresses, owner);
        const ms = clock.monotonic() - start;
        for (const { cidr, scope } of choices) measures?.addressTaken(cidr, scope, ms);
        return taken;
      } catch (error) {
        const isLost = error instanceof Conflict;
        const address = isLost ? error.key.slice(this.storage.prefix.length) : undefined;
        for (const choice of choices) {
          if (isLost && canonicalAddress(choice.address) !== address) continue;
          measures?.addressRefused(choice.cidr, choice.scope);
        }
        if (address === undefined) throw error;
        if (wanted.some((one) => canonicalAddress(one.address) === address)) {
          throw new Refused(address, ALLOCATED);
        }
        lost.add(address);
      }
    }
    throw new Error(
      "no address could be allocated: others took each one that was chosen; please try again",
    );
  }

  /** Lets go the addresses that a service has had. Never rejects: what stays is repaired. */
  async release(addresses: readonly string[], owner: Owner): Promise<void> {
    await Promise.all(addresses.map(async (address) => {
      try {
        let entry = this.entry(address);
        if (entry === undefined || !isOf(entry, owner)) {
          await this.storage.waitUntilFresh(new AbortController().signal);
          entry = this.entry(address);
        }
        if (entry !== undefined && isOf(entry, owner)) await this.remove(entry);
      } catch (error) {
        this.#options.logger.warning(
          "An address could not be released; the repair of services will release it",
          {
            address,
            error,
          },
        );
      }
    }));
  }

  /** Removes the object of an address. One that somebody holds with a finalizer is marked only. */
  async remove(entry: CachedObject): Promise<void> {
    const object = objectOf(entry) as IPAddress;
    const { metadata = {} } = object;
    if ((metadata.finalizers?.length ?? 0) === 0) {
      await this.storage.delete(entry);
      return;
    }
    if (metadata.deletionTimestamp !== undefined) return;
    const deletionTimestamp = this.#now();
    const marked = { ...metadata, deletionTimestamp, deletionGracePeriodSeconds: 0 };
    await this.storage.update(entry, { ...object, metadata: marked } as JsonObject);
  }

  /** Writes the object of an address that a service has already. Throws `Conflict` where there is one. */
  async restore(address: string, owner: Owner): Promise<void> {
    await this.#write([address], owner);
  }

  #now(): string {
    return printTime(timeOfMs(this.#options.clock.now()));
  }

  async #write(taken: readonly string[], owner: Owner): Promise<Taken> {
    const { uid, names } = this.#options;
    const time = this.#now();
    const addresses = taken.map(canonicalAddress);
    for (const address of addresses) this.#pending.add(address);
    let revision: number;
    try {
      const [first, ...others] = addresses.map((address) => {
        const key = this.storage.key("", address);
        return { key, object: addressObject({ address, owner, uid: uid(), time }, names) };
      });
      if (first === undefined) throw new Error("no address");
      const along = others.map(({ key, object }) => this.storage.creation(key, object));
      ({ revision } = await this.storage.create(first.key, first.object, { along }));
    } catch (error) {
      // Should it have been written after all, the store takes no other one.
      for (const address of addresses) this.#pending.delete(address);
      throw error;
    }
    for (const address of addresses) this.#pending.settle(address, revision);
    return { addresses: taken, giveBack: () => this.#giveBack(addresses, owner, revision) };
  }

  async #giveBack(addresses: readonly string[], owner: Owner, revision: number): Promise<void> {
    const never = new AbortController().signal;
    // The cache has to show what is to be removed.
    await this.storage.waitForRevision(revision, never).catch(() => {});
    await this.release(addresses, owner);
  }

  /** `address` is in canonical form. */
  #isUsed(address: string): boolean {
    return this.#pending.has(address) ||
      this.storage.cache.get(this.storage.key("", address)) !== undefined;
  }

  async #free(
    family: Family,
    lost: ReadonlySet<string>,
    signal: AbortSignal,
    measures: AllocationMetrics | undefined,
  ): Promise<Choice> {
    const found = this.#pick(family, lost);
    if (found !== undefined) return found;
    // The cache may be behind with a range that came or an address that went.
    await this.ranges.storage.waitUntilFresh(signal);
    await this.storage.waitUntilFresh(signal);
    const again = this.#pick(family, lost);
    if (again !== undefined) return again;
    for (const range of this.ranges.openOf(family)) {
      measures?.addressRefused(String(range), "dynamic");
    }
    throw new RangeFull();
  }

  #pick(family: Family, lost: ReadonlySet<string>): Choice | undefined {
    const { random } = this.#options;
    const ranges = this.ranges.openOf(family);
    const start = Math.floor(random() * ranges.length);
    for (let index = 0; index < ranges.length; index++) {
      const range = ranges[(start + index) % ranges.length]!;
      const isUsed = (number: number) => {
        const address = range.at(number);
        return lost.has(address) || this.#isUsed(address);
      };
      const number = pickFree(range, isUsed, random);
      if (number === undefined) continue;
      return { address: range.at(number), cidr: String(range), scope: "dynamic" };
    }
    return undefined;
  }

  async #check(
    text: string,
    signal: AbortSignal,
    measures: AllocationMetrics | undefined,
  ): Promise<Choice> {
    const address = parseIpSloppy(text);
    const find = () => address && this.ranges.open().filter((one) => one.contains(address));
    let ranges = find() ?? [];
    if (ranges.length === 0) {
      await this.ranges.storage.waitUntilFresh(signal);
      ranges = find() ?? [];
    }
    const [range] = ranges;
    if (address === undefined || range === undefined) {
      throw new Refused(text, "the provided network does not match the current range");
    }
    const choice = { address: text, cidr: String(range), scope: "static" } as const;
    if (!ranges.some((one) => one.canBeHad(address))) {
      measures?.addressRefused(choice.cidr, choice.scope);
      const why = `the provided IP (${text}) is not in the valid range.`;
      throw new Refused(text, `${why} The range of valid IPs is ${range}`);
    }
    const canonical = String(address);
    if (!this.#isUsed(canonical)) return choice;
    await this.storage.waitUntilFresh(signal);
    if (!this.#isUsed(canonical)) return choice;
    measures?.addressRefused(choice.cidr, choice.scope);
    throw new Refused(text, ALLOCATED);
  }
}

/** The form of an address that its object has for a name; services may have it in another one. */
export function canonicalAddress(text: string): string {
  const address = parseIpSloppy(text);
  return address === undefined ? text : String(address);
}

/** The address that an entry of these addresses is; undefined for a name that is none. */
export const addressOf = derivedValue((entry: CachedObject, addresses: ServiceAddresses) =>
  parseIpSloppy(addresses.nameOf(entry))
);

/** Which service has an address, as its object says; undefined where none does. */
export const ownerOf = derivedValue((entry: CachedObject): Owner | undefined => {
  if (entry.corrupt !== undefined) return undefined;
  const { group = "", resource, namespace = "", name } =
    (objectOf(entry) as IPAddress).spec?.parentRef ?? {};
  if (group !== "" || resource !== "services" || !name) return undefined;
  return { namespace, name };
});

function isOf(entry: CachedObject, { namespace, name }: Owner): boolean {
  const owner = ownerOf(entry);
  return owner?.namespace === namespace && owner.name === name;
}
