/**
 * How lists show devices and claims of them.
 *
 * @module
 */

import type { ResourceClaim, ResourceSlice } from "../../../toolkit/api/resource_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

/** Of kinds that show their age only. */
export const AGE_COLUMNS = columnsOf(NAME_COLUMN, AGE_COLUMN);

function stateOf(object: JsonObject): string {
  const { status } = object as unknown as ResourceClaim;
  const isDeleted = metadataOf(object).deletionTimestamp !== undefined;
  if (status?.allocation === undefined) return isDeleted ? "deleted" : "pending";
  const found = isDeleted ? ["deleted", "allocated"] : ["allocated"];
  if (status.reservedFor?.length) found.push("reserved");
  return found.join(",");
}

/** Of claims. */
export const CLAIM_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "State",
    description: "Whether the claim is pending, allocated, reserved or being deleted",
    cell: stateOf,
  },
  AGE_COLUMN,
);

const slice = (object: JsonObject) => (object as unknown as ResourceSlice).spec;

/** Of slices. */
export const SLICE_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Node",
    description: "The node that provides the devices, where it is one",
    cell: (object) => slice(object).nodeName ?? "",
  },
  {
    name: "Driver",
    description: "The driver that manages the devices",
    cell: (object) => slice(object).driver,
  },
  {
    name: "Pool",
    description: "The pool that the devices belong to",
    cell: (object) => slice(object).pool.name,
  },
  AGE_COLUMN,
);
