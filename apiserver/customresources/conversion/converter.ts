/**
 * From the version that an object is stored in to the one that a client speaks, and back.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";

/** Turns objects of a definition from one version into another. */
export interface Converter {
  /** Objects of any versions as `apiVersion` has them, in their order. */
  convert(
    objects: readonly JsonObject[],
    apiVersion: string,
    signal: AbortSignal,
  ): Promise<JsonObject[]>;
  /** The same of one object, at once; undefined where that takes asking somebody. */
  readonly convertOne: ((object: JsonObject, apiVersion: string) => JsonObject) | undefined;
}

/** Versions that differ in their name alone. */
export const SAME_FIELDS: Converter = {
  convertOne: (object, apiVersion) => ({ ...object, apiVersion }),
  convert: (objects, apiVersion) =>
    Promise.resolve(objects.map((object) => ({ ...object, apiVersion }))),
};
