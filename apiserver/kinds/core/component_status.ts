/**
 * How tables show component statuses.
 *
 * @module
 */

import type { ComponentStatus } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { columnsOf, NAME_COLUMN } from "../columns/column.ts";

const WORDS: Readonly<Record<string, string>> = { True: "Healthy", False: "Unhealthy" };

function healthOf(object: JsonObject) {
  const { conditions = [] } = object as unknown as ComponentStatus;
  return conditions.find(({ type }) => type === "Healthy");
}

/** The columns of component statuses. */
export const COMPONENT_STATUS_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Status",
    description: "Whether the component is well",
    cell(object) {
      const { status = "Unknown" } = healthOf(object) ?? {};
      return WORDS[status] ?? status;
    },
  },
  {
    name: "Message",
    description: "What the component says",
    cell: (object) => healthOf(object)?.message ?? "",
  },
  {
    name: "Error",
    description: "What is wrong with the component",
    cell: (object) => healthOf(object)?.error ?? "",
  },
);
