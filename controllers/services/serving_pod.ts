/**
 * What services look at of a pod, made once for each of its states.
 *
 * @module
 */

import type { coreV1, ObjectOf, Pod } from "../../toolkit/mod.ts";
import { parseIpSloppy } from "../../toolkit/validation/ip.ts";

/** The two kinds of addresses that pods have. */
export type AddressFamily = "IPv4" | "IPv6";

/** A pod behind services, in short. It is shared: do not change it. */
export interface ServingPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly nodeName: string;
  readonly hostname: string;
  readonly subdomain: string;
  /** Whether it has an address, and is not over. */
  readonly hasAddress: boolean;
  readonly isTerminating: boolean;
  readonly isReady: boolean;
  /** When it became ready or unready, as it stands in its status; "": it does not say. */
  readonly readySince: string;
  /** Its addresses of a family, in their canonical form. */
  readonly addresses: Readonly<Record<AddressFamily, readonly string[]>>;
  /** What tells its endpoints from those of other states, its labels aside. */
  readonly state: string;
  /** Its named ports, by `PROTOCOL NAME`: those of containers before those of sidecars. */
  readonly ports: ReadonlyMap<string, number>;
}

/** The view of a pod. */
export function servingPodOf({ metadata, spec, status }: ObjectOf<typeof Pod>): ServingPod {
  const { namespace = "", name, uid, labels = {} } = metadata;
  const { phase, podIP, podIPs = [], conditions } = status ?? {};
  const ready = conditions?.find(({ type }) => type === "Ready");
  const addresses: Record<AddressFamily, string[]> = { IPv4: [], IPv6: [] };
  for (const { ip } of podIPs) {
    const address = parseIpSloppy(ip);
    if (address !== undefined) addresses[`IPv${address.family}`].push(`${address}`);
  }
  const isOver = phase === "Succeeded" || phase === "Failed";
  const isTerminating = metadata.deletionTimestamp !== undefined;
  const isReady = ready?.status === "True";
  return {
    namespace,
    name,
    uid,
    labels,
    nodeName: spec.nodeName ?? "",
    hostname: spec.hostname ?? "",
    subdomain: spec.subdomain ?? "",
    hasAddress: !isOver && (podIPs.length > 0 || !!podIP),
    isTerminating,
    isReady,
    readySince: ready?.lastTransitionTime ?? "",
    addresses,
    state: JSON.stringify([uid, isOver, isTerminating, isReady, addresses]),
    ports: portsOf(spec),
  };
}

function portsOf({ containers, initContainers = [] }: coreV1.PodSpec): Map<string, number> {
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === "Always");
  const ports = new Map<string, number>();
  for (const { ports: own = [] } of [...containers, ...sidecars]) {
    for (const { name, protocol = "TCP", containerPort } of own) {
      const key = `${protocol} ${name}`;
      if (name !== undefined && !ports.has(key)) ports.set(key, containerPort);
    }
  }
  return ports;
}

/** The number of the port of a pod that a port of a service leads to; undefined: the pod lacks it. */
export function targetPortOf(
  { ports }: ServingPod,
  { targetPort, port, protocol = "TCP" }: coreV1.ServicePort,
): number | undefined {
  if (typeof targetPort === "string") return ports.get(`${protocol} ${targetPort}`);
  return targetPort || port;
}

/** The name by which a pod is known among those of a headless service; undefined: it has none there. */
export function hostnameIn(
  { hostname, subdomain }: ServingPod,
  { metadata }: { readonly metadata: { readonly name: string } },
): string | undefined {
  return hostname !== "" && subdomain === metadata.name ? hostname : undefined;
}
