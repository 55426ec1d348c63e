/**
 * The device taint eviction controller: pods leave devices whose taints their claims don't bear.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { DEVICE_TAINT_EVICTION, DeviceEvictions } from "./device_taint_eviction/evictions.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many pods are deleted at once. */
const WORKERS = 8;

/**
 * Deletes pods with nodes that have claimed a device with a `NoExecute` taint: at once where the claim does not
 * tolerate the taint, else when the time is over for which it does, which begins when the taint was added.
 */
export function createDeviceTaintEvictionController(parts: LoopParts): Runnable {
  const evictions = new DeviceEvictions(parts);
  return keyedLoop(parts, {
    name: DEVICE_TAINT_EVICTION,
    queue: "device_taint_eviction",
    workers: WORKERS,
    listen: (wake) => evictions.listen(wake),
    sync: (key, work) => evictions.sync(key, work),
  });
}

/** The controller of a process. */
export const deviceTaintEvictionController: ProcessController = {
  name: DEVICE_TAINT_EVICTION,
  account: "device-taint-eviction-controller",
  flags: [],
  make: createDeviceTaintEvictionController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("device_taint_eviction", [deviceTaintEvictionController]));
}
