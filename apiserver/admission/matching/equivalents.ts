/**
 * Resources that are the same objects in other versions or groups.
 *
 * @module
 */

import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ServedResource } from "../../resource/served_resource.ts";

/** Finds the resources that show the same objects as that of a request. */
export type Equivalents = () => readonly ServedResource[];

/** The other resources that show the same objects, or the same part of them. */
export function equivalentsOf(
  source: Pick<ResourceSource, "all">,
  resource: ServedResource,
  subresource: string,
): ServedResource[] {
  return source.all().filter((one) =>
    one !== resource && showsSame(one, resource) &&
    (subresource === "" || one.subresources.has(subresource))
  );
}

function showsSame(one: ServedResource, other: ServedResource): boolean {
  if (one.group === other.group && one.resource === other.resource) {
    return one.version !== other.version;
  }
  return one.storage !== undefined && one.storage === other.storage;
}
