/**
 * The objects of a definition that is being deleted: they go first.
 *
 * @module
 */

import { openStorage } from "../resource/open_storage.ts";
import { kindOf } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { Definition } from "./definition.ts";

/** Deletes all objects of a definition as far as nothing holds them; how many are left. */
export async function deleteInstances(
  server: ServerContext,
  definition: Definition,
  signal: AbortSignal,
): Promise<number> {
  const { group, accepted: { plural = "" } } = definition;
  const version = definition.versions.find(({ served }) => served);
  // Of a definition whose versions are all off the objects stay where they are, unseen.
  const resource = version && server.source.find(group, version.name, plural);
  if (resource === undefined) return 0;
  const storage = await openStorage(resource);
  if (storage === undefined) return 0;
  await storage.waitUntilFresh(signal);
  for (const entry of storage.cache.entries()) {
    signal.throwIfAborted();
    const { namespace = "", name = "" } = metadataOf(objectOf(entry));
    try {
      await server.client.delete(kindOf(resource), { namespace, name }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  await storage.waitUntilFresh(signal);
  return storage.cache.size;
}
