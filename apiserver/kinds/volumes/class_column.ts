/**
 * The column of a volume's or a claim's storage class.
 *
 * @module
 */

import { metadataOf } from "../../resource/metadata.ts";
import type { Column } from "../columns/column.ts";
import { at } from "../fields.ts";

/** Shows the class that the old annotation names, which goes before the field. */
export function classColumn(domain: string, description: string): Column {
  const annotation = `volume.beta.${domain}/storage-class`;
  return {
    name: "StorageClass",
    description,
    cell: (object) =>
      metadataOf(object).annotations?.[annotation] ?? at(object, "spec.storageClassName") ?? "",
  };
}
