/** Authentication and authorization that are left to the API server. */
export { reviewedAccess } from "./access_reviews.ts";
export { DelegatedAuthenticator } from "./authenticator.ts";
export { type ClusterSettings, followClusterSettings } from "./cluster_settings.ts";
export { guarded, type GuardOptions } from "./guard.ts";
export {
  type Delegation,
  type DelegationFlagValues,
  type DelegationOptions,
  openDelegation,
} from "./open.ts";
export type { AccessQuestion, DelegatedAuthorizer } from "./question.ts";
export { reviewedTokens } from "./token_reviews.ts";
