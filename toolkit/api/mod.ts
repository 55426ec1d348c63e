// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the API, a namespace a group version: `coreV1.Pod`.
 *
 * @module
 */
export type { admissionV1 } from "./admission_v1.ts";
export type { admissionregistrationV1 } from "./admissionregistration_v1.ts";
export type { apidiscoveryV2 } from "./apidiscovery_v2.ts";
export type { apiextensionsV1 } from "./apiextensions_v1.ts";
export type { apiregistrationV1 } from "./apiregistration_v1.ts";
export type { appsV1 } from "./apps_v1.ts";
export type { auditV1 } from "./audit_v1.ts";
export type { auditregistrationV1alpha1 } from "./auditregistration_v1alpha1.ts";
export type { authenticationV1 } from "./authentication_v1.ts";
export type { authenticationV1beta1 } from "./authentication_v1beta1.ts";
export type { authorizationV1 } from "./authorization_v1.ts";
export type { authorizationV1beta1 } from "./authorization_v1beta1.ts";
export type { autoscalingV1 } from "./autoscaling_v1.ts";
export type { autoscalingV2 } from "./autoscaling_v2.ts";
export type { batchV1 } from "./batch_v1.ts";
export type { certificatesV1 } from "./certificates_v1.ts";
export type { coordinationV1 } from "./coordination_v1.ts";
export type { coreV1 } from "./core_v1.ts";
export type { customMetricsV1beta2 } from "./custom_metrics_v1beta2.ts";
export type { discoveryV1 } from "./discovery_v1.ts";
export type { eventsV1 } from "./events_v1.ts";
export type { externalMetricsV1beta1 } from "./external_metrics_v1beta1.ts";
export type { flowcontrolV1 } from "./flowcontrol_v1.ts";
export type { imagepolicyV1alpha1 } from "./imagepolicy_v1alpha1.ts";
export type { metaV1 } from "./meta_v1.ts";
export type { metricsV1beta1 } from "./metrics_v1beta1.ts";
export type { networkingV1 } from "./networking_v1.ts";
export type { nodeV1 } from "./node_v1.ts";
export type { policyV1 } from "./policy_v1.ts";
export type { policyV1beta1 } from "./policy_v1beta1.ts";
export type { rbacV1 } from "./rbac_v1.ts";
export type { resourceV1 } from "./resource_v1.ts";
export type { schedulingV1 } from "./scheduling_v1.ts";
export type { settingsV1alpha1 } from "./settings_v1alpha1.ts";
export type { storageV1 } from "./storage_v1.ts";
export type {
  Base64,
  Duration,
  Int64,
  IntOrString,
  JsonObject,
  JsonValue,
  MicroTime,
  Quantity,
  Time,
  scalars,
} from "./scalars.ts";
