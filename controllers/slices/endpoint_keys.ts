/**
 * By what endpoints and ports are told apart.
 *
 * @module
 */

import type { Endpoint, SlicePort } from "./slice_draft.ts";

/** The same for the same set of ports. */
export function portsKey(ports: readonly SlicePort[] | null | undefined): string {
  return JSON.stringify(
    (ports ?? []).map(({ name = "", port, protocol = "TCP", appProtocol }) =>
      JSON.stringify([name, port, protocol, appProtocol ?? null])
    ).sort(),
  );
}

/** The same for the same endpoint, whatever it is like at the time. */
export function endpointKey({ addresses, hostname = "", targetRef }: Endpoint): string {
  const { namespace = "", name = "" } = targetRef ?? {};
  return JSON.stringify([addresses.toSorted(), hostname, namespace, name]);
}

/** Whether two states of an endpoint are the same to clients; hints are looked at elsewhere. */
export function sameEndpoint(one: Endpoint, other: Endpoint): boolean {
  return stateOf(one) === stateOf(other);
}

function stateOf({ nodeName, zone, conditions = {}, targetRef }: Endpoint): string {
  const { ready, serving, terminating } = conditions;
  const { kind, namespace, name, uid, fieldPath, apiVersion } = targetRef ?? {};
  const reference = [kind, namespace, name, uid, fieldPath, apiVersion];
  return JSON.stringify([nodeName, zone, ready, serving, terminating, reference]);
}
