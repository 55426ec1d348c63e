/**
 * Usage as a table, for those who print it.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import type { PrintedMetrics, PrintedUsage } from "./printed_usage.ts";

/** What of each object goes with its row. */
export type IncludedObject = "None" | "Metadata" | "Object";

/** The API of tables. */
function tableVersion(names: Names): string {
  return `meta.${names.groupSuffix}/v1`;
}

/** The beginning of a table, up to its rows. */
export function tableHead(names: Names): string {
  const column = (name: string, format: string, description: string) => ({
    name,
    type: "string",
    format,
    description,
    priority: 0,
  });
  const columnDefinitions = [
    column("Name", "name", "Name of the node or pod whose usage it is"),
    column("cpu", "quantity", "Processors that were busy on the average"),
    column("memory", "quantity", "Memory of the working set"),
    column("window", "duration", "How long the time is that the average is of"),
  ];
  const head = {
    kind: "Table",
    apiVersion: tableVersion(names),
    metadata: {},
    columnDefinitions,
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[`;
}

/** A row. `total`: of all containers. */
export function tableRow(
  printed: PrintedMetrics,
  total: PrintedUsage,
  included: IncludedObject,
  names: Names,
): object {
  const { metadata, window } = printed;
  const cells = [metadata.name, total.cpu, total.memory, window];
  if (included === "None") return { cells };
  const partial = {
    kind: "PartialObjectMetadata",
    apiVersion: tableVersion(names),
    metadata,
  };
  return { cells, object: included === "Object" ? printed : partial };
}
