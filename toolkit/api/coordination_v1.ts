// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of coordination/v1. */
export declare namespace coordinationV1 {
  /**
   * How the holder is chosen among candidates. OldestEmulationVersion: the one that behaves as the
   * oldest version.
   */
  type CoordinatedLeaseStrategy = "OldestEmulationVersion" | (string & Record<never, never>);

  /**
   * A lock that one holder at a time renews. Used for leader election and for heartbeats of nodes.
   */
  interface Lease {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Lease";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: LeaseSpec;
  }

  /** A list of Lease objects. */
  interface LeaseList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "LeaseList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Lease[];
  }

  /** The holder of a lease, and its times. */
  interface LeaseSpec {
    /** The identity of the holder. Empty if nobody holds the lease. */
    holderIdentity?: string;
    /** How many seconds after renewTime others may take over the lease: more than 0. */
    leaseDurationSeconds?: number;
    /** When the current holder acquired the lease. */
    acquireTime?: scalars.MicroTime;
    /** When the holder last renewed the lease. */
    renewTime?: scalars.MicroTime;
    /** How many times the lease passed from one holder to another. */
    leaseTransitions?: number;
    /**
     * How the leader is chosen among lease candidates. If unset, the first to acquire the lease holds
     * it.
     */
    strategy?: CoordinatedLeaseStrategy;
    /** The identity to which the holder should yield the lease. Requires strategy. */
    preferredHolder?: string;
  }
}

export type CoordinatedLeaseStrategy = coordinationV1.CoordinatedLeaseStrategy;
export type Lease = coordinationV1.Lease;
export type LeaseList = coordinationV1.LeaseList;
export type LeaseSpec = coordinationV1.LeaseSpec;
