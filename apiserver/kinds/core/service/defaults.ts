/**
 * What services are filled in with.
 *
 * @module
 */

import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { hasNodePorts, isExternal, isLoadBalancer, serviceOf, specOf } from "./view.ts";

/** How long a client is sent to the same pod. */
const AFFINITY_SECONDS = 10_800;

/** Fills in what a request left out. */
export function setServiceDefaults(object: JsonObject): void {
  const spec = specOf(object);
  spec.sessionAffinity ||= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === "ClientIP") {
    const timeoutSeconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? AFFINITY_SECONDS;
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds } };
  }
  spec.type ||= "ClusterIP";
  for (const port of spec.ports ?? []) {
    port.protocol ||= "TCP";
    port.targetPort ||= port.port;
  }
  if (isExternal(spec)) spec.externalTrafficPolicy ||= "Cluster";
  if (hasNodePorts(spec) || spec.type === "ClusterIP") spec.internalTrafficPolicy ??= "Cluster";
  if (isLoadBalancer(spec)) spec.allocateLoadBalancerNodePorts ??= true;
  setStatusDefaults(object);
}

/** Fills in how the addresses of a balancer are meant. */
export function setStatusDefaults(object: JsonObject): void {
  if (!isLoadBalancer(specOf(object))) return;
  for (const ingress of serviceOf(object).status?.loadBalancer?.ingress ?? []) {
    if (ingress.ip) ingress.ipMode ??= "VIP";
  }
}
