/**
 * The subsets of a service's endpoints.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import { parseIpSloppy } from "../../toolkit/validation/ip.ts";
import {
  type AddressFamily,
  type CachedService,
  hostnameIn,
  isHeadless,
  packSubsets,
  type ServingPod,
  targetPortOf,
} from "../services/mod.ts";

/** What the pods of a service come to, by its first family of addresses. */
export function subsetsOf(
  service: CachedService,
  pods: readonly ServingPod[],
): coreV1.EndpointSubset[] {
  const { ports = [], publishNotReadyAddresses = false } = service.spec ?? {};
  return packSubsets(pods.flatMap((pod): coreV1.EndpointSubset[] => {
    if (!pod.hasAddress || (pod.isTerminating && !publishNotReadyAddresses)) return [];
    const [ip] = pod.addresses[familyOf(service, pod)];
    if (ip === undefined) return [];
    const isReady = publishNotReadyAddresses || pod.isReady;
    const list = isReady ? "addresses" : "notReadyAddresses";
    const address = addressOf(ip, pod, service);
    if (ports.length === 0) return isHeadless(service) ? [{ [list]: [address] }] : [];
    return ports.flatMap((port) => {
      const number = targetPortOf(pod, port);
      return number === undefined
        ? []
        : [{ [list]: [address], ports: [endpointPortOf(port, number)] }];
    });
  }));
}

function addressOf(ip: string, pod: ServingPod, service: CachedService): coreV1.EndpointAddress {
  const hostname = hostnameIn(pod, service);
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(pod.nodeName !== "" && { nodeName: pod.nodeName }),
    targetRef: { kind: "Pod", namespace: pod.namespace, name: pod.name, uid: pod.uid },
  };
}

function endpointPortOf(
  { name, protocol = "TCP", appProtocol }: coreV1.ServicePort,
  port: number,
): coreV1.EndpointPort {
  return { ...(name && { name }), port, protocol, ...(appProtocol && { appProtocol }) };
}

/** The first family of a service; of one that does not say, that of its address, or of the pod's. */
function familyOf({ spec }: CachedService, { addresses }: ServingPod): AddressFamily {
  const [first] = spec?.ipFamilies ?? [];
  if (first === "IPv4" || first === "IPv6") return first;
  const own = parseIpSloppy(spec?.clusterIP ?? "");
  if (own !== undefined) return `IPv${own.family}`;
  return addresses.IPv4.length === 0 ? "IPv6" : "IPv4";
}
