/**
 * Leases.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of leases. */
export const COORDINATION: Words = {
  Lease: ["Held by one at a time and renewed: leaders are elected by it, nodes show they live."],
  LeaseSpec: ["Who holds a lease, and since when.", {
    holderIdentity: "Who holds it. Empty: nobody.",
    leaseDurationSeconds: "How many seconds after renewTime others may take it: more than 0.",
    acquireTime: "When its holder took it.",
    renewTime: "When its holder last renewed it.",
    leaseTransitions: "How many times it has passed from one holder to another.",
    strategy: "How the holder is picked where candidates stand for it. Left out: whoever is first.",
    preferredHolder: "Whom the holder should give way to. Needs strategy.",
  }],
};
