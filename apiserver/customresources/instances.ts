/**
 * The objects of a definition that is being deleted: they go first.
 *
 * @module
 */

import { ownRequest } from "../endpoints/own_request.ts";
import type { Services } from "../endpoints/services.ts";
import { deleteObject } from "../registry/delete.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { Definition } from "./definition.ts";

/** Deletes all objects of a definition as far as nothing holds them; how many are left. */
export async function deleteInstances(
  services: Services,
  definition: Definition,
  signal: AbortSignal,
): Promise<number> {
  const { group, accepted: { plural = "" } } = definition;
  const version = definition.versions.find(({ served }) => served);
  // Of a definition whose versions are all off the objects stay where they are, unseen.
  const resource = version && services.source.find(group, version.name, plural);
  if (resource === undefined) return 0;
  const storage = resource.storage ?? await resource.open?.();
  if (storage === undefined) return 0;
  await storage.fresh(signal);
  for (const entry of storage.cache.entries()) {
    signal.throwIfAborted();
    const { namespace = "", name = "" } = metadataOf(objectOf(entry));
    const request = ownRequest(services, { resource, namespace, name }, signal);
    if (request === undefined) continue;
    try {
      await deleteObject(request, {});
    } catch (error) {
      if (statusErrorOf(error)?.reason !== "NotFound") throw error;
    }
  }
  await storage.fresh(signal);
  return storage.cache.size;
}
