/**
 * The controllers of the controller manager, in the order of their start.
 *
 * @module
 */

import { cronJobController } from "./cronjob.ts";
import { roleAggregation } from "./clusterrole_aggregation.ts";
import { approvingController } from "./csr_approving.ts";
import { bootstrapSigner } from "./bootstrap_signer.ts";
import { endpointsController } from "./endpoints.ts";
import { endpointSliceController } from "./endpointslice.ts";
import { mirroringController } from "./endpointslice_mirroring.ts";
import { ephemeralVolumeController } from "./ephemeral_volume.ts";
import { serviceAccountTokens } from "./serviceaccount_token.ts";
import { serviceCidrController } from "./service_cidr.ts";
import { taintEvictionController } from "./taint_eviction.ts";
import { tokenCleaner } from "./token_cleaner.ts";
import { deviceTaintEvictionController } from "./device_taint_eviction.ts";
import { ttlController } from "./ttl.ts";
import { policyStatusController } from "./validatingadmissionpolicy_status.ts";
import { requestCleaner } from "./csr_cleaner.ts";
import { signingController } from "./csr_signing.ts";
import { daemonSetController } from "./daemonset.ts";
import { deploymentController } from "./deployment.ts";
import { disruptionController } from "./disruption.ts";
import { garbageCollector } from "./garbage_collector.ts";
import { horizontalPodAutoscaler } from "./horizontal_pod_autoscaler.ts";
import { jobController } from "./job.ts";
import { legacyTokenCleaner } from "./legacy_serviceaccount_token_cleaner.ts";
import { namespaceController } from "./namespace.ts";
import { nodeIpamController } from "./node_ipam.ts";
import { nodeLifecycleController } from "./node_lifecycle.ts";
import { volumeBinder } from "./persistentvolume_binder.ts";
import type { ProcessController } from "./process_controller.ts";
import { podGarbageCollector } from "./podgc.ts";
import { volumeProtection } from "./pv_protection.ts";
import { claimProtection } from "./pvc_protection.ts";
import { replicaSetController } from "./replicaset.ts";
import { replicationController } from "./replicationcontroller.ts";
import { resourceClaimController } from "./resourceclaim.ts";
import { resourceQuotaController } from "./resource_quota.ts";
import { rootCaPublisher } from "./root_ca_publisher.ts";
import { serviceAccountController } from "./serviceaccount.ts";
import { statefulSetController } from "./statefulset.ts";
import { ttlAfterFinished } from "./ttl_after_finished.ts";
import { attributesClassProtection } from "./vac_protection.ts";

/** All that are built. */
export const CONTROLLERS: readonly ProcessController[] = [
  // First: others may need the tokens.
  serviceAccountTokens,
  namespaceController,
  garbageCollector,
  roleAggregation,
  replicaSetController,
  replicationController,
  deploymentController,
  statefulSetController,
  daemonSetController,
  endpointsController,
  endpointSliceController,
  mirroringController,
  jobController,
  cronJobController,
  podGarbageCollector,
  nodeIpamController,
  nodeLifecycleController,
  taintEvictionController,
  resourceQuotaController,
  rootCaPublisher,
  serviceAccountController,
  ttlAfterFinished,
  approvingController,
  signingController,
  requestCleaner,
  volumeBinder,
  claimProtection,
  volumeProtection,
  attributesClassProtection,
  disruptionController,
  horizontalPodAutoscaler,
  ephemeralVolumeController,
  resourceClaimController,
  serviceCidrController,
  legacyTokenCleaner,
  deviceTaintEvictionController,
  ttlController,
  policyStatusController,
  bootstrapSigner,
  tokenCleaner,
];
