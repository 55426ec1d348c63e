/** What admission plugins are told by files and flags. */
export {
  type AdmissionConfiguration,
  NO_CONFIGURATION,
  type PluginConfiguration,
  readPluginConfigurations,
} from "./configuration.ts";
export { ConfigurationError, Fields, readTypeMeta } from "./fields.ts";
