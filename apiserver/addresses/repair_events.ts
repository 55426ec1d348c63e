/**
 * Events that tell people what became of a service's addresses and ports.
 *
 * @module
 */

import type { Event } from "../../toolkit/api/core_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import type { Owner } from "./service_addresses.ts";

/** What is wrong, in one word, and for people. */
export interface Complaint {
  readonly reason: string;
  readonly message: string;
}

/** What events are made with. */
export interface RepairEventsOptions {
  /** Where events are. */
  readonly storage: ResourceStorage;
  readonly clock: Clock;
  uid(): string;
}

/** Who says so. */
const COMPONENT = "service-repair";

/** A complaint is not made again before so many others were. */
const REMEMBERED = 1000;

/**
 * Writes warning events about services whose addresses or ports were found wrong. The same message
 * about the same service is not written at each look: what was written is remembered, up to a bound.
 */
export class RepairEvents {
  readonly #options: RepairEventsOptions;
  readonly #told = new Set<string>();

  constructor(options: RepairEventsOptions) {
    this.#options = options;
  }

  /** Writes an event. Throws what the store throws. */
  async tell(
    service: Owner & { readonly uid: string },
    { reason, message }: Complaint,
  ): Promise<void> {
    const { namespace, name, uid } = service;
    const which = JSON.stringify([namespace, name, uid, message]);
    if (this.#told.has(which)) return;
    const { storage, clock } = this.#options;
    const id = this.#options.uid();
    const time = printTime(timeOfMs(clock.now()));
    const eventName = `${name}.${id.replaceAll("-", "").slice(-16)}`;
    const event: Event = {
      kind: "Event",
      apiVersion: "v1",
      metadata: {
        name: eventName,
        namespace,
        uid: id,
        creationTimestamp: time,
      },
      involvedObject: { kind: "Service", apiVersion: "v1", namespace, name, uid },
      type: "Warning",
      reason,
      message,
      source: { component: COMPONENT },
      reportingComponent: COMPONENT,
      reportingInstance: "",
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    };
    await storage.create(storage.key(namespace, eventName), { ...event } as JsonObject);
    if (this.#told.size >= REMEMBERED) this.#told.clear();
    this.#told.add(which);
  }
}
