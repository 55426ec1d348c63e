/**
 * Ports of nodes that pods ask for.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";

/** Of a port that is asked for on all addresses of its node. */
const EVERYWHERE = "0.0.0.0";

interface HostPort {
  readonly port: number;
  readonly protocol: string;
  readonly ip: string;
}

/** Whether a pod asks for a port of its node. */
export function usesHostPorts(pod: coreV1.Pod): boolean {
  return hostPortsOf(pod).length > 0;
}

/** Whether two pods ask for the same port of one address. */
export function haveSamePort(one: coreV1.Pod, other: coreV1.Pod): boolean {
  const taken = hostPortsOf(other);
  return hostPortsOf(one).some((wanted) =>
    taken.some(({ port, protocol, ip }) =>
      port === wanted.port && protocol === wanted.protocol &&
      (ip === wanted.ip || ip === EVERYWHERE || wanted.ip === EVERYWHERE)
    )
  );
}

/** What containers ask for as long as the pod runs: what starts before them lets go of its ports again. */
function hostPortsOf({ spec }: coreV1.Pod): HostPort[] {
  const { initContainers = [], containers = [] } = spec ?? {};
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...sidecars, ...containers].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, protocol = "TCP", hostIP }) =>
      hostPort > 0 ? [{ port: Number(hostPort), protocol, ip: hostIP || EVERYWHERE }] : []
    )
  );
}
