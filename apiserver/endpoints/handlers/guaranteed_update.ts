/**
 * Changes that the server makes to objects by itself, not for a client's sake.
 *
 * @module
 */

import { retryOnConflict } from "../../../toolkit/client/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { notFound } from "../../../toolkit/errors/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { fromStore } from "../../resource/store_errors.ts";
import { Conflict } from "../../storage/mod.ts";

/** What is to be changed. */
export interface GuaranteedUpdateOptions {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Changes the newest state of an object, computed anew as long as others are faster and the signal allows.
 * `change` is told the revision of what it changes. Returns the object's revision, which a dry run leaves as it was.
 */
export async function guaranteedUpdate(
  { resource, namespace, name, dryRun, signal }: GuaranteedUpdateOptions,
  change: (object: JsonObject, revision: number) => void,
): Promise<number> {
  const { storage } = resource;
  if (storage === undefined) throw notFound(resource, name);
  const key = storage.key(namespace, name);
  try {
    return await retryOnConflict(
      async () => {
        await storage.waitUntilFresh(signal);
        const entry = storage.cache.get(key);
        if (entry === undefined) throw notFound(resource, name);
        if (entry.corrupt !== undefined) throw entry.corrupt;
        const object = objectOf(entry);
        change(object, entry.revision);
        return dryRun ? entry.revision : (await storage.update(entry, object)).revision;
      },
      (error) => error instanceof Conflict,
      signal,
      Infinity,
    );
  } catch (error) {
    throw fromStore(error, resource, name, "update");
  }
}
