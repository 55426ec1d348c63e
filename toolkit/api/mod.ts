// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the API, a namespace a group version: `coreV1.Pod`.
 *
 * @module
 */
import type { admissionV1 } from "./admission_v1.ts";
import type { admissionregistrationV1 } from "./admissionregistration_v1.ts";
import type { apidiscoveryV2 } from "./apidiscovery_v2.ts";
import type { apiextensionsV1 } from "./apiextensions_v1.ts";
import type { apiregistrationV1 } from "./apiregistration_v1.ts";
import type { appsV1 } from "./apps_v1.ts";
import type { auditV1 } from "./audit_v1.ts";
import type { auditregistrationV1alpha1 } from "./auditregistration_v1alpha1.ts";
import type { authenticationV1 } from "./authentication_v1.ts";
import type { authenticationV1beta1 } from "./authentication_v1beta1.ts";
import type { authorizationV1 } from "./authorization_v1.ts";
import type { authorizationV1beta1 } from "./authorization_v1beta1.ts";
import type { autoscalingV1 } from "./autoscaling_v1.ts";
import type { autoscalingV2 } from "./autoscaling_v2.ts";
import type { batchV1 } from "./batch_v1.ts";
import type { certificatesV1 } from "./certificates_v1.ts";
import type { coordinationV1 } from "./coordination_v1.ts";
import type { coreV1 } from "./core_v1.ts";
import type { customMetricsV1beta2 } from "./custom_metrics_v1beta2.ts";
import type { discoveryV1 } from "./discovery_v1.ts";
import type { eventsV1 } from "./events_v1.ts";
import type { externalMetricsV1beta1 } from "./external_metrics_v1beta1.ts";
import type { flowcontrolV1 } from "./flowcontrol_v1.ts";
import type { imagepolicyV1alpha1 } from "./imagepolicy_v1alpha1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { metricsV1beta1 } from "./metrics_v1beta1.ts";
import type { networkingV1 } from "./networking_v1.ts";
import type { nodeV1 } from "./node_v1.ts";
import type { policyV1 } from "./policy_v1.ts";
import type { policyV1beta1 } from "./policy_v1beta1.ts";
import type { rbacV1 } from "./rbac_v1.ts";
import type { resourceV1 } from "./resource_v1.ts";
import type { schedulingV1 } from "./scheduling_v1.ts";
import type { settingsV1alpha1 } from "./settings_v1alpha1.ts";
import type { storageV1 } from "./storage_v1.ts";

export type { admissionV1, admissionregistrationV1, apidiscoveryV2, apiextensionsV1, apiregistrationV1, appsV1, auditV1, auditregistrationV1alpha1, authenticationV1, authenticationV1beta1, authorizationV1, authorizationV1beta1, autoscalingV1, autoscalingV2, batchV1, certificatesV1, coordinationV1, coreV1, customMetricsV1beta2, discoveryV1, eventsV1, externalMetricsV1beta1, flowcontrolV1, imagepolicyV1alpha1, metaV1, metricsV1beta1, networkingV1, nodeV1, policyV1, policyV1beta1, rbacV1, resourceV1, schedulingV1, settingsV1alpha1, storageV1 };
export type { Base64, Duration, Int64, IntOrString, JsonObject, JsonValue, MicroTime, Quantity, Time, scalars } from "./scalars.ts";

/**
 * All types of the API, by group version. They stand under shorter names too: api.coreV1.Pod is
 * coreV1.Pod, and as the newest stable version of its kind Pod.
 */
export declare namespace api {
  export type {
    admissionV1,
    admissionregistrationV1,
    apidiscoveryV2,
    apiextensionsV1,
    apiregistrationV1,
    appsV1,
    auditV1,
    auditregistrationV1alpha1,
    authenticationV1,
    authenticationV1beta1,
    authorizationV1,
    authorizationV1beta1,
    autoscalingV1,
    autoscalingV2,
    batchV1,
    certificatesV1,
    coordinationV1,
    coreV1,
    customMetricsV1beta2,
    discoveryV1,
    eventsV1,
    externalMetricsV1beta1,
    flowcontrolV1,
    imagepolicyV1alpha1,
    metaV1,
    metricsV1beta1,
    networkingV1,
    nodeV1,
    policyV1,
    policyV1beta1,
    rbacV1,
    resourceV1,
    schedulingV1,
    settingsV1alpha1,
    storageV1,
  };
}
