/**
 * The endpoint that a pod is of a service.
 *
 * @module
 */

import { type CachedService, hostnameIn, type ServingPod, targetPortOf } from "../services/mod.ts";
import type { Endpoint, SlicePort } from "../slices/mod.ts";

/** The endpoint of a pod, at those of its addresses. */
export function endpointOf(
  pod: ServingPod,
  service: CachedService,
  { addresses, zone }: { readonly addresses: readonly string[]; readonly zone: string },
): Endpoint {
  const { isReady: serving, isTerminating: terminating, nodeName } = pod;
  const { publishNotReadyAddresses = false } = service.spec ?? {};
  const hostname = hostnameIn(pod, service);
  return {
    addresses: [...addresses],
    conditions: {
      ready: publishNotReadyAddresses || (serving && !terminating),
      serving,
      terminating,
    },
    ...(hostname !== undefined && { hostname }),
    targetRef: { kind: "Pod", namespace: pod.namespace, name: pod.name, uid: pod.uid },
    ...(nodeName !== "" && { nodeName }),
    ...(zone !== "" && { zone }),
  };
}

/** The ports of a service at a pod; those that the pod lacks are left out. */
export function slicePortsOf(pod: ServingPod, { spec }: CachedService): SlicePort[] {
  return (spec?.ports ?? []).flatMap((servicePort) => {
    const { name = "", protocol = "TCP", appProtocol } = servicePort;
    const port = targetPortOf(pod, servicePort);
    return port === undefined
      ? []
      : [{ name, port, protocol, ...(appProtocol && { appProtocol }) }];
  });
}
