/**
 * Objects whose stored values can't be read. Nobody is told that they are not there: whoever lists
 * or watches them would act as if they had been deleted. Reads of a collection with one in it fail,
 * and name it, until it is readable again or deleted for what it is.
 *
 * @module
 */

import { StatusError } from "../../toolkit/errors/mod.ts";
import type { ServedResource } from "./served_resource.ts";
import type { ResourceStorage } from "./resource_storage.ts";

/** Most objects that one answer names. */
const NAMED = 100;

/** Throws a 500 when an object under `prefix`, or the one at `key`, can't be read. */
export function refuseUnreadable(
  resource: ServedResource,
  { cache, prefix: all }: ResourceStorage,
  prefix: string,
  key?: string,
): void {
  const { corrupt } = cache;
  if (corrupt.size === 0) return;
  const keys = key === undefined
    ? [...corrupt.keys()].filter((one) => one.startsWith(prefix))
    : corrupt.has(key)
    ? [key]
    : [];
  if (keys.length > 0) throw unreadable(resource, keys.map((one) => one.slice(all.length)));
}

/** The 500 for objects that can't be read; `places` are `NAMESPACE/NAME`, or `NAME`. */
export function unreadable(resource: ServedResource, places: readonly string[]): StatusError {
  const causes = places.slice(0, NAMED).map((place) => ({
    reason: "UnexpectedServerResponse",
    message: "its stored value can't be read",
    field: place,
  }));
  return new StatusError({
    code: 500,
    reason: "StorageReadError",
    message: `failed to read one or more ${resource.resource} from the storage: ` +
      `${places.length} can't be read, the first of them ${places[0]}`,
    details: { group: resource.group, kind: resource.resource, causes },
  });
}
