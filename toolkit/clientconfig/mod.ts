/** Client config files: who calls which server, and how it shows who it is. */
export { type Choice, chooseClient, type ClientOverrides } from "./choose.ts";
export type { ClientCertificate, Credentials, HeaderList } from "./credentials.ts";
export {
  type ClientConfig,
  ClientConfigError,
  emptyClientConfig,
  parseClientConfig,
  printClientConfig,
  redactClientConfig,
} from "./document.ts";
export { type InClusterOptions, inClusterSettings, isInCluster } from "./in_cluster.ts";
export {
  clientConfigPaths,
  type Environment,
  loadClientConfig,
  loadClientConfigs,
  type LoadOptions,
  mergeClientConfigs,
  writeClientConfig,
} from "./load.ts";
export { type PluginCommand, type PluginRunner, runPlugin } from "./plugin.ts";
export {
  type ClientSettings,
  clientSettings,
  type ClientSettingsOptions,
  namesProxies,
  type ServerTrust,
  settingsOf,
} from "./settings.ts";
