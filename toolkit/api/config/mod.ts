// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The types of the files that the processes read, a namespace a group version.
 *
 * @module
 */
export type { apiserverConfigV1 } from "./apiserver_config_v1.ts";
export type { apiserverConfigV1beta1 } from "./apiserver_config_v1beta1.ts";
export type { clientconfigV1 } from "./clientconfig_v1.ts";
export type { cloudcontrollermanagerConfigV1alpha1 } from "./cloudcontrollermanager_config_v1alpha1.ts";
export type { componentConfigV1alpha1 } from "./component_config_v1alpha1.ts";
export type { controllermanagerConfigV1alpha1 } from "./controllermanager_config_v1alpha1.ts";
export type { credentialproviderV1 } from "./credentialprovider_v1.ts";
export type { leadermigrationV1 } from "./leadermigration_v1.ts";
export type { logsV1 } from "./logs_v1.ts";
export type { nodeagentConfigV1 } from "./nodeagent_config_v1.ts";
export type { nodeagentConfigV1beta1 } from "./nodeagent_config_v1beta1.ts";
export type { podsecurityV1 } from "./podsecurity_v1.ts";
export type { schedulerConfigV1 } from "./scheduler_config_v1.ts";
export type { schedulerExtenderV1 } from "./scheduler_extender_v1.ts";
export type { statsV1alpha1 } from "./stats_v1alpha1.ts";
export type { tracingV1 } from "./tracing_v1.ts";
