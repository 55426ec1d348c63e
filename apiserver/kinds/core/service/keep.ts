/**
 * What an update that leaves things out is taken to mean: what the server chose stays, and what no
 * longer applies goes.
 *
 * @module
 */

import type { ServicePort, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import {
  hasNodePorts,
  isExternal,
  isExternalName,
  isHeadless,
  isLoadBalancer,
  needsHealthPort,
  needsNodePorts,
  sameList,
} from "./view.ts";

/** Keeps what was chosen for the old service and the new one does not name. `spec` is changed. */
export function keepAllocated(spec: ServiceSpec, old: ServiceSpec): void {
  if (!isExternalName(spec) && !isExternalName(old)) {
    if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
    if (!spec.clusterIPs?.length && old.clusterIPs?.length) spec.clusterIPs = old.clusterIPs;
  }
  if (needsNodePorts(spec) && needsNodePorts(old)) keepNodePorts(spec, old);
  if (needsHealthPort(spec) && needsHealthPort(old) && old.healthCheckNodePort) {
    spec.healthCheckNodePort ||= old.healthCheckNodePort;
  }
}

/**
 * A port of the same name keeps its number on nodes, unless another one asks for that by now. Not so
 * where the balancer needs none: there a number that is left out is let go.
 */
function keepNodePorts(spec: ServiceSpec, { ports: before = [] }: ServiceSpec): void {
  const { ports = [] } = spec;
  const asked = new Set(ports.map(({ nodePort }) => nodePort));
  const used = new Set(before.flatMap(({ nodePort }) => asked.has(nodePort) ? nodePort ?? [] : []));
  const known = new Map(before.map(({ name = "", nodePort }) => [name, nodePort]));
  spec.ports = ports.map((port): ServicePort => {
    const nodePort = known.get(port.name ?? "");
    if (port.nodePort || !nodePort || used.has(nodePort)) return port;
    used.add(nodePort);
    return { ...port, nodePort };
  });
}

/** Brings the one address and the list of them together, which clients may know only one of. */
export function joinAddresses(spec: ServiceSpec, old?: ServiceSpec): void {
  const { clusterIP = "", clusterIPs = [] } = spec;
  const { clusterIP: before = "", clusterIPs: all = [] } = old ?? {};
  if (clusterIP === before) {
    if (clusterIPs.length === 0 && all.length > 0) spec.clusterIPs = all;
  } else if (clusterIPs.length === 0 || (old !== undefined && sameList(clusterIPs, all))) {
    if (clusterIP === "") delete spec.clusterIPs;
    else spec.clusterIPs = [clusterIP];
  }
}

/** Says how many families it has where the client does not, and drops a second one that is to go. */
export function settlePolicy(spec: ServiceSpec, old?: ServiceSpec): void {
  if (isExternalName(spec)) return;
  if (spec.ipFamilyPolicy === undefined) {
    const free = isHeadless(spec) && Object.keys(spec.selector ?? {}).length === 0;
    spec.ipFamilyPolicy = old?.ipFamilyPolicy ?? (free ? "RequireDualStack" : "SingleStack");
  }
  if (old === undefined || spec.ipFamilyPolicy !== "SingleStack") return;
  if (sameList(spec.clusterIPs, old.clusterIPs) && (spec.clusterIPs?.length ?? 0) > 1) {
    spec.clusterIPs = spec.clusterIPs!.slice(0, 1);
  }
  if (sameList(spec.ipFamilies, old.ipFamilies) && (spec.ipFamilies?.length ?? 0) > 1) {
    spec.ipFamilies = spec.ipFamilies!.slice(0, 1);
  }
}

/**
 * Takes away what a service of another type had, unless the client says something new of it: that
 * is for the rules to refuse.
 */
export function dropInapplicable(spec: ServiceSpec, old: ServiceSpec): void {
  if (!isExternalName(old) && isExternalName(spec)) {
    const same = (spec.clusterIP ?? "") === (old.clusterIP ?? "");
    if (same && sameList(spec.clusterIPs, old.clusterIPs)) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    if (sameList(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (hasNodePorts(old) && !hasNodePorts(spec) && hasNoNewNodePort(spec, old)) {
    const ports = spec.ports?.map(({ nodePort: _, ...port }): ServicePort => port);
    if (ports !== undefined) spec.ports = ports;
  }
  const drop = (applies: (spec: ServiceSpec) => boolean, field: keyof ServiceSpec) => {
    if (applies(old) && !applies(spec) && spec[field] === old[field]) delete spec[field];
  };
  drop(needsHealthPort, "healthCheckNodePort");
  drop(isLoadBalancer, "allocateLoadBalancerNodePorts");
  drop(isLoadBalancer, "loadBalancerClass");
  drop(isExternal, "externalTrafficPolicy");
}

function hasNoNewNodePort({ ports = [] }: ServiceSpec, old: ServiceSpec): boolean {
  const known = new Set(old.ports?.map(({ nodePort }) => nodePort));
  return ports.every(({ nodePort }) => !nodePort || known.has(nodePort));
}
