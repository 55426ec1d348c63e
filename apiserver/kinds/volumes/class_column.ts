/**
 * The column of a volume's or a claim's storage class.
 *
 * @module
 */

import { metadataOf } from "../../resource/metadata.ts";
import type { Column } from "../columns/column.ts";
import { at } from "../fields.ts";

/** Shows the class that the old annotation names, which goes before the field. */
export function classColumn(oldClass: string, description: string): Column {
  return {
    name: "StorageClass",
    description,
    cell: (object) =>
      metadataOf(object).annotations?.[oldClass] ?? at(object, "spec.storageClassName") ?? "",
  };
}
