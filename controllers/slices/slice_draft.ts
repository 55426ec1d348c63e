/**
 * Slices as they are to be.
 *
 * @module
 */

import type { discoveryV1, EndpointSlice, ObjectOf } from "../../toolkit/mod.ts";

/** A slice as it is known. */
export type CachedSlice = ObjectOf<typeof EndpointSlice>;
/** One endpoint of a slice. */
export type Endpoint = discoveryV1.Endpoint;
/** A port of all endpoints of a slice. */
export type SlicePort = discoveryV1.EndpointPort;

/** What a slice is to hold. */
export interface SliceDraft {
  /** The slice that holds it; undefined: there is none yet. */
  readonly slice: CachedSlice | undefined;
  readonly addressType: string;
  readonly ports: readonly SlicePort[];
  readonly labels: Readonly<Record<string, string>>;
  endpoints: Endpoint[];
}

/** What is to become of the slices of a service. */
export interface SlicePlan {
  readonly create: SliceDraft[];
  readonly update: SliceDraft[];
  readonly remove: CachedSlice[];
  /** Those that are right, with what they hold. */
  unchanged: SliceDraft[];
}

/** A plan that does nothing. */
export function emptyPlan(): SlicePlan {
  return { create: [], update: [], remove: [], unchanged: [] };
}

/** What a slice holds. */
export function draftOf(slice: CachedSlice): SliceDraft {
  const { addressType, ports, endpoints, metadata: { labels = {} } } = slice;
  return { slice, addressType, ports: ports ?? [], labels, endpoints: [...endpoints ?? []] };
}
