/**
 * The objects of a definition that is being deleted: they go first.
 *
 * @module
 */

import { kindOf } from "../resource/own_objects.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import type { ServerContext } from "../server_context.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import { Conflict } from "../storage/mod.ts";
import type { Definition } from "./definition.ts";
import type { CustomSource } from "./source.ts";

/** Deletes all objects of a definition as far as nothing holds them; how many are left. */
export async function deleteInstances(
  server: ServerContext,
  source: CustomSource,
  definition: Definition,
  signal: AbortSignal,
): Promise<number> {
  const storage = await source.storageOf(definition);
  if (storage === undefined) return 0;
  const { group, accepted: { plural = "" } } = definition;
  // What is built in under the same path is not what is to go.
  const [resource] = definition.versions.flatMap(({ name: version }) => {
    const own = source.find(group, version, plural);
    return own !== undefined && server.source.find(group, version, plural) === own ? [own] : [];
  });
  await storage.waitUntilFresh(signal);
  for (const entry of storage.cache.entries()) {
    signal.throwIfAborted();
    const { namespace = "", name = "" } = metadataOf(objectOf(entry));
    try {
      if (resource === undefined) await deleteUnseen(storage, entry);
      else await server.client.delete(kindOf(resource), { namespace, name }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  await storage.waitUntilFresh(signal);
  return storage.cache.size;
}

/** Deletes an object that nobody can see, as no version of it is served; not what finalizers hold. */
async function deleteUnseen(storage: ResourceStorage, entry: CachedObject): Promise<void> {
  const { finalizers = [] } = metadataOf(objectOf(entry));
  if (finalizers.length > 0) return;
  try {
    await storage.delete(entry);
  } catch (error) {
    // It has changed meanwhile: it is looked at once more.
    if (!(error instanceof Conflict)) throw error;
  }
}
