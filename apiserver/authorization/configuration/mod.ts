/** Authorization as a configuration file describes it. */
export { type ConfiguredAuthorizer, configuredAuthorizer } from "./plugin.ts";
