/**
 * Events about pods, in the form of the events API.
 *
 * @module
 */

import { type Client, eventsV1, isNotFound } from "../../toolkit/mod.ts";
import { ensureExists } from "../../toolkit/client/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { RecentMap } from "../../toolkit/recent_map.ts";
import { EventNames } from "../../toolkit/events/event_names.ts";
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

type Place = Readonly<Record<"namespace" | "name", string>>;

/** One that was written, and what came after it. */
interface Series {
  readonly place: Place;
  /** Settles when it is there, or never will be. */
  readonly made: Promise<void>;
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
 * Writes events while whoever tells of them goes on. They wait while the server does not answer; what it does not take is
 * lost, and logged. The same again makes a series of one event.
 */
export class SchedulingEvents {
  readonly #options: EventsOptions;
  readonly #series = new RecentMap<string, Series>(REMEMBERED);
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #names: EventNames;
  #writers = 0;
  #last: Promise<void> = Promise.resolve();
  #idle = Promise.withResolvers<void>();

  constructor(options: EventsOptions) {
    this.#options = options;
    this.#names = new EventNames("scheduler", options.clock);
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
    const { type, reason, action, related } = event;
    const key = JSON.stringify([pod.uid, type, reason, action, controller, related?.uid]);
    const known = this.#series.get(key);
    if (known !== undefined && await this.#count(known)) return;
    const name = this.#names.next(pod.name);
    const place = { namespace: pod.namespace, name };
    const made = this.#create(place, pod, controller, event);
    this.#series.set(key, {
      place,
      made: made.catch(() => {}),
      count: 1,
      writtenMs: this.#options.clock.monotonic(),
    });
    await made;
  }

  /** Counts an event again; false where it is gone, or never was there. */
  async #count(known: Series): Promise<boolean> {
    const { client, clock } = this.#options;
    known.count++;
    const { count, place } = known;
    const isDue = count === 2 || clock.monotonic() - known.writtenMs >= SERIES_MS;
    if (!isDue) return true;
    known.writtenMs = clock.monotonic();
    const series = { count, lastObservedTime: microTime(clock.now()) };
    await known.made;
    try {
      await client.patch(eventsV1.Event, place, { series }, { replayable: true });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #create(place: Place, pod: PodInfo, controller: string, event: PodEvent): Promise<void> {
    const { client, clock, host } = this.#options;
    const { type, reason, action, message, related } = event;
    const written = {
      metadata: place,
      eventTime: microTime(clock.now()),
      reportingController: controller,
      reportingInstance: instanceOf(controller, host),
      action,
      reason,
      type,
      note: cut(message),
      regarding: referenceTo(pod),
      ...(related && { related: referenceTo(related) }),
    };
    await ensureExists(client, eventsV1.Event, written, { replayable: true });
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
