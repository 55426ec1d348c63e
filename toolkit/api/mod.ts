// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the API, a namespace a group version: `coreV1.Pod`.
 *
 * @module
 */
/** The types of admission/v1. */
export type * as admissionV1 from "./admission_v1.ts";
/** The types of admissionregistration/v1. */
export type * as admissionregistrationV1 from "./admissionregistration_v1.ts";
/** The types of apidiscovery/v2. */
export type * as apidiscoveryV2 from "./apidiscovery_v2.ts";
/** The types of apiextensions/v1. */
export type * as apiextensionsV1 from "./apiextensions_v1.ts";
/** The types of apiregistration/v1. */
export type * as apiregistrationV1 from "./apiregistration_v1.ts";
/** The types of apps/v1. */
export type * as appsV1 from "./apps_v1.ts";
/** The types of audit/v1. */
export type * as auditV1 from "./audit_v1.ts";
/** The types of auditregistration/v1alpha1. */
export type * as auditregistrationV1alpha1 from "./auditregistration_v1alpha1.ts";
/** The types of authentication/v1. */
export type * as authenticationV1 from "./authentication_v1.ts";
/** The types of authentication/v1beta1. */
export type * as authenticationV1beta1 from "./authentication_v1beta1.ts";
/** The types of authorization/v1. */
export type * as authorizationV1 from "./authorization_v1.ts";
/** The types of authorization/v1beta1. */
export type * as authorizationV1beta1 from "./authorization_v1beta1.ts";
/** The types of autoscaling/v1. */
export type * as autoscalingV1 from "./autoscaling_v1.ts";
/** The types of autoscaling/v2. */
export type * as autoscalingV2 from "./autoscaling_v2.ts";
/** The types of batch/v1. */
export type * as batchV1 from "./batch_v1.ts";
/** The types of certificates/v1. */
export type * as certificatesV1 from "./certificates_v1.ts";
/** The types of coordination/v1. */
export type * as coordinationV1 from "./coordination_v1.ts";
/** The types of core/v1. */
export type * as coreV1 from "./core_v1.ts";
/** The types of custom_metrics/v1beta2. */
export type * as customMetricsV1beta2 from "./custom_metrics_v1beta2.ts";
/** The types of discovery/v1. */
export type * as discoveryV1 from "./discovery_v1.ts";
/** The types of events/v1. */
export type * as eventsV1 from "./events_v1.ts";
/** The types of external_metrics/v1beta1. */
export type * as externalMetricsV1beta1 from "./external_metrics_v1beta1.ts";
/** The types of flowcontrol/v1. */
export type * as flowcontrolV1 from "./flowcontrol_v1.ts";
/** The types of imagepolicy/v1alpha1. */
export type * as imagepolicyV1alpha1 from "./imagepolicy_v1alpha1.ts";
/** The types of meta/v1. */
export type * as metaV1 from "./meta_v1.ts";
/** The types of metrics/v1beta1. */
export type * as metricsV1beta1 from "./metrics_v1beta1.ts";
/** The types of networking/v1. */
export type * as networkingV1 from "./networking_v1.ts";
/** The types of node/v1. */
export type * as nodeV1 from "./node_v1.ts";
/** The types of policy/v1. */
export type * as policyV1 from "./policy_v1.ts";
/** The types of policy/v1beta1. */
export type * as policyV1beta1 from "./policy_v1beta1.ts";
/** The types of rbac/v1. */
export type * as rbacV1 from "./rbac_v1.ts";
/** The types of resource/v1. */
export type * as resourceV1 from "./resource_v1.ts";
/** The types of scheduling/v1. */
export type * as schedulingV1 from "./scheduling_v1.ts";
/** The types of settings/v1alpha1. */
export type * as settingsV1alpha1 from "./settings_v1alpha1.ts";
/** The types of storage/v1. */
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
