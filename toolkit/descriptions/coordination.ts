/**
 * Descriptions of leases.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of leases. */
export const COORDINATION: Words = {
  Lease: [
    "A lock that one holder at a time renews. Used for leader election and for heartbeats of " +
    "nodes.",
  ],
  LeaseSpec: ["The holder of a lease, and its times.", {
    holderIdentity: "The identity of the holder. Empty if nobody holds the lease.",
    leaseDurationSeconds: "How many seconds after renewTime others may take over the lease: more " +
      "than 0.",
    acquireTime: "When the current holder acquired the lease.",
    renewTime: "When the holder last renewed the lease.",
    leaseTransitions: "How many times the lease passed from one holder to another.",
    strategy: "How the leader is chosen among lease candidates. If unset, the first to acquire " +
      "the lease holds it.",
    preferredHolder: "The identity to which the holder should yield the lease. Requires strategy.",
  }],
};
