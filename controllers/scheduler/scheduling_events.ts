/**
 * Events about pods, in the form of the events API.
 *
 * @module
 */

import { type Client, eventsV1 } from "../../toolkit/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { RecentMap } from "../../toolkit/recent_map.ts";
import type { PodEvent } from "./framework/mod.ts";
import type { PodInfo } from "./pod/pod_info.ts";

/** What {@link SchedulingEvents} are made with. */
export interface EventsOptions {
  readonly client: Client;
  /** The machine of the one of several that tells. */
  readonly host: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One that was written, and what came after it. */
interface Series {
  readonly place: { readonly namespace: string; readonly name: string };
  count: number;
  writtenMs: number;
}

const REMEMBERED = 4096;
/** Events that wait to be written; more are dropped. */
const MOST_WAITING = 10_000;
/** Events that are written at once. */
const WRITERS = 8;
/** The same again is counted, and written so often. */
const SERIES_MS = 6 * 60_000;
/** A longer message is cut. */
const LIMIT_BYTES = 1024;
const CUT = " ...";

/**
 * Writes events while whoever tells of them goes on; what can't be written is lost, and logged. The same
 * again makes a series of one event.
 */
export class SchedulingEvents {
  readonly #options: EventsOptions;
  readonly #series = new RecentMap<string, Series>(REMEMBERED);
  readonly #waiting: (() => Promise<void>)[] = [];
  #writers = 0;
  #order = 0;
  #last: Promise<void> = Promise.resolve();
  #idle = Promise.withResolvers<void>();

  constructor(options: EventsOptions) {
    this.#options = options;
    this.#idle.resolve();
  }

  /** Tells of something; `controller`: the name of the scheduler. */
  tell(pod: PodInfo, controller: string, event: PodEvent): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    if (this.#writers === 0) this.#idle = Promise.withResolvers();
    this.#waiting.push(() => this.#write(pod, controller, event));
    if (this.#writers < WRITERS) {
      this.#writers++;
      // It never rejects.
      this.#last = this.#run();
    }
  }

  /** Settles when all that was told of has been written, or is lost. */
  async flushed(): Promise<void> {
    await this.#idle.promise;
    await this.#last;
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await next();
      } catch (error) {
        this.#options.logger.v(2).info("An event was not written", { error: String(error) });
      }
    }
    this.#writers--;
    if (this.#writers === 0) this.#idle.resolve();
  }

  async #write(pod: PodInfo, controller: string, event: PodEvent): Promise<void> {
    const { client, clock, host } = this.#options;
    const { type, reason, action, message, related } = event;
    const key = JSON.stringify([pod.uid, type, reason, action, controller, related?.uid]);
    const now = microTime(clock.now());
    const known = this.#series.get(key);
    if (known !== undefined) {
      known.count++;
      const { count } = known;
      const isDue = count === 2 || clock.monotonic() - known.writtenMs >= SERIES_MS;
      if (!isDue) return;
      known.writtenMs = clock.monotonic();
      const series = { count, lastObservedTime: now };
      await client.patch(eventsV1.Event, known.place, { series });
      return;
    }
    const name = `${pod.name}.${this.#stamp()}`;
    const place = { namespace: pod.namespace, name };
    this.#series.set(key, { place, count: 1, writtenMs: clock.monotonic() });
    await client.create(eventsV1.Event, {
      metadata: place,
      eventTime: now,
      reportingController: controller,
      reportingInstance: instanceOf(controller, host),
      action,
      reason,
      type,
      note: cut(message),
      regarding: referenceTo(pod),
      ...(related && { related: referenceTo(related) }),
    });
  }

  /** Nanoseconds since 1970 in hexadecimal; no two are the same. */
  #stamp(): string {
    const order = this.#order++ % 1_000_000;
    return (BigInt(this.#options.clock.now()) * 1_000_000n + BigInt(order)).toString(16);
  }
}

/** Servers refuse more than so many characters. */
const MOST_INSTANCE = 128;

function instanceOf(controller: string, host: string | undefined): string {
  return (host === undefined ? controller : `${controller}-${host}`).slice(0, MOST_INSTANCE);
}

function referenceTo(
  pod: Pick<PodInfo, "namespace" | "name" | "uid"> & { readonly resourceVersion?: string },
) {
  const { namespace, name, uid, resourceVersion } = pod;
  return {
    apiVersion: "v1",
    kind: "Pod",
    namespace,
    name,
    uid,
    ...(resourceVersion && { resourceVersion }),
  };
}

function microTime(ms: number): string {
  return new Date(ms).toISOString().replace(/Z$/, "000Z");
}

/** A message as long as an event may have it. */
function cut(message: string): string {
  const bytes = new TextEncoder().encode(message);
  if (bytes.length <= LIMIT_BYTES) return message;
  // A character that is cut in two is dropped.
  const kept = new TextDecoder().decode(bytes.subarray(0, LIMIT_BYTES - CUT.length), {
    stream: true,
  });
  return kept + CUT;
}
