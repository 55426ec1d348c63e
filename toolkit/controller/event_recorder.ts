/**
 * Events about objects. The same one again is not another event but counted in a series.
 *
 * @module
 */

import type { eventsV1 } from "../kinds/built_in.ts";
import type { CallOptions } from "../client/mod.ts";
import type { ServerClient } from "../client/server_client.ts";
import { isNotFound } from "../errors/mod.ts";
import { Event } from "../kinds/built_in.ts";
import type { KubeObject } from "../kinds/mod.ts";
import { RecentMap } from "../recent_map.ts";
import { printMicroTime, timeOfMs } from "../values/mod.ts";
import type { EventOptions } from "./context.ts";
import { EventRate } from "./event_rate.ts";

/** What is said about an object. */
export interface SaidEvent extends EventOptions {
  readonly reason: string;
  readonly note: string;
}

/** What was recorded of one kind of event about one object. */
interface Series {
  readonly namespace: string;
  readonly name: string;
  count: number;
  last: number;
}

/** After so long without another one, it is a new event. */
const SERIES_MS = 6 * 60_000;
/** Of so many kinds of events it is known that they came before. */
const SERIES_LIMIT = 4096;
/** The API takes no longer ones. */
const NOTE_LIMIT_BYTES = 1024;
const NAME_LIMIT = 253;
/** A run waits no longer for what it has said to be written. */
const ANSWER_TIMEOUT = "30s";

/** Writes events in the name of one controller. */
export class EventRecorder {
  readonly #client: ServerClient;
  readonly #controller: string;
  readonly #instance: string;
  readonly #series = new RecentMap<string, Series>(SERIES_LIMIT);
  readonly #rate = new EventRate();
  #order = 0;

  /** `instance`: which of several processes it is. */
  constructor(client: ServerClient, controller: string, instance: string) {
    this.#client = client;
    this.#controller = controller;
    this.#instance = instance;
  }

  /**
   * Writes one; false where there were too many about the object. Rejects where the server does not take
   * it, or does not answer in time.
   */
  async record(regarding: KubeObject, said: SaidEvent, signal?: AbortSignal): Promise<boolean> {
    const call: CallOptions = { signal, timeout: ANSWER_TIMEOUT };
    const { reason, note, type = "Normal", action = "Reconcile", related } = said;
    const { clock } = this.#client.options;
    if (!this.#rate.allows(regarding.metadata?.uid ?? "", clock.monotonic())) return false;
    const now = clock.now();
    const key = JSON.stringify([regarding.metadata?.uid, reason, note, type, action]);
    const known = this.#series.get(key);
    if (known !== undefined && now - known.last < SERIES_MS) {
      known.count++;
      known.last = now;
      if (await this.#count(known, now, call)) return true;
    }
    const namespace = regarding.metadata?.namespace || "default";
    const suffix = `.${now.toString(16)}${(this.#order++).toString(16)}`;
    // Of a name that is cut a hyphen or dot may be last, where none may be.
    const start = regarding.metadata?.name?.slice(0, NAME_LIMIT - suffix.length) ?? "";
    const name = `${start.replace(/[^a-z0-9]+$/i, "")}${suffix}`;
    await this.#client.create(Event, {
      metadata: { namespace, name },
      eventTime: microTime(now),
      reportingController: this.#controller,
      reportingInstance: this.#instance,
      action,
      reason,
      type,
      note: shortened(note),
      regarding: referenceTo(regarding),
      ...(related !== undefined && { related: referenceTo(related) }),
    }, call);
    this.#series.set(key, { namespace, name, count: 1, last: now });
    return true;
  }

  /** Adds to a series; false where its event is gone. */
  async #count(
    { namespace, name, count }: Series,
    now: number,
    call: CallOptions,
  ): Promise<boolean> {
    try {
      await this.#client.patch(Event, { namespace, name }, {
        series: { count, lastObservedTime: microTime(now) },
      }, call);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

function microTime(ms: number): string {
  return printMicroTime(timeOfMs(ms));
}

type Reference = NonNullable<eventsV1.Event["regarding"]>;

function referenceTo({ apiVersion = "", kind = "", metadata = {} }: KubeObject): Reference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    ...(namespace && { namespace }),
    ...(name && { name }),
    ...(uid && { uid }),
    ...(resourceVersion && { resourceVersion }),
  };
}

function shortened(note: string): string {
  const bytes = new TextEncoder().encode(note);
  if (bytes.length <= NOTE_LIMIT_BYTES) return note;
  const { read } = new TextEncoder().encodeInto(note, new Uint8Array(NOTE_LIMIT_BYTES - 3));
  return `${note.slice(0, read)}…`;
}
