/**
 * Services: their number, their load balancers, and the ports that they open on nodes.
 *
 * @module
 */

import type { Service } from "../api/core_v1.ts";
import type { JsonObject } from "../codec/mod.ts";
import { Quantity } from "../values/mod.ts";
import { type Amounts, ONE } from "./amounts.ts";
import { countName, type QuotaEvaluator } from "./evaluator.ts";

const ABOUT = { group: "", resource: "services" };
const COUNT = countName(ABOUT);
const NAMES: ReadonlySet<string> = new Set([
  COUNT,
  "services",
  "services.nodeports",
  "services.loadbalancers",
]);

/** Measures services. Ports count before they are allocated: by what a service is going to have. */
export const services: QuotaEvaluator = {
  about: ABOUT,
  handles: ({ operation, subresource }) =>
    subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => NAMES.has(name),
  generation: 0,
  isIn: () => false,
  usage: usageOf,
};

function usageOf(object: JsonObject): Amounts {
  const service = object as unknown as Service;
  const isBalanced = service.spec?.type === "LoadBalancer";
  return new Map([
    [COUNT, ONE],
    ["services", ONE],
    ["services.loadbalancers", isBalanced ? ONE : Quantity.zero],
    ["services.nodeports", Quantity.of(nodePortsOf(service))],
  ]);
}

function nodePortsOf({ spec }: Service): number {
  const ports = spec?.ports ?? [];
  switch (spec?.type) {
    case "NodePort":
      return ports.length;
    case "LoadBalancer":
      // Without an allocation of their own only those count that the service names.
      return spec.allocateLoadBalancerNodePorts === false
        ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
        : ports.length;
    default:
      return 0;
  }
}
