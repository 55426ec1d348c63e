/**
 * The controllers of the controller manager, in the order of their start.
 *
 * @module
 */

import { approvingController } from "./csr_approving.ts";
import { requestCleaner } from "./csr_cleaner.ts";
import { signingController } from "./csr_signing.ts";
import { daemonSetController } from "./daemonset.ts";
import { deploymentController } from "./deployment.ts";
import { disruptionController } from "./disruption.ts";
import { garbageCollector } from "./garbage_collector.ts";
import { namespaceController } from "./namespace.ts";
import type { ProcessController } from "./process_controller.ts";
import { podGarbageCollector } from "./podgc.ts";
import { volumeProtection } from "./pv_protection.ts";
import { claimProtection } from "./pvc_protection.ts";
import { replicaSetController } from "./replicaset.ts";
import { replicationController } from "./replicationcontroller.ts";
import { resourceQuotaController } from "./resource_quota.ts";
import { rootCaPublisher } from "./root_ca_publisher.ts";
import { serviceAccountController } from "./serviceaccount.ts";
import { statefulSetController } from "./statefulset.ts";
import { ttlAfterFinished } from "./ttl_after_finished.ts";

/** All that are built. */
export const CONTROLLERS: readonly ProcessController[] = [
  namespaceController,
  garbageCollector,
  replicaSetController,
  replicationController,
  deploymentController,
  statefulSetController,
  daemonSetController,
  podGarbageCollector,
  resourceQuotaController,
  rootCaPublisher,
  serviceAccountController,
  ttlAfterFinished,
  approvingController,
  signingController,
  requestCleaner,
  claimProtection,
  volumeProtection,
  disruptionController,
];
