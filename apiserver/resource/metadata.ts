/**
 * The metadata that all objects have.
 *
 * @module
 */

import type { ObjectMeta } from "../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** The metadata of an object that generic code changes. */
export type Metadata = { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] | undefined };

/** An object's metadata, which is there from then on. */
export function metadataOf(object: JsonObject): Metadata {
  const { metadata } = object;
  if (typeof metadata === "object" && metadata !== null) return metadata as Metadata;
  return object.metadata = {} as Metadata;
}
