// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the files that the processes read, a namespace a group version.
 *
 * @module
 */
/** The types of apiserver.config/v1. */
export type * as apiserverConfigV1 from "./apiserver_config_v1.ts";
/** The types of apiserver.config/v1beta1. */
export type * as apiserverConfigV1beta1 from "./apiserver_config_v1beta1.ts";
/** The types of clientconfig/v1. */
export type * as clientconfigV1 from "./clientconfig_v1.ts";
/** The types of cloudcontrollermanager.config/v1alpha1. */
export type * as cloudcontrollermanagerConfigV1alpha1 from "./cloudcontrollermanager_config_v1alpha1.ts";
/** The types of component.config/v1alpha1. */
export type * as componentConfigV1alpha1 from "./component_config_v1alpha1.ts";
/** The types of controllermanager.config/v1alpha1. */
export type * as controllermanagerConfigV1alpha1 from "./controllermanager_config_v1alpha1.ts";
/** The types of credentialprovider/v1. */
export type * as credentialproviderV1 from "./credentialprovider_v1.ts";
/** The types of leadermigration/v1. */
export type * as leadermigrationV1 from "./leadermigration_v1.ts";
/** The types of logs/v1. */
export type * as logsV1 from "./logs_v1.ts";
/** The types of nodeagent.config/v1. */
export type * as nodeagentConfigV1 from "./nodeagent_config_v1.ts";
/** The types of nodeagent.config/v1beta1. */
export type * as nodeagentConfigV1beta1 from "./nodeagent_config_v1beta1.ts";
/** The types of podsecurity/v1. */
export type * as podsecurityV1 from "./podsecurity_v1.ts";
/** The types of scheduler.config/v1. */
export type * as schedulerConfigV1 from "./scheduler_config_v1.ts";
/** The types of scheduler.extender/v1. */
export type * as schedulerExtenderV1 from "./scheduler_extender_v1.ts";
/** The types of stats/v1alpha1. */
export type * as statsV1alpha1 from "./stats_v1alpha1.ts";
/** The types of tracing/v1. */
export type * as tracingV1 from "./tracing_v1.ts";
