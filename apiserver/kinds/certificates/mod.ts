/**
 * The kinds of the group certificates.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { signingRequestRules } from "./signing_request.ts";

/** See the module's comment. */
export const certificatesKinds: GroupDeclarations = {
  certificatesigningrequests: signingRequestRules,
};
