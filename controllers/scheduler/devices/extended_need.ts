/**
 * What has to be devices of what a pod asks its node for by name: what the node does not have by itself.
 *
 * @module
 */

import type { NodeView } from "../cluster/node_info.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import type { ClaimView, LiveClaim } from "./claim_views.ts";
import type { ClusterDevices } from "./cluster_devices.ts";
import { type ExtendedRequests, extendedRequestsOf } from "./extended_requests.ts";
import { type ClaimToAllocate, readClaim } from "./requests.ts";
import type { Selectors } from "./selectors.ts";

/** What errors call a claim that is not made yet. */
const NO_NAME = "<extended-resources>";

/** Resources that a pod asks its node for, and that are devices where the node does not have them by itself. */
export interface Extended {
  /** The class of each. */
  readonly classes: ReadonlyMap<string, string>;
  /** Made in an attempt that came to nothing: it has to go before there is another one. */
  readonly stale: ClaimView | undefined;
  /** By what a node does not have. */
  readonly byLack: Map<string, ExtendedNeed>;
  /** As it was written. */
  made: LiveClaim | undefined;
}

/** What of them has to be devices on a node. */
export interface ExtendedNeed {
  readonly asked: ExtendedRequests;
  readonly claim: ClaimToAllocate;
}

/** Those of a pod; undefined: there are none. */
export function extendedOf(
  { uid, requests: { scalars } }: PendingPod,
  devices: ClusterDevices,
): Extended | undefined {
  if (scalars.size === 0) return undefined;
  const classes = new Map<string, string>();
  for (const [name, amount] of scalars) {
    const of = amount === 0 ? undefined : devices.classOfResource(name);
    if (of !== undefined) classes.set(name, of.name);
  }
  if (classes.size === 0) return undefined;
  return { classes, stale: devices.extendedClaim(uid), byLack: new Map(), made: undefined };
}

/** What of them has to be devices on a node; undefined: nothing. Of nodes that lack the same it is the same. */
export function lackOf(
  { classes, byLack }: Extended,
  { namespace, object }: PendingPod,
  { allocatable: { scalars } }: NodeView,
  devices: ClusterDevices,
  selectors: Selectors,
): ExtendedNeed | undefined {
  const lacking = [...classes].filter(([name]) => (scalars.get(name) ?? 0) === 0);
  if (lacking.length === 0) return undefined;
  const print = JSON.stringify(lacking);
  let need = byLack.get(print);
  if (need === undefined) {
    const asked = extendedRequestsOf(object.spec, new Map(lacking));
    const said = { requests: [...asked.requests] };
    const key = `${namespace}/${NO_NAME}`;
    need = { asked, claim: readClaim(key, said, (name) => devices.class(name), selectors) };
    byLack.set(print, need);
  }
  return need;
}
