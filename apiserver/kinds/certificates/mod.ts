/**
 * The kinds of the group certificates.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { signingRequestRules } from "./signing_request.ts";

/** The rules of each resource of the group certificates, by its plural name. */
export const certificatesKinds: GroupDeclarations = {
  certificatesigningrequests: signingRequestRules,
};
