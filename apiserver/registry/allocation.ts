/**
 * Writes of objects for which something has to be allocated first.
 *
 * @module
 */

import { retryOnConflict } from "../../toolkit/client/mod.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { alreadyExists, serverTimeout } from "../../toolkit/errors/mod.ts";
import type { Allocation } from "../resource/allocator.ts";
import { metadataOf } from "../resource/metadata.ts";
import { Conflict, type Op, Unavailable } from "../storage/mod.ts";
import type { WriteRequest } from "./write_request.ts";

const RETRY_AFTER_SECONDS = 1;
const NO_OPS: readonly Op[] = [];

/**
 * Runs `write` with the object that has all it needs. `object` is undefined where the write removes
 * it. Whatever part of an object a write through a subresource changes, it needs nothing more.
 */
export async function withAllocation<
  O extends JsonObject | undefined,
  R extends { readonly revision: number },
>(
  request: WriteRequest,
  object: O,
  old: JsonObject | undefined,
  write: (object: O, ops: readonly Op[]) => Promise<R>,
): Promise<R> {
  const { target, tools, dryRun, signal, warnings } = request;
  const { resource, subresource } = target;
  const allocator = tools.allocators?.get(nameOf(resource));
  if (allocator === undefined || (object !== undefined && subresource !== undefined)) {
    return await write(object, NO_OPS);
  }
  if (object !== undefined && old === undefined) await refuseTwice(request, object);
  const said = warnings.length;
  const lost = serverTimeout(resource, "write", RETRY_AFTER_SECONDS);
  const attempt = async (count: number): Promise<R> => {
    warnings.length = said;
    const allocation = await allocator.allocate({ object, old, dryRun, again: count > 1, signal });
    let result: R;
    try {
      result = await write(allocation.object as O, allocation.ops);
    } catch (error) {
      const unsure = error instanceof Unavailable && error.outcome === "unknown";
      if (unsure) allocation.abandon();
      else await allocation.rollback();
      throw lostARace(error, allocation) ? lost : error;
    }
    await allocation.commit(result.revision);
    return result;
  };
  return await retryOnConflict(attempt, (error) => error === lost, signal);
}

/** Throws where the object that is to be made is there: nothing is taken for such a one. */
async function refuseTwice({ target, signal }: WriteRequest, object: JsonObject): Promise<void> {
  const { storage, resource, namespace } = target;
  const { name = "" } = metadataOf(object);
  const key = storage.key(namespace, name);
  if (storage.cache.get(key) === undefined) return;
  // The cache may be behind.
  await storage.waitUntilFresh(signal);
  if (storage.cache.get(key) !== undefined) throw alreadyExists(resource, name);
}

function nameOf({ group, resource }: { group: string; resource: string }): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Whether somebody else took what was chosen, before the object could be written with it. */
function lostARace(error: unknown, { ops }: Allocation): boolean {
  return error instanceof Conflict && ops.some(({ key }) => key === error.key);
}
