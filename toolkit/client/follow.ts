/**
 * Watching for ever.
 *
 * @module
 */

import { ObjectCache, ObjectStore } from "../cache/mod.ts";
import { StatusError } from "../errors/mod.ts";
import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import { reflect } from "../reflector/reflect.ts";
import { CallSignal } from "./call_signal.ts";
import type { WatchEvent } from "./client.ts";
import { objectSource } from "./object_source.ts";
import type { ListOptions } from "./reader.ts";
import type { ServerClient } from "./server_client.ts";

const TYPES = { Added: "ADDED", Updated: "MODIFIED", Deleted: "DELETED" } as const;
const NEVER = new AbortController().signal;

/** See `Client.watch()`. */
export async function* follow<K extends AnyKind>(
  client: ServerClient,
  kind: K,
  options: ListOptions = {},
): AsyncGenerator<WatchEvent<ObjectOf<K>>, void> {
  const { clock, random, logger } = client.options;
  using call = new CallSignal(options, clock, client.http.ends);
  const { signal = NEVER } = call;
  // Kept as bytes: what is gone is told of with its last state.
  const selective = options.labelSelector !== undefined || options.fieldSelector !== undefined;
  const cache = new ObjectCache({ store: new ObjectStore(), selective });
  const decode = await client.http.decoder(kind);
  let synced = false;
  const steps = reflect<ObjectOf<K>>({
    source: objectSource(client.http, kind, options),
    cache,
    keep: (received) => ({
      key: received.key,
      uid: received.uid,
      revision: received.revision,
      bytes: received.bytes(),
    }),
    signal,
    clock,
    random,
    stats: { lists: 0, watches: 0, heardAt: clock.monotonic() },
    failed(error, waitMs) {
      if (!synced && isRefusal(error)) throw error;
      logger.warning("A watch goes on after a failure", {
        kind: kind.kind,
        error: String(error),
        waitMs: Math.round(waitMs),
      });
    },
  });
  for await (const step of steps) {
    if (step.type === "synced") {
      synced = true;
      yield { type: "SYNCED", resourceVersion: cache.revision };
    } else {
      for (const { type, object, previous } of step.deltas) {
        const { bytes } = object ?? previous!;
        yield { type: TYPES[type], object: decode(bytes) };
      }
    }
  }
}

/** What no waiting mends: the request is wrong, not allowed, or about nothing. */
function isRefusal(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof StatusError && error.code >= 400 && error.code < 500 &&
    ![408, 410, 429].includes(error.code);
}
