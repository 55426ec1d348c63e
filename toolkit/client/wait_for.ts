/**
 * Waiting until an object is as somebody wants it.
 *
 * @module
 */

import { type AnyKind, type ObjectOf, placeOf, type Ref } from "../kinds/mod.ts";
import { CallSignal } from "./call_signal.ts";
import { follow } from "./follow.ts";
import type { CallOptions } from "./reader.ts";
import type { ServerClient } from "./server_client.ts";

/** See `Client.waitFor()`. */
export async function waitFor<K extends AnyKind>(
  client: ServerClient,
  kind: K,
  ref: Ref,
  until: (object: ObjectOf<K> | undefined) => boolean,
  options: CallOptions = {},
): Promise<ObjectOf<K> | undefined> {
  const { namespace = client.namespace, signal, timeout } = options;
  const { clock } = client.options;
  using call = new CallSignal({ signal, timeout }, clock, client.http.ends);
  const place = placeOf(kind, ref, namespace);
  let object: ObjectOf<K> | undefined;
  let synced = false;
  const events = follow(client, kind, {
    namespace: place.namespace,
    fieldSelector: { "metadata.name": place.name },
    signal: call.signal,
  });
  for await (const event of events) {
    if (event.type === "SYNCED") synced = true;
    else object = event.type === "DELETED" ? undefined : event.object;
    if (synced && until(object)) return object;
  }
  call.signal?.throwIfAborted();
  throw new Error("the watch ended although nobody ended it");
}
