/**
 * Why flags of the API server have no effect.
 *
 * @module
 */

import { later, never } from "../../toolkit/flags/mod.ts";

/** Until the process runs. */
export const notBuilt = later("the API server is not built yet");

/** Flags of a cloud vendor's firewall or registry. */
export const vendorOnly = never("there is no built-in integration with that vendor's cloud");
