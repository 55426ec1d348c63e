/**
 * Events about objects, in the core API's form: the same one again raises a count.
 *
 * @module
 */

import { type Client, coreV1, isNotFound } from "../mod.ts";
import { ensureExists } from "../client/mod.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import { EventRate } from "../controller/event_rate.ts";
import { RecentMap } from "../recent_map.ts";
import { EventNames } from "./event_names.ts";
import { SimilarEvents } from "./similar_events.ts";

/** An object that something is told of. */
export interface Subject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
  /** The part of it that something is told of: `spec.containers{name}`. */
  readonly fieldPath?: string;
}

/** What a {@link Recorder} is made with. */
export interface RecorderOptions {
  readonly client: Client;
  /** Who tells: `replicaset-controller`. */
  readonly component: string;
  /** The node that they are on, where they tell of what is there. */
  readonly host?: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An event, and how often it has been told of. */
interface Counted {
  readonly name: string;
  readonly namespace: string;
  readonly firstTimestamp: string;
  readonly count: number;
}

/** What is told. */
interface Said extends Counted {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  /** When it was told of, in seconds as the API has them: it may be written later. */
  readonly at: string;
}

/** Of so many events it is known how often they were told of. */
const REMEMBERED = 4096;
/** Events that wait to be written; more are dropped. */
const MOST_WAITING = 1000;

/**
 * Writes events, one after another, while whoever tells of them goes on: each has the time at which it was told of. All
 * wait while the server does not answer; what it does not take is lost, and logged. Of one object there are 25 of a type,
 * and one more every five minutes, which also counts those that were held back; of ten or more like each other within
 * ten minutes one stands for the tenth and all after it.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #rate = new EventRate();
  readonly #similar = new SimilarEvents();
  readonly #counted = new RecentMap<string, Counted>(REMEMBERED);
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  readonly #names: EventNames;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#names = new EventNames(options.component, options.clock);
  }

  /** Tells of something that is as it should be. */
  normal(subject: Subject, reason: string, message: string): void {
    this.#tell(subject, "Normal", reason, message);
  }

  /** Tells of something that is not. */
  warning(subject: Subject, reason: string, message: string): void {
    this.#tell(subject, "Warning", reason, message);
  }

  /** Settles when all that was told of has been written, or is lost. */
  async flushed(): Promise<void> {
    await this.#last;
  }

  #tell(subject: Subject, type: "Normal" | "Warning", reason: string, message: string): void {
    const { clock, logger } = this.#options;
    const { resourceVersion: _, fieldPath, ...object } = referenceTo(subject);
    // Parts of an object are not told of more often than it is.
    const about = JSON.stringify([object, type]);
    const now = clock.monotonic();
    const group = JSON.stringify([about, reason]);
    const isOneOfMany = this.#similar.isOneOfMany(group, message, now);
    if (this.#waiting >= MOST_WAITING) return;
    const at = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const key = isOneOfMany ? group : JSON.stringify([group, fieldPath, message]);
    const counted = this.#countOf(key, object, at);
    if (!this.#rate.allows(about, now)) return;
    const said = {
      ...counted,
      type,
      reason,
      message: isOneOfMany ? `(combined from similar events): ${message}` : message,
      at,
    };
    this.#waiting++;
    this.#last = this.#last.then(async () => {
      try {
        await this.#write(subject, said);
      } catch (error) {
        logger.v(2).info("An event was not written", { reason, message, error: String(error) });
      } finally {
        this.#waiting--;
      }
    });
  }

  /** Counts what is told, by a key that is the same for what is the same event. */
  #countOf(
    key: string,
    { namespace, name = "" }: Pick<coreV1.ObjectReference, "namespace" | "name">,
    at: string,
  ): Counted {
    const before = this.#counted.get(key) ?? {
      name: this.#names.next(name),
      namespace: namespace || "default",
      firstTimestamp: at,
      count: 0,
    };
    const counted = { ...before, count: before.count + 1 };
    this.#counted.set(key, counted);
    return counted;
  }

  async #write(subject: Subject, said: Said): Promise<void> {
    // One that is gone comes back as it was counted: things go on for longer than events are kept.
    if (said.count > 1 && await this.#raise(said)) return;
    const { namespace, name, type, reason, message, at, firstTimestamp, count } = said;
    const { client, component, host } = this.#options;
    const event = {
      metadata: { namespace, name },
      involvedObject: referenceTo(subject),
      type,
      reason,
      message,
      source: { component, ...(host !== undefined && { host }) },
      reportingComponent: component,
      ...(host !== undefined && { reportingInstance: host }),
      firstTimestamp,
      lastTimestamp: at,
      count,
    };
    await ensureExists(client, coreV1.Event, event, { replayable: true });
  }

  /** Raises the count of an event; false where it is not there. */
  async #raise({ name, namespace, count, message, at }: Said): Promise<boolean> {
    try {
      const { client } = this.#options;
      const patch = { count, lastTimestamp: at, message };
      await client.patch(coreV1.Event, { namespace, name }, patch, { replayable: true });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

function referenceTo({ apiVersion, kind, metadata, fieldPath }: Subject): coreV1.ObjectReference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    ...(kind !== undefined && { kind }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(uid !== undefined && { uid }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(fieldPath !== undefined && { fieldPath }),
  };
}
