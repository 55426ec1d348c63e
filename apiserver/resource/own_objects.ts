/**
 * Objects that the server itself makes and keeps.
 *
 * @module
 */

import { createOrUpdate, ensureExists, type Writer } from "../../toolkit/client/mod.ts";
import type { AnyKind, AnyObject, Draft, Kind } from "../../toolkit/kinds/mod.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { ServedResource } from "./served_resource.ts";

/** A resource, and the place of one of its objects. */
export interface ObjectPlace {
  readonly resource: ServedResource | undefined;
  readonly namespace: string;
  readonly name: string;
}

/** The kind of a resource's objects, as clients name it. */
export function kindOf(resource: ServedResource): Kind<AnyObject> {
  const { group, version, kind, resource: plural, namespaced } = resource;
  return { group, version, kind, plural, namespaced };
}

/** Makes an object unless it is there; nothing where its resource is not served. */
export async function ensureObject(
  writer: Writer,
  { resource, namespace, name }: ObjectPlace,
  object: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const storage = resource?.storage;
  if (resource === undefined || storage === undefined) return;
  if (storage.cache.get(storage.key(namespace, name)) !== undefined) return;
  await ensureExists(writer, kindOf(resource), placed(object, namespace, name), { signal });
}

/**
 * Brings an object into the state that `change` gives, made where it is missing; nothing where its
 * resource is not served. What `change` finds out is never older than the object that it is written
 * over: it is asked anew when another replica was faster.
 */
export async function createOrUpdateObject(
  writer: Writer,
  { resource, namespace, name }: ObjectPlace,
  change: (current: JsonObject | undefined) => Promise<JsonObject>,
  signal: AbortSignal,
): Promise<void> {
  if (resource?.storage === undefined) return;
  await createOrUpdate<AnyKind>(
    writer,
    kindOf(resource),
    { namespace, name },
    async (current) => placed(await change(current as JsonObject), namespace, name),
    async () => placed(await change(undefined), namespace, name),
    { signal },
  );
}

/**
 * Waits for work that goes on at once, so that a store may write it together: until all of it is over, and
 * nothing of it is left when it is tried again. Rejects with the first that failed.
 */
export async function together(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}

function placed(object: JsonObject, namespace: string, name: string): Draft<AnyObject> {
  const metadata = {
    ...object.metadata as JsonObject,
    name,
    ...(namespace !== "" && { namespace }),
  };
  return { ...object, metadata };
}
