/**
 * Deleting all objects of a selection.
 *
 * @module
 */

import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { ListContent } from "../bodies/list_body.ts";
import { deleteObject, type DeleteOptions } from "./delete.ts";
import { listObjects, type ListRequest } from "./list.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { Representation } from "../bodies/representation.ts";
import type { WriteRequest } from "./write_request.ts";

/** Deletions of a worker that nobody refuses and that are not done: the store makes one commit of them. */
const UNDER_WAY = 16;

/**
 * Deletes what `chosen` lists, and returns it as it was before. Each worker asks about one object after the other,
 * and goes on while those that were admitted are deleted. What somebody else deletes meanwhile is none of its
 * failures; the first other one ends it: nothing more is begun.
 */
export async function deleteCollection(
  request: WriteRequest,
  chosen: ListRequest,
  options: DeleteOptions,
  workers: number,
): Promise<ListContent> {
  const { target, signal } = request;
  const list = await listObjects(target, chosen, signal);
  const waiting = list.entries.values();
  let failure: { readonly error: unknown } | undefined;
  const remove = async (entry: Representation, admitted: () => void) => {
    try {
      signal.throwIfAborted();
      const { namespace = "", name = "" } = metadataOf(objectOf(entry));
      const one = { ...request, target: { ...target, namespace, name } };
      await deleteObject(one, { ...options, isOneOfMany: true }, admitted);
    } catch (error) {
      if (statusErrorOf(error)?.reason !== "NotFound") failure ??= { error };
    }
  };
  const work = async () => {
    const underWay = new Set<Promise<void>>();
    for (const entry of waiting) {
      const admitted = Promise.withResolvers<void>();
      const removed = remove(entry, admitted.resolve).finally(() => underWay.delete(removed));
      underWay.add(removed);
      await Promise.race([admitted.promise, removed]);
      if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
      if (failure !== undefined) break;
    }
    await Promise.all(underWay);
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
  if (failure !== undefined) throw failure.error;
  return list;
}
