/**
 * How lists show services.
 *
 * @module
 */

import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../../columns/column.ts";
import { serviceOf } from "./view.ts";

const NONE = "<none>";

/** See the module's comment. */
export const serviceColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Type",
    description: "How it can be reached",
    cell: (object) => serviceOf(object).spec?.type ?? "",
  },
  {
    name: "Cluster-IP",
    description: "Its own address",
    cell: (object) => {
      const { clusterIPs, clusterIP } = serviceOf(object).spec ?? {};
      return clusterIPs?.[0] ?? (clusterIP || NONE);
    },
  },
  {
    name: "External-IP",
    description: "Where it can be reached from outside",
    cell: (object) => outside(serviceOf(object)),
  },
  {
    name: "Port(s)",
    description: "Its ports, and those on every node behind them",
    cell: (object) => portsText(serviceOf(object).spec ?? {}),
  },
  AGE_COLUMN,
  {
    name: "Selector",
    description: "Which pods are behind it",
    wide: true,
    cell: (object) => {
      const selector = Object.entries(serviceOf(object).spec?.selector ?? {});
      return selector.map(([key, value]) => `${key}=${value}`).sort().join(",") || NONE;
    },
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
