/**
 * The autoscaler in a process of its own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { horizontalPodAutoscaler } from "../../controllers/horizontal_pod_autoscaler.ts";

if (import.meta.main) {
  Deno.exit(await runControllers("autoscaler", [horizontalPodAutoscaler]));
}
