/**
 * Service accounts: who the programs of a cluster are, by tokens that the server signs.
 *
 * @module
 */

export { accountGroups, accountOfUserName, credentialId } from "./account_names.ts";
export { serviceAccountTokens } from "./authenticators.ts";
export {
  DISCOVERY_PATH,
  type DiscoveryDocument,
  type DiscoveryDocuments,
  discoveryDocuments,
  KEY_SET_PATH,
} from "./discovery.ts";
export { type AccountSettings, accountSettings } from "./settings.ts";
