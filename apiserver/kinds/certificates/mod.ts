/**
 * The kinds of the group certificates.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const certificatesKinds: GroupDeclarations = {
  certificatesigningrequests: { fields: { "spec.signerName": true } },
};
