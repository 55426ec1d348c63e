/**
 * Ports of a node that pods take.
 *
 * @module
 */

import type * as coreV1 from "../api/core_v1.ts";

/** A port of a node. */
export interface HostPort {
  readonly protocol: string;
  readonly address: string;
  readonly port: number;
}

const ANY_ADDRESS = "0.0.0.0";
const NO_PORTS: readonly HostPort[] = [];

/** The ports of its node that a pod takes: of its containers, and of those that start first and stay. */
export function hostPortsOf(
  { containers, initContainers = [] }: coreV1.PodSpec,
): readonly HostPort[] {
  const ports: HostPort[] = [];
  for (const one of containers) addPorts(one, ports);
  for (const one of initContainers) if (one.restartPolicy === "Always") addPorts(one, ports);
  return ports.length === 0 ? NO_PORTS : ports;
}

function addPorts({ ports = [] }: coreV1.Container, to: HostPort[]): void {
  for (const { hostPort = 0, hostIP, protocol } of ports) {
    if (hostPort <= 0) continue;
    to.push({ port: hostPort, address: hostIP || ANY_ADDRESS, protocol: protocol || "TCP" });
  }
}

/** Whether two ports can't be on one node. */
export function portsConflict(one: HostPort, other: HostPort): boolean {
  return one.port === other.port && one.protocol === other.protocol &&
    (one.address === other.address || one.address === ANY_ADDRESS ||
      other.address === ANY_ADDRESS);
}
