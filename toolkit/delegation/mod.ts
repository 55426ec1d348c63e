/** Authentication and authorization that are left to the API server. */
export { DelegatedAuthenticator } from "./authenticator.ts";
export { guarded, type GuardOptions } from "./guard.ts";
export {
  type Delegation,
  type DelegationFlagValues,
  type DelegationOptions,
  openDelegation,
  type PreparedDelegation,
  prepareDelegation,
} from "./open.ts";
export type { AccessQuestion, DelegatedAuthorizer } from "./question.ts";
