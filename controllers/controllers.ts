/**
 * The controllers of the controller manager, in the order of their start.
 *
 * @module
 */

import { garbageCollector } from "./garbage_collector.ts";
import { namespaceController } from "./namespace.ts";
import type { ProcessController } from "./process_controller.ts";
import { replicaSetController } from "./replicaset.ts";
import { replicationController } from "./replicationcontroller.ts";

/** All that are built. */
export const CONTROLLERS: readonly ProcessController[] = [
  namespaceController,
  garbageCollector,
  replicaSetController,
  replicationController,
];
