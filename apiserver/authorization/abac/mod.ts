/** Authorization by policies of a file. */
export { abacAuthorizer } from "./authorizer.ts";
export { createAbac } from "./plugin.ts";
export { type Policy, type PolicyFile, readPolicies } from "./policy.ts";
