/**
 * What a service is, as its rules ask.
 *
 * @module
 */

import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../../toolkit/errors/mod.ts";

/** The path that nearly all rules begin with. */
export const SPEC = FieldPath.of("spec");

/** What a service without an address of its own has for one. */
export const NO_ADDRESS = "None";

/** The object as a service. */
export function serviceOf(object: JsonObject): Service {
  return object as Service;
}

/** The object's spec, which is there from then on. */
export function specOf(object: JsonObject): ServiceSpec {
  return (object.spec ??= {}) as ServiceSpec;
}

/** Whether it has no address of its own, by its own wish. */
export function isHeadless({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === NO_ADDRESS;
}

/** Whether it is another name for something outside, and no more. */
export function isExternalName({ type }: ServiceSpec): boolean {
  return type === "ExternalName";
}

/** Whether something outside the cluster balances its traffic. */
export function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === "LoadBalancer";
}

/** Whether its ports may be open on every node. */
export function hasNodePorts({ type }: ServiceSpec): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether each of its ports is open on every node, whoever names which. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts: wanted }: ServiceSpec) {
  return type === "NodePort" || (type === "LoadBalancer" && wanted !== false);
}

/** Whether it can be reached from outside. */
export function isExternal(spec: ServiceSpec): boolean {
  return hasNodePorts(spec) || (spec.type === "ClusterIP" && (spec.externalIPs?.length ?? 0) > 0);
}

/** Whether balancers ask each node for its health. */
export function needsHealthPort(spec: ServiceSpec): boolean {
  return isLoadBalancer(spec) && spec.externalTrafficPolicy === "Local";
}

/** The addresses that were taken for it. */
export function addressesOf(spec: ServiceSpec): readonly string[] {
  if (isExternalName(spec) || isHeadless(spec)) return [];
  const { clusterIPs = [], clusterIP = "" } = spec;
  // One from before there were several has only the one.
  return clusterIPs?.length || !clusterIP || clusterIP === NO_ADDRESS ? clusterIPs : [clusterIP];
}

/** The ports on every node that were taken for it, each once. */
export function nodePortsOf(spec: ServiceSpec): Set<number> {
  const ports = new Set<number>();
  for (const { nodePort } of spec.ports ?? []) if (nodePort) ports.add(nodePort);
  if (needsHealthPort(spec) && spec.healthCheckNodePort) ports.add(spec.healthCheckNodePort);
  return ports;
}

/** Whether two lists have the same texts in the same order; an absent one is empty. */
export function sameList(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): boolean {
  const [left, right] = [a ?? [], b ?? []];
  return left.length === right.length && left.every((text, index) => text === right[index]);
}
