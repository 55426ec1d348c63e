/**
 * Changes of who owns an object, and of nothing that it says.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { metadataOf } from "./metadata.ts";

/** Whether no more changes than owners and finalizers, which collecting garbage has to change. */
export function changesOnlyOwnership(object: JsonObject, old: JsonObject | undefined): boolean {
  if (old === undefined) return false;
  const rest = (one: JsonObject) => {
    const {
      ownerReferences: _owners,
      finalizers: _finalizers,
      managedFields: _fields,
      ...metadata
    } = metadataOf(one);
    return { ...one, metadata };
  };
  return equalJson(rest(object), rest(old));
}
