/**
 * Deleting all objects of a selection.
 *
 * @module
 */

import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { Shown } from "../codec/shown.ts";
import { deleteObject, type DeleteOptions } from "./delete.ts";
import type { Selection } from "./selection.ts";
import { fromStore } from "./store_errors.ts";
import type { WriteRequest } from "./write_request.ts";

/**
 * Deletes what is there now and chosen, `workers` at a time, and returns it as it was before. What
 * somebody else deletes meanwhile is none of its failures; the first other one ends it.
 */
export async function deleteCollection(
  request: WriteRequest,
  selection: Selection,
  options: DeleteOptions,
  workers: number,
): Promise<Shown[]> {
  const { target, signal } = request;
  const { storage, resource, namespace } = target;
  const { filter, index } = selection;
  let entries;
  try {
    await storage.fresh(signal);
    const prefix = storage.namespacePrefix(namespace);
    ({ entries } = await storage.cache.list({ prefix, ...(filter && { filter }), index }));
  } catch (error) {
    throw fromStore(error, resource, "");
  }
  const waiting = entries.values();
  const work = async () => {
    for (const { key } of waiting) {
      signal.throwIfAborted();
      const place = key.slice(storage.prefix.length);
      const slash = place.indexOf("/");
      const one = {
        ...target,
        namespace: slash < 0 ? "" : place.slice(0, slash),
        name: place.slice(slash + 1),
      };
      try {
        await deleteObject({ ...request, target: one }, options);
      } catch (error) {
        if (statusErrorOf(error)?.reason !== "NotFound") throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
  return [...entries];
}
