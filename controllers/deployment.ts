/**
 * The deployment controller: replica sets that follow each other as the template of their deployment changes.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { Deployments } from "./deployment/deployments.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many deployments are worked on at once. */
const WORKERS = 5;

/** Keeps the replica sets of deployments. It has started when it knows all deployments, sets and pods. */
export function createDeploymentController(parts: LoopParts, workers = WORKERS): Runnable {
  const deployments = new Deployments(parts);
  return keyedLoop(parts, {
    name: "deployment-controller",
    queue: "deployment",
    workers,
    listen: (wake) => deployments.listen(wake),
    sync: (key, work) => deployments.sync(key, work),
  });
}

/** The controller of a process. */
export const deploymentController: ProcessController = {
  name: "deployment-controller",
  aliases: ["deployment"],
  account: "deployment-controller",
  flags: ["concurrent-deployment-syncs"],
  make: (parts) => createDeploymentController(parts, parts.values["concurrent-deployment-syncs"]),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("deployment", [deploymentController]));
}
