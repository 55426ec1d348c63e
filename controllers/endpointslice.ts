/**
 * The endpoint slice controller: the addresses of the pods behind each service, in slices that don't grow large.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { ServiceSlices, type SliceOptions } from "./endpointslice/service_slices.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

const WORKERS = 5;
const MOST_RETRIES = 15;
const MOST_ENDPOINTS = 100;
/** A turn can mean many large writes: whoever fails rests for longer than others. */
const BACKOFF = { base: 1000, max: 1_000_000, jitter: 0 };

/** How a controller of slices works. */
export interface EndpointSliceOptions extends Partial<SliceOptions> {
  readonly workers?: number;
}

/** Keeps the slices of services that choose pods. It has started when it knows services, pods, nodes and slices. */
export function createEndpointSliceController(
  parts: LoopParts,
  { workers = WORKERS, batchMs = 0, most = MOST_ENDPOINTS }: EndpointSliceOptions = {},
): Runnable {
  const slices = new ServiceSlices(parts, { batchMs, most });
  return keyedLoop(parts, {
    name: "endpointslice-controller",
    queue: "endpoint_slice",
    workers,
    backoff: BACKOFF,
    mostRetries: MOST_RETRIES,
    listen: (wake) => slices.listen(wake),
    sync: (key, work) => slices.sync(key, work),
  });
}

/** The controller of a process. */
export const endpointSliceController: ProcessController = {
  name: "endpointslice-controller",
  aliases: ["endpointslice"],
  account: "endpointslice-controller",
  flags: [
    "concurrent-service-endpoint-syncs",
    "endpointslice-updates-batch-period",
    "max-endpoints-per-slice",
  ],
  make: (parts) =>
    createEndpointSliceController(parts, {
      workers: parts.values["concurrent-service-endpoint-syncs"],
      batchMs: parts.values["endpointslice-updates-batch-period"],
      most: parts.values["max-endpoints-per-slice"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("endpointslice", [endpointSliceController]));
}
