/**
 * Why flags of the API server have no effect.
 *
 * @module
 */

import { never } from "../../toolkit/flags/mod.ts";

/** Flags of a cloud: volumes are labelled, and addresses of nodes found, by the cloud controller manager. */
export const askedElsewhere = never(
  "the API server asks no cloud: whatever does is a part of the cloud controller manager",
);

/** Flags of a cloud vendor's firewall or registry. */
export const vendorOnly = never("there is no built-in integration with that vendor's cloud");
