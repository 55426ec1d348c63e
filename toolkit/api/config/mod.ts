// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the files that the processes read, a namespace a group version.
 *
 * @module
 */
export type * as apiserverConfigV1 from "./apiserver_config_v1.ts";
export type * as apiserverConfigV1beta1 from "./apiserver_config_v1beta1.ts";
export type * as clientconfigV1 from "./clientconfig_v1.ts";
export type * as cloudcontrollermanagerConfigV1alpha1 from "./cloudcontrollermanager_config_v1alpha1.ts";
export type * as componentConfigV1alpha1 from "./component_config_v1alpha1.ts";
export type * as controllermanagerConfigV1alpha1 from "./controllermanager_config_v1alpha1.ts";
export type * as credentialproviderV1 from "./credentialprovider_v1.ts";
export type * as leadermigrationV1 from "./leadermigration_v1.ts";
export type * as logsV1 from "./logs_v1.ts";
export type * as nodeagentConfigV1 from "./nodeagent_config_v1.ts";
export type * as nodeagentConfigV1beta1 from "./nodeagent_config_v1beta1.ts";
export type * as podsecurityV1 from "./podsecurity_v1.ts";
export type * as schedulerConfigV1 from "./scheduler_config_v1.ts";
export type * as schedulerExtenderV1 from "./scheduler_extender_v1.ts";
export type * as statsV1alpha1 from "./stats_v1alpha1.ts";
export type * as tracingV1 from "./tracing_v1.ts";
