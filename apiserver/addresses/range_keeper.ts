/**
 * Looks after the ranges of services: says of new ones that they are ready, holds those that are
 * deleted while somebody has an address that no other range covers, and lets them go then.
 *
 * @module
 */

import type { Condition } from "../../toolkit/api/meta_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Names } from "../../toolkit/names.ts";
import type { Runnable, Running } from "../../toolkit/runnable.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type CachedObject, followChanges } from "../storage/cache/mod.ts";
import { Conflict } from "../storage/mod.ts";
import { addressOf, type ServiceAddresses } from "./service_addresses.ts";
import { type RangeObject, readRangeObject, type ServiceRanges } from "./service_ranges.ts";

/** What the keeper works with. */
export interface RangeKeeperOptions {
  readonly ranges: ServiceRanges;
  readonly addresses: ServiceAddresses;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often all are looked at when nothing happens to them. */
const INTERVAL_MS = 10_000;

/** The least time between two looks. */
const PAUSE_MS = 100;

/** How long after its deletion other servers may still take addresses of a range. */
const GRACE_MS = 10_000;

/** Keeps the ranges. Servers that do so together do no harm: each write is of one version. */
export class RangeKeeper implements Runnable {
  readonly name = "service ranges";
  readonly #options: RangeKeeperOptions;
  /** When each range was first seen to be on its way out, by key. */
  readonly #ending = new Map<string, number>();

  constructor(options: RangeKeeperOptions) {
    this.#options = options;
  }

  /** Looks after them. */
  async run({ signal }: Running): Promise<void> {
    const { clock, logger, ranges } = this.#options;
    const look = async () => {
      await this.look();
      return INTERVAL_MS;
    };
    await followChanges(ranges.storage.cache, look, {
      clock,
      signal,
      pauseMs: PAUSE_MS,
      failed: (error) =>
        logger.error("The service IP ranges could not be reconciled; retrying", error),
    });
  }

  /** Looks at each range once. */
  async look(): Promise<void> {
    const { ranges } = this.#options;
    const entries = ranges.entries();
    const keys = new Set(entries.map(({ key }) => key));
    for (const key of this.#ending.keys()) if (!keys.has(key)) this.#ending.delete(key);
    for (const entry of entries) {
      const change = await this.#changeOf(entry);
      if (change === undefined) continue;
      try {
        await change();
      } catch (error) {
        // Somebody else was faster: the next look sees what is left to do.
        if (!(error instanceof Conflict)) throw error;
      }
    }
  }

  async #changeOf(entry: CachedObject): Promise<(() => Promise<unknown>) | undefined> {
    const { ranges, names } = this.#options;
    const { storage } = ranges;
    const one = readRangeObject(entry);
    const { metadata = {} } = one.object;
    const finalizers = metadata.finalizers ?? [];
    const own = names.finalizerServiceCidr;
    if (metadata.deletionTimestamp === undefined) {
      const held = finalizers.includes(own);
      if (held && readyOf(one) === "True") return undefined;
      const all = held ? finalizers : [...finalizers, own];
      return () => storage.update(entry, this.#with(one, all, READY));
    }
    if (!finalizers.includes(own)) return undefined;
    if (await this.#mustStay(entry, one)) {
      if (readyOf(one) === "False") return undefined;
      return () => storage.update(entry, this.#with(one, finalizers, TERMINATING));
    }
    const others = finalizers.filter((name) => name !== own);
    if (others.length === 0) return () => storage.delete(entry);
    return () => storage.update(entry, this.#with(one, others, TERMINATING));
  }

  /** Whether a range that is deleted has to be there still. */
  async #mustStay({ key }: CachedObject, one: RangeObject): Promise<boolean> {
    const { clock, addresses } = this.#options;
    const since = this.#ending.get(key) ?? clock.monotonic();
    this.#ending.set(key, since);
    if (clock.monotonic() - since < GRACE_MS) return true;
    await addresses.storage.waitUntilFresh(new AbortController().signal);
    return this.#isNeeded(one);
  }

  /** Whether somebody has an address of this range that lies in no other one that stays. */
  #isNeeded(one: RangeObject): boolean {
    const { ranges, addresses } = this.#options;
    const open = ranges.open();
    const { cache } = addresses.storage;
    // One that can't be read may be of this range.
    if (cache.corrupt.size > 0) return true;
    return cache.joined().entries.some((entry) => {
      const address = addressOf(entry, addresses);
      return address !== undefined && one.ranges.some((range) => range.contains(address)) &&
        !open.some((range) => range.contains(address));
    });
  }

  #with(
    { object }: RangeObject,
    finalizers: readonly string[],
    ready: Pick<Condition, "status" | "reason" | "message">,
  ): JsonObject {
    const conditions = object.status?.conditions ?? [];
    const before = conditions.find(({ type }) => type === "Ready");
    const now = printTime(timeOfMs(this.#options.clock.now()));
    const lastTransitionTime = before?.status === ready.status ? before.lastTransitionTime : now;
    const others = conditions.filter((condition) => condition !== before);
    const metadata = { ...object.metadata, finalizers };
    return {
      ...object,
      metadata,
      status: {
        ...object.status,
        conditions: [...others, { type: "Ready", ...ready, lastTransitionTime }],
      },
    } as JsonObject;
  }
}

const READY = {
  status: "True",
  reason: "",
  message: "The range is ready",
} as const;

const TERMINATING = {
  status: "False",
  reason: "Terminating",
  message:
    "There are still IPAddresses referencing the ServiceCIDR, please remove them or create " +
    "a new ServiceCIDR",
} as const;

function readyOf({ object }: RangeObject): string | undefined {
  return object.status?.conditions?.find(({ type }) => type === "Ready")?.status;
}
