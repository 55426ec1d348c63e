/**
 * Where the objects of a resource have what is their scale.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** Reads and changes the scale within an object. */
export interface ScalePlace {
  read(object: JsonObject): {
    readonly wanted: number;
    readonly there: number;
    /** As a text; "" for none. */
    readonly selector: string;
  };
  /** The object with another number of replicas wanted; the one that is given stays as it is. */
  write(object: JsonObject, wanted: number): JsonObject;
  /** The object without any number of replicas wanted; the one that is given stays as it is. */
  without(object: JsonObject): JsonObject;
}
