/**
 * The table columns of services.
 *
 * @module
 */

import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { AGE_COLUMN, columnsOf, labelsText, NAME_COLUMN } from "../../columns/column.ts";
import { serviceOf } from "./view.ts";

const NONE = "<none>";

/** The table columns of services; the selector is shown by wide output only. */
export const serviceColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Type",
    description: "The service type, which determines how the service is exposed",
    cell: (object) => serviceOf(object).spec?.type ?? "",
  },
  {
    name: "Cluster-IP",
    description: "The cluster-internal address of the service",
    cell: (object) => {
      const { clusterIPs, clusterIP } = serviceOf(object).spec ?? {};
      return clusterIPs?.[0] ?? (clusterIP || NONE);
    },
  },
  {
    name: "External-IP",
    description: "The addresses at which the service is reachable from outside the cluster",
    cell: (object) => outside(serviceOf(object)),
  },
  {
    name: "Port(s)",
    description: "The service ports, with their node ports",
    cell: (object) => portsText(serviceOf(object).spec ?? {}),
  },
  AGE_COLUMN,
  {
    name: "Selector",
    description: "The selector of the pods that traffic is sent to",
    wide: true,
    cell: (object) => labelsText(serviceOf(object).spec?.selector),
  },
);

function outside({ spec = {}, status }: Service): string {
  const { type, externalIPs = [], externalName = "" } = spec;
  switch (type) {
    case "ClusterIP":
    case "NodePort":
      return externalIPs.join(",") || NONE;
    case "LoadBalancer": {
      const balancers = status?.loadBalancer?.ingress?.flatMap(({ ip, hostname }) =>
        ip || hostname || []
      );
      const found = [...new Set(balancers)].sort();
      return [...found, ...externalIPs].join(",") || "<pending>";
    }
    case "ExternalName":
      return externalName;
    default:
      return "<unknown>";
  }
}

function portsText({ ports = [] }: ServiceSpec): string {
  const texts = ports.map(({ port, nodePort, protocol }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`
  );
  return texts.join(",") || NONE;
}
