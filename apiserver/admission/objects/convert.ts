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
  const stored = await from.converter?.toStored(object) ?? object;
  const { converter } = to;
  if (converter === undefined) {
    return { ...stored, kind: to.kind, apiVersion: formatApiVersion(to.group, to.version) };
  }
  if (converter.manyFromStored === undefined) return converter.fromStored(stored);
  const [converted] = await converter.manyFromStored([stored], signal);
  return converted ?? stored;
}
