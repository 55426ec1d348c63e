/**
 * How lists show ingresses.
 *
 * @module
 */

import type { Ingress, IngressRule } from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const SHOWN_HOSTS = 3;

const view = (object: JsonObject) => object as Ingress;

/** The table columns of ingresses. */
export const ingressColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Class",
    description: "The ingress class",
    cell: (object) => view(object).spec?.ingressClassName ?? "<none>",
  },
  {
    name: "Hosts",
    description: "The hosts that the rules apply to",
    cell: (object) => hostsText(view(object).spec?.rules ?? []),
  },
  {
    name: "Address",
    description: "The addresses of the load balancer",
    cell(object) {
      const all = view(object).status?.loadBalancer?.ingress ?? [];
      const texts = all.map(({ ip, hostname }) => ip || hostname || "").filter(Boolean);
      return [...new Set(texts)].sort().join(",");
    },
  },
  {
    name: "Ports",
    description: "The ports that the ingress listens on",
    cell: (object) => view(object).spec?.tls?.length ? "80, 443" : "80",
  },
  AGE_COLUMN,
);

/** The first few hosts. All rules after these are counted, whether or not they have one. */
function hostsText(rules: readonly IngressRule[]): string {
  const shown: string[] = [];
  for (const { host } of rules) {
    if (shown.length === SHOWN_HOSTS) {
      return `${shown.join(",")} + ${rules.length - SHOWN_HOSTS} more...`;
    }
    if (host) shown.push(host);
  }
  return shown.join(",") || "*";
}
