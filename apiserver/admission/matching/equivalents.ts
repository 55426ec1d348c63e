/**
 * Resources that are the same objects in other versions or groups, and objects on their way between
 * them.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { ServedResource } from "../../registry/served_resource.ts";

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

/** An object of one resource as another one that is equivalent shows it. */
export async function convertObject(
  object: JsonObject,
  from: ServedResource,
  to: ServedResource,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (from === to) return object;
  const stored = await from.view?.toStored(object) ?? object;
  const { view } = to;
  if (view === undefined) {
    return { ...stored, kind: to.kind, apiVersion: formatApiVersion(to.group, to.version) };
  }
  if (view.manyFromStored === undefined) return view.fromStored(stored);
  const [converted] = await view.manyFromStored([stored], signal);
  return converted ?? stored;
}
