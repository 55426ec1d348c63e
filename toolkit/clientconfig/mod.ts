/** Client config files: who calls which server, and how it shows who it is. */
export { type Choice, chooseClient, type ClientOverrides } from "./choose.ts";
export type { ClientCertificate, Credentials, HeaderList } from "./credentials.ts";
export {
  CLIENT_CONFIG_LIMIT_CHARS,
  type ClientConfig,
  ClientConfigError,
  emptyClientConfig,
  parseClientConfig,
  printClientConfig,
  redactClientConfig,
} from "./document.ts";
export { CERTIFICATE_FILE_REFRESH_MS, TOKEN_FILE_REFRESH_MS } from "./file_identity.ts";
export { type InClusterOptions, inClusterSettings, isInCluster } from "./in_cluster.ts";
export {
  clientConfigPaths,
  type Environment,
  loadClientConfig,
  loadClientConfigs,
  type LoadOptions,
  mergeClientConfigs,
  withAbsolutePaths,
  writeClientConfig,
} from "./load.ts";
export { type PluginCommand, type PluginRunner, runPlugin } from "./plugin.ts";
export {
  type ClientSettings,
  clientSettings,
  type ClientSettingsOptions,
  type ServerTrust,
  settingsOf,
} from "./settings.ts";
