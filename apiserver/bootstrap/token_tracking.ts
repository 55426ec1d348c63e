/**
 * The config map that says since when the use of old service account tokens is tracked: whoever
 * cleans such tokens up goes by it.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable, Running } from "../../toolkit/runnable.ts";
import { createOrUpdateObject, ensureObject, type ObjectPlace } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import { objectOf } from "../resource/object_coder.ts";
import { followChanges } from "../storage/cache/mod.ts";

/** What keeping it takes. */
export interface TokenTrackingOptions {
  readonly server: ServerContext;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called whenever it has been seen to. */
  tried?(): void;
}

/** The field that holds the date. */
const SINCE = "since";

/**
 * Between two that this server makes. Where replicas differ in whether they track, they do not
 * make and delete it in turns.
 */
export const CREATION_INTERVAL_MS = 30 * 60_000;

/** Makes the config map, and makes it anew when it goes or no longer holds a date. */
export class TokenTracking implements Runnable {
  readonly name = "token tracking";
  readonly #options: TokenTrackingOptions;
  /** When this server may make one. */
  #mayCreateAt = -Infinity;

  constructor(options: TokenTrackingOptions) {
    this.#options = options;
  }

  /** Keeps it. */
  async run({ signal }: Running): Promise<void> {
    const { server: { source, dialect }, clock, logger, tried } = this.#options;
    const resource = source.find("", "v1", "configmaps");
    const storage = resource?.storage;
    // Without config maps there is nothing to keep.
    if (resource === undefined || storage === undefined) return tried?.();
    const names = NAMES[dialect];
    const place = {
      resource,
      namespace: names.namespaceSystem,
      name: names.configMapTokenTracking,
    };
    const key = storage.key(place.namespace, place.name);
    const keep = async () => {
      const entry = storage.cache.get(key);
      const againMs = await this.#keep(place, entry && objectOf(entry), signal);
      tried?.();
      return againMs;
    };
    await followChanges(storage.cache, keep, {
      clock,
      signal,
      scope: { key },
      failed: (error) => {
        // Nobody waits for it: who refuses it may be there only once the server is ready.
        tried?.();
        logger.error("The start date of token tracking can't be stored; retrying", error);
      },
    });
  }

  /** Sees to it once; the milliseconds until it is to be seen to again, if by nothing else. */
  async #keep(
    place: ObjectPlace,
    current: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { server, clock } = this.#options;
    if (current === undefined) {
      const waitMs = this.#mayCreateAt - clock.monotonic();
      if (waitMs > 0) return waitMs;
      const data = { [SINCE]: this.#today() };
      const object = { kind: "ConfigMap", apiVersion: "v1", metadata: {}, data };
      await ensureObject(server.client, place, object, signal);
      this.#mayCreateAt = clock.monotonic() + CREATION_INTERVAL_MS;
    } else if (!isDated(current)) {
      // One that goes meanwhile is made like any other.
      await createOrUpdateObject(
        server.client,
        place,
        (now) => Promise.resolve(this.#dated(now)),
        signal,
      );
    }
    return undefined;
  }

  #dated(current: JsonObject | undefined): JsonObject {
    if (current !== undefined && isDated(current)) return current;
    const data = { ...current?.data as JsonObject, [SINCE]: this.#today() };
    return { ...current ?? { kind: "ConfigMap", apiVersion: "v1", metadata: {} }, data };
  }

  /** The day in UTC. */
  #today(): string {
    return new Date(this.#options.clock.now()).toISOString().slice(0, 10);
  }
}

function isDated({ data }: JsonObject): boolean {
  const text = (data as JsonObject | undefined)?.[SINCE];
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // A day that its month does not have is taken for one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
