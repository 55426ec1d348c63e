/**
 * The controllers of services in a process of their own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { endpointsController } from "../../controllers/endpoints.ts";
import { endpointSliceController } from "../../controllers/endpointslice.ts";
import { mirroringController } from "../../controllers/endpointslice_mirroring.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("services", [
      endpointsController,
      endpointSliceController,
      mirroringController,
      garbageCollector,
    ]),
  );
}
