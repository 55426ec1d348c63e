/**
 * Where the objects of a resource have what is their scale.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** Reads and changes the scale within an object. */
export interface ScalePlace {
  read(object: JsonObject): {
    /** Undefined where the object has no such field. */
    readonly wanted: number | undefined;
    readonly there: number;
    /** As a text; "" for none. */
    readonly selector: string;
  };
  /** The object with another number of replicas wanted; the one that is given stays as it is. */
  write(object: JsonObject, wanted: number): JsonObject;
  /** The names of the fields that lead to the number of replicas wanted; undefined for versions without a scale. */
  wantedAt(apiVersion: string): readonly string[] | undefined;
}
