/**
 * The process that `orch up` runs beside the API server, until there is a controller manager: the
 * namespace controller and the garbage collector.
 *
 * @module
 */

import { runControllers } from "./command.ts";
import { garbageCollector } from "./garbage_collector.ts";
import { namespaceController } from "./namespace.ts";

if (import.meta.main) {
  Deno.exit(await runControllers("collectors", [namespaceController, garbageCollector]));
}
