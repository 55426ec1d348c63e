/**
 * Where the objects of a resource are, whether somebody has asked for them before or not.
 *
 * @module
 */

import type { ResourceStorage } from "./resource_storage.ts";
import type { ServedResource } from "./served_resource.ts";

/**
 * The storage of a resource, opened where that waits for somebody to ask; undefined for a virtual
 * resource.
 */
export async function openStorage(resource: ServedResource): Promise<ResourceStorage | undefined> {
  if (resource.isVirtual) return undefined;
  const storage = resource.storage ?? await resource.open?.();
  if (storage === undefined) throw new Error(`the storage of ${resource.resource} can't be opened`);
  return storage;
}
