/**
 * What writes of a part of a pod's specification have in common.
 *
 * @module
 */

import type { PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { equalStored } from "../../../resource/equal_stored.ts";

/** Takes back what a write did to labels, annotations and all else that is not of the part. */
export function keepMetadata(object: JsonObject, old: JsonObject): void {
  const { managedFields, resourceVersion } = (object.metadata ?? {}) as JsonObject;
  object.metadata = {
    ...old.metadata as JsonObject,
    ...(managedFields !== undefined && { managedFields }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

/** A change of what the pod is to be counts, through whichever door it came. */
export function grow(
  object: { metadata?: unknown },
  old: { metadata?: unknown; spec?: unknown },
  spec: PodSpec,
): void {
  if (equalStored(spec, old.spec)) return;
  const metadata = object.metadata as { generation?: number };
  const { generation } = old.metadata as { generation?: number };
  metadata.generation = Number(generation ?? 0) + 1;
}
