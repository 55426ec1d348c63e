/**
 * The kinds of the group flowcontrol.
 *
 * @module
 */

import type {
  FlowSchema,
  PriorityLevelConfiguration,
} from "../../../toolkit/api/flowcontrol_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { GroupDeclarations } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";

const flow = (object: JsonObject) => (object as unknown as FlowSchema).spec;
const level = (object: JsonObject) => (object as unknown as PriorityLevelConfiguration).spec;

const flowSchemaColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "PriorityLevel",
    description: "The level of its requests",
    cell: (object) => flow(object)?.priorityLevelConfiguration.name ?? "",
  },
  {
    name: "MatchingPrecedence",
    description: "Its place in the order in which schemas are asked",
    cell: (object) => flow(object)?.matchingPrecedence ?? 0,
  },
  {
    name: "DistinguisherMethod",
    description: "What tells its flows apart",
    cell: (object) => flow(object)?.distinguisherMethod?.type ?? "<none>",
  },
  AGE_COLUMN,
  {
    name: "MissingPL",
    description: "Whether its level is missing",
    cell: (object) =>
      (object as unknown as FlowSchema).status?.conditions
        ?.find(({ type }) => type === "Dangling")?.status ?? "?",
  },
);

const priorityLevelColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Type",
    description: "Whether its requests are limited",
    cell: (object) => level(object)?.type ?? "",
  },
  {
    name: "NominalConcurrencyShares",
    description: "Its share of what is served at a time",
    cell(object) {
      const spec = level(object);
      return (spec?.limited ?? spec?.exempt)?.nominalConcurrencyShares ?? "<none>";
    },
  },
  queueColumn("Queues", "queues", "How many queues it has"),
  queueColumn("HandSize", "handSize", "From how many of them a flow's queue is chosen"),
  queueColumn("QueueLengthLimit", "queueLengthLimit", "How many requests wait in a queue"),
  AGE_COLUMN,
);

function queueColumn(
  name: string,
  field: "queues" | "handSize" | "queueLengthLimit",
  description: string,
) {
  return {
    name,
    description,
    cell: (object: JsonObject) =>
      level(object)?.limited?.limitResponse?.queuing?.[field] ?? "<none>",
  };
}

/** See the module's comment. */
export const flowcontrolKinds: GroupDeclarations = {
  flowschemas: { hasGeneration: true, createsOnUpdate: true, columns: flowSchemaColumns },
  prioritylevelconfigurations: {
    hasGeneration: true,
    createsOnUpdate: true,
    columns: priorityLevelColumns,
  },
};
