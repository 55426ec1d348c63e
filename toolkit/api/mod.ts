// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the API, a namespace a group version: `coreV1.Pod`.
 *
 * @module
 */
export type * as admissionV1 from "./admission_v1.ts";
export type * as admissionregistrationV1 from "./admissionregistration_v1.ts";
export type * as apidiscoveryV2 from "./apidiscovery_v2.ts";
export type * as apiextensionsV1 from "./apiextensions_v1.ts";
export type * as apiregistrationV1 from "./apiregistration_v1.ts";
export type * as appsV1 from "./apps_v1.ts";
export type * as auditV1 from "./audit_v1.ts";
export type * as auditregistrationV1alpha1 from "./auditregistration_v1alpha1.ts";
export type * as authenticationV1 from "./authentication_v1.ts";
export type * as authenticationV1beta1 from "./authentication_v1beta1.ts";
export type * as authorizationV1 from "./authorization_v1.ts";
export type * as authorizationV1beta1 from "./authorization_v1beta1.ts";
export type * as autoscalingV1 from "./autoscaling_v1.ts";
export type * as autoscalingV2 from "./autoscaling_v2.ts";
export type * as batchV1 from "./batch_v1.ts";
export type * as certificatesV1 from "./certificates_v1.ts";
export type * as coordinationV1 from "./coordination_v1.ts";
export type * as coreV1 from "./core_v1.ts";
export type * as customMetricsV1beta2 from "./custom_metrics_v1beta2.ts";
export type * as discoveryV1 from "./discovery_v1.ts";
export type * as eventsV1 from "./events_v1.ts";
export type * as externalMetricsV1beta1 from "./external_metrics_v1beta1.ts";
export type * as flowcontrolV1 from "./flowcontrol_v1.ts";
export type * as imagepolicyV1alpha1 from "./imagepolicy_v1alpha1.ts";
export type * as metaV1 from "./meta_v1.ts";
export type * as metricsV1beta1 from "./metrics_v1beta1.ts";
export type * as networkingV1 from "./networking_v1.ts";
export type * as nodeV1 from "./node_v1.ts";
export type * as policyV1 from "./policy_v1.ts";
export type * as policyV1beta1 from "./policy_v1beta1.ts";
export type * as rbacV1 from "./rbac_v1.ts";
export type * as resourceV1 from "./resource_v1.ts";
export type * as schedulingV1 from "./scheduling_v1.ts";
export type * as settingsV1alpha1 from "./settings_v1alpha1.ts";
export type * as storageV1 from "./storage_v1.ts";
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
} from "./scalars.ts";
