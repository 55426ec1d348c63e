/**
 * The controllers of claims on devices and of their taints in a process of its own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { deviceTaintEvictionController } from "../../controllers/device_taint_eviction.ts";
import { resourceClaimController } from "../../controllers/resourceclaim.ts";

if (import.meta.main) {
  const all = [resourceClaimController, deviceTaintEvictionController];
  Deno.exit(await runControllers("device_claims", all));
}
