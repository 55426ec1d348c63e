/**
 * Objects on their way between resources that show the same ones.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";

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
