/**
 * Making informers.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { ServerClient } from "../client/server_client.ts";
import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import type { Informer, InformerOptions } from "./informer.ts";
import { RunningInformer } from "./running_informer.ts";

/**
 * An informer of a kind, which reads as the client does and is not started yet.
 *
 * ```ts ignore
 * await using pods = createInformer(client, Pod, { indexes: [podsOfNode] });
 * await pods.start();
 * pods.lister.by(podsOfNode, "node-1").length;
 * ```
 */
export function createInformer<K extends AnyKind>(
  client: Client,
  kind: K,
  options: InformerOptions<ObjectOf<K>> = {},
): Informer<ObjectOf<K>> {
  if (!(client instanceof ServerClient)) {
    throw new TypeError("createInformer: the client was not made by createClient()");
  }
  return new RunningInformer<ObjectOf<K>>(client, kind, options);
}
