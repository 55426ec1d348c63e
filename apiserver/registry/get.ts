/**
 * Reading one object.
 *
 * @module
 */

import { notFound } from "../../toolkit/errors/mod.ts";
import { type Representation, representationOf } from "../bodies/representation.ts";
import type { Consistency } from "../resource/resource_version.ts";
import { storageKey, type Target } from "../resource/target.ts";
import { fromStore } from "../resource/store_errors.ts";

/** Whose reading may be broken off. A signal is made when it is asked for: most readings wait for nothing. */
export interface Reader {
  readonly signal: AbortSignal;
}

/** The object of a target. Throws 404, 410, 504. */
export async function getObject(
  target: Target,
  consistency: Consistency,
  reader: Reader,
): Promise<Representation> {
  const { storage, resource, name } = target;
  const key = storageKey(target);
  try {
    if (consistency.is === "exact") {
      await storage.waitForRevision(consistency.revision, reader.signal);
      const found = await storage.getAt(key, consistency.revision, reader.signal);
      if (found === undefined) throw notFound(resource, name);
      return representationOf(found.json);
    }
    if (consistency.is === "newest") {
      if (storage.isFresh) storage.measures.cache.foundFresh();
      else await storage.waitUntilFresh(reader.signal);
    }
    if (consistency.is === "notOlderThan") {
      await storage.waitForRevision(consistency.revision, reader.signal);
    }
  } catch (error) {
    throw fromStore(error, resource, name, "get");
  }
  const entry = storage.cache.get(key);
  if (entry === undefined) throw notFound(resource, name);
  if (entry.corrupt !== undefined) throw fromStore(entry.corrupt, resource, name, "get");
  return entry;
}
