/**
 * What is to become of a service's slices of one family of addresses.
 *
 * @module
 */

import { equalJson } from "../../toolkit/values/json.ts";
import type { AddressFamily, CachedService, ServingPod } from "../services/mod.ts";
import {
  type CachedSlice,
  draftOf,
  emptyPlan,
  type Endpoint,
  endpointKey,
  portsKey,
  type SliceCount,
  type SliceDraft,
  type SlicePlan,
  type SlicePort,
} from "../slices/mod.ts";
import { packEndpoints, type Packing } from "./pack_endpoints.ts";
import { endpointOf, slicePortsOf } from "./pod_endpoint.ts";

/** What slices are planned of. */
export interface SlicePlanning {
  readonly service: CachedService;
  readonly pods: readonly ServingPod[];
  readonly family: AddressFamily;
  readonly existing: readonly CachedSlice[];
  /** The labels that all slices should have, and whether a slice has them. */
  readonly labels: Packing["labels"];
  isLabelled: Packing["isLabelled"];
  /** A slice has so many endpoints at most. */
  readonly most: number;
  /** The zone of a node: "": it has none; undefined: there is no such node. */
  zoneOf(nodeName: string): string | undefined;
}

/** Endpoints with the same ports. */
interface PortGroup {
  readonly ports: readonly SlicePort[];
  readonly wanted: Map<string, Endpoint>;
}

/** What comes of a planning. */
export interface PlannedSlices {
  readonly plan: SlicePlan;
  readonly count: SliceCount;
  /** Pods that are left out as nobody knows their node. */
  readonly withoutNode: readonly ServingPod[];
}

/** Plans slices. */
export function planSlices(planning: SlicePlanning): PlannedSlices {
  const { service, existing, family, labels, most } = planning;
  const plan = emptyPlan();
  const { groups, withoutNode } = groupsOf(planning);
  const drafts = new Map<string, SliceDraft[]>();
  for (const slice of existing) {
    if (!isOwnedBy(slice, service)) {
      plan.remove.push(slice);
      continue;
    }
    const key = portsKey(slice.ports);
    drafts.set(key, [...drafts.get(key) ?? [], draftOf(slice)]);
  }
  const fresh = (ports: readonly SlicePort[]): SliceDraft => ({
    slice: undefined,
    addressType: family,
    ports,
    labels,
    endpoints: [],
  });
  let [added, removed, endpoints, fewest] = [0, 0, 0, 0];
  for (const [key, { ports, wanted }] of groups) {
    const packing = { ...planning, fresh: () => fresh(ports) };
    const count = packEndpoints(drafts.get(key) ?? [], wanted, packing, plan);
    added += count.added;
    removed += count.removed;
    endpoints += wanted.size;
    fewest += Math.ceil(wanted.size / most);
  }
  for (const [key, unwanted] of drafts) {
    if (!groups.has(key)) plan.remove.push(...unwanted.map(({ slice }) => slice!));
  }
  keepOne(plan, fresh([]), { existing, planning });
  const slices = existing.length - plan.remove.length + plan.create.length;
  // One is there in any case.
  const count = { added, removed, endpoints, slices, fewest: Math.max(1, fewest) };
  return { plan, count, withoutNode };
}

/** The endpoints that there should be, by their ports. */
function groupsOf({ service, pods, family, zoneOf }: SlicePlanning) {
  const groups = new Map<string, PortGroup>();
  const withoutNode: ServingPod[] = [];
  for (const pod of pods) {
    if (!pod.hasAddress) continue;
    const ports = slicePortsOf(pod, service);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, wanted: new Map() };
    groups.set(key, group);
    const zone = zoneOf(pod.nodeName);
    if (zone === undefined && service.spec?.publishNotReadyAddresses !== true) {
      withoutNode.push(pod);
      continue;
    }
    const addresses = pod.addresses[family];
    if (addresses.length === 0) continue;
    const endpoint = endpointOf(pod, service, { addresses, zone: zone ?? "" });
    group.wanted.set(endpointKey(endpoint), endpoint);
  }
  return { groups, withoutNode };
}

/** A service has one slice at least, though nothing may be in it: so it shows that somebody cares for it. */
function keepOne(
  plan: SlicePlan,
  empty: SliceDraft,
  { existing, planning }: {
    readonly existing: readonly unknown[];
    readonly planning: SlicePlanning;
  },
): void {
  if (existing.length !== plan.remove.length || plan.create.length > 0) return;
  const [only, ...others] = plan.remove;
  if (only !== undefined && others.length === 0 && isPlaceholder(only, planning)) {
    plan.remove.pop();
  } else {
    plan.create.push(empty);
  }
}

function isPlaceholder(slice: CachedSlice, { service, labels }: SlicePlanning): boolean {
  return isOwnedBy(slice, service) && !slice.endpoints?.length && !slice.ports?.length &&
    equalJson(slice.metadata.labels ?? {}, labels);
}

function isOwnedBy({ metadata }: CachedSlice, service: CachedService): boolean {
  return metadata.ownerReferences?.some(({ uid, kind }) =>
    uid === service.metadata.uid && kind === "Service"
  ) === true;
}
