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
import type { WriteRequest } from "./write_request.ts";

/** Objects that a worker deletes together: the store makes one commit of them. */
const TOGETHER = 16;

/**
 * Deletes what `chosen` lists, and returns it as it was before. What somebody else deletes meanwhile is none
 * of its failures; the first other one ends it.
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
  const remove = async () => {
    for (const entry of waiting) {
      signal.throwIfAborted();
      const { namespace = "", name = "" } = metadataOf(objectOf(entry));
      try {
        await deleteObject({ ...request, target: { ...target, namespace, name } }, options);
      } catch (error) {
        if (statusErrorOf(error)?.reason !== "NotFound") throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) * TOGETHER }, remove));
  return list;
}
