/**
 * The controller of claims on devices in a process of its own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { resourceClaimController } from "../../controllers/resourceclaim.ts";

if (import.meta.main) Deno.exit(await runControllers("device_claims", [resourceClaimController]));
