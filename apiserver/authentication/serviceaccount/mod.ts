/**
 * Service accounts: who the programs of a cluster are, by tokens that the server signs.
 *
 * @module
 */

export { accountGroups, accountOfUserName, credentialId } from "./account_names.ts";
export { serviceAccountTokens } from "./authenticators.ts";
export type { DiscoveryDocument, DiscoveryDocuments } from "./discovery.ts";
export { type AccountSettings, accountSettings, tokenDiscoveryOf } from "./settings.ts";
