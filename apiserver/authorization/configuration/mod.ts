/** Authorization as a configuration file describes it. */
export { type AuthorizerSettings, readAuthorizers } from "./configuration.ts";
export { type ConfiguredAuthorizer, configuredAuthorizer } from "./plugin.ts";
