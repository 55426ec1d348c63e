/**
 * The table columns of nodes.
 *
 * @module
 */

import type { Node, NodeStatus } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { Columns } from "../../resource/served_resource.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const NONE = "<none>";
const UNKNOWN = "<unknown>";

/**
 * The table columns of nodes. Their names and cells are those that kubectl shows for the reference.
 */
export function nodeColumns(names: Names): Columns {
  return columnsOf(
    NAME_COLUMN,
    {
      name: "Status",
      description: "Whether the node is ready, and whether it is schedulable",
      cell: statusOf,
    },
    {
      name: "Roles",
      description: "The roles of the node, from its labels",
      cell: (object) => rolesOf(object, names),
    },
    AGE_COLUMN,
    {
      name: "Version",
      description: "The version of the node agent",
      cell: (object) => (object as unknown as Node).status?.nodeInfo?.kubeletVersion ?? "",
    },
    addressColumn("Internal-IP", "InternalIP", "The internal IP address of the node"),
    addressColumn("External-IP", "ExternalIP", "The external IP address of the node"),
    infoColumn("OS-Image", "osImage", "The operating system that the node reports"),
    infoColumn(
      "Kernel-Version",
      "kernelVersion",
      "The kernel version of the node, and its architecture",
      ({ architecture }) => architecture ? ` (${architecture})` : "",
    ),
    infoColumn(
      "Container-Runtime",
      "containerRuntimeVersion",
      "The container runtime and its version",
    ),
  );
}

function statusOf(object: JsonObject): string {
  const { spec, status } = object as unknown as Node;
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const found = [ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady"];
  if (spec?.unschedulable) found.push("SchedulingDisabled");
  return found.join(",");
}

function rolesOf(object: JsonObject, { labelNodeRolePrefix, domain }: Names): string {
  const labels = (object as unknown as Node).metadata?.labels ?? {};
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(labels)) {
    if (key.startsWith(labelNodeRolePrefix)) {
      const role = key.slice(labelNodeRolePrefix.length);
      if (role !== "") roles.add(role);
    } else if (key === `${domain}/role` && value !== "") roles.add(value);
  }
  return roles.size === 0 ? NONE : [...roles].sort().join(",");
}

function addressColumn(name: string, type: string, description: string): Column {
  return {
    name,
    description,
    wide: true,
    cell(object) {
      const addresses = (object as unknown as Node).status?.addresses ?? [];
      return addresses.find((address) => address.type === type)?.address ?? NONE;
    },
  };
}

type Info = NonNullable<NodeStatus["nodeInfo"]>;

function infoColumn(
  name: string,
  field: "osImage" | "kernelVersion" | "containerRuntimeVersion",
  description: string,
  rest: (info: Partial<Info>) => string = () => "",
): Column {
  return {
    name,
    description,
    wide: true,
    cell(object) {
      const info: Partial<Info> = (object as unknown as Node).status?.nodeInfo ?? {};
      return (info[field] || UNKNOWN) + rest(info);
    },
  };
}
